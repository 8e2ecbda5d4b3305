// Migration 0014 moves money at a provider to accounts that name it: stored rows, and rows that
// nodes of the previous version write during and after the migration.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Draft, type Journal } from '@bramka/gateway/journal/entry.ts';
import { groupCommit } from '@bramka/gateway/journal/group-commit.ts';
import { journalSettings, sqlCommitter } from '@bramka/gateway/journal/sql-committer.ts';
import { checkLedger } from '../support/journal/check-ledger.ts';
import { addTransfer, balances, transfers } from '@bramka/gateway/ledger/ledger.ts';
import type { Database } from '@bramka/gateway/storage/database.ts';
import { migrate, readMigrations } from '@bramka/gateway/storage/migrate.ts';
import { engines, runSql, type OpenEngine } from '../support/engines.ts';

const folder = pathToFileURL(join(import.meta.dirname, '../../gateway/migrations/'));
const migrations = readMigrations(folder);
const at = migrations.findIndex(({ name }) => name.endsWith('ledger-by-provider.sql'));
const AT = '2026-03-01T12:00:00.000Z';

let number = 0;
const nextId = () => `00000000-0000-7000-8000-${String((number += 1)).padStart(12, '0')}`;

/** As the previous version names them. */
const sides = {
  HOLD: ['HELD_AT_ISSUER', 'HELD_FOR_MERCHANT'],
  RELEASE: ['HELD_FOR_MERCHANT', 'HELD_AT_ISSUER'],
  SALE: ['ACQUIRER_RECEIVABLE', 'MERCHANT_PAYABLE'],
  REVERSAL: ['MERCHANT_PAYABLE', 'ACQUIRER_RECEIVABLE'],
} as const;
type Movement = readonly [
  merchantId: string,
  provider: string | null,
  kind: keyof typeof sides,
  amountMinor: bigint,
  currency?: string,
];

const insertAttempt = `insert into attempts (merchant_id, payment_id, attempt_id, trans_id, verb,
    provider, state, fence, amount_minor, currency, checks, started_at, finished_at)
  values ($1, $2, $3, $4, $5, $6, 'APPROVED', 1, $7, $8, 0, $9, $9)`;

const journalOf = (database: Database): Journal =>
  groupCommit(sqlCommitter(database), { lanes: 2, batchSize: 16, defer: setImmediate });

/** The attempt first, then the entry with the transfer, as the previous version writes them. */
async function moveAsBefore(database: Database, journal: Journal, movement: Movement) {
  const [merchantId, provider, kind, amountMinor, currency = 'PLN'] = movement;
  const [debit, credit] = sides[kind];
  const [paymentId, transId, transferId] = [nextId(), nextId(), nextId()];
  const keyValues = [merchantId, paymentId];
  if (provider !== null) {
    for (const verb of ['authorize', 'adjust']) {
      const sent = [verb, provider, amountMinor, currency, AT];
      await runSql(database, insertAttempt, [...keyValues, nextId(), transId, ...sent]);
    }
  }
  const of = { merchantId, paymentId, transId, transferId, kind, debit, credit, currency };
  const draft = new Draft().insert(transfers, { ...of, amountMinor, createdAt: Date.parse(AT) });
  const add = (account: string, by: bigint) =>
    draft.increment(balances, { merchantId, account, currency }, 'balanceMinor', by);
  add(debit, -amountMinor);
  add(credit, amountMinor);
  assert.deepEqual(await journal.commit(draft), { kind: 'committed' }, movement.join(' '));
}

/** As nodes of this version write it. */
async function sellNow(journal: Journal, merchantId: string, provider: string): Promise<void> {
  const of = { merchantId, paymentId: nextId(), transId: nextId(), currency: 'PLN' };
  const draft = new Draft();
  addTransfer(draft, 'SALE', 1n, { ...of, provider, at: Date.parse(AT) }, { next: nextId });
  assert.deepEqual(await journal.commit(draft), { kind: 'committed' });
}

const readRows = `select merchant_id || ' ' || account || ' ' || currency as name,
    balance_minor as minor from ledger_balances order by 1`;

async function balancesIn(database: Database): Promise<Record<string, bigint>> {
  const rows = await runSql<{ name: string; minor: bigint }>(database, readRows);
  return Object.fromEntries(rows.map(({ name, minor }) => [name, minor]));
}

/** Sums of the accounts as the previous version names them. */
function withoutProviders(found: Record<string, bigint>): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  for (const [name, minor] of Object.entries(found)) {
    const old = name.replace(/:\S+/, '').replace(' RECEIVABLE', ' ACQUIRER_RECEIVABLE');
    sums[old] = (sums[old] ?? 0n) + minor;
  }
  return sums;
}

const stored: readonly Movement[] = [
  ['1000', 'sandbox', 'SALE', 100n],
  ['1000', 'plain', 'SALE', 1000n],
  ['1000', 'plain', 'REVERSAL', 400n],
  ['1000', 'sandbox', 'HOLD', 70n],
  ['1000', 'sandbox', 'RELEASE', 70n],
  ['1000', 'plain', 'HOLD', 90n, 'EUR'],
  ['2000', 'plain', 'SALE', 5n],
  ['2000', null, 'SALE', 3n],
];
const migrated = {
  '1000 HELD_AT_ISSUER:plain EUR': -90n,
  '1000 HELD_AT_ISSUER:sandbox PLN': 0n,
  '1000 HELD_FOR_MERCHANT EUR': 90n,
  '1000 HELD_FOR_MERCHANT PLN': 0n,
  '1000 MERCHANT_PAYABLE PLN': 700n,
  '1000 RECEIVABLE:plain PLN': -600n,
  '1000 RECEIVABLE:sandbox PLN': -100n,
  '2000 MERCHANT_PAYABLE PLN': 8n,
  '2000 RECEIVABLE:plain PLN': -5n,
  '2000 RECEIVABLE:unknown PLN': -3n,
};

for (const engine of engines) {
  describe(`the ledger by provider on ${engine.name}`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    let journal: Journal;
    const move = (...movement: Movement) => moveAsBefore(opened.database, journal, movement);
    before(async () => {
      opened = await engine.open({ settings: journalSettings });
      journal = journalOf(opened.database);
      await migrate(opened.database, migrations.slice(0, at), AT);
    });
    after(() => opened.close());

    test('stored transfers and balances get the provider of their attempt', async () => {
      for (const one of stored) await move(...one);
      const old = await balancesIn(opened.database);
      await migrate(opened.database, migrations.slice(0, at + 1), AT);
      const found = await balancesIn(opened.database);
      assert.deepEqual(found, migrated);
      assert.deepEqual(withoutProviders(found), old);
      assert.deepEqual(await checkLedger(opened.database), []);
    });

    test('transfers of the previous version get the provider of their attempt', async () => {
      await move('1000', 'plain', 'SALE', 11n);
      await move('1000', 'plain', 'REVERSAL', 600n);
      await move('3000', 'blik', 'SALE', 7n);
      await move('3000', 'plain', 'HOLD', 9n);
      await move('3000', 'plain', 'RELEASE', 4n);
      assert.deepEqual(await balancesIn(opened.database), {
        ...migrated,
        '1000 MERCHANT_PAYABLE PLN': 111n,
        '1000 RECEIVABLE:plain PLN': -11n,
        '3000 HELD_AT_ISSUER:plain PLN': -5n,
        '3000 HELD_FOR_MERCHANT PLN': 5n,
        '3000 MERCHANT_PAYABLE PLN': 7n,
        '3000 RECEIVABLE:blik PLN': -7n,
      });
      assert.deepEqual(await checkLedger(opened.database), []);
    });

    test('transfers cannot be changed after the migration', async () => {
      const change = `update ledger_transfers set debit = 'RECEIVABLE:blik' where kind = 'SALE'`;
      await assert.rejects(runSql(opened.database, change), /never changed/);
    });
  });
}

const [, postgres] = engines;
test(
  'nodes of both versions write during and after the migration, and nothing is lost',
  { skip: postgres?.skip ?? true },
  async () => {
    const opened = (await postgres?.open({
      settings: journalSettings,
      connections: 8,
    })) as OpenEngine;
    try {
      const { database } = opened;
      await migrate(database, migrations.slice(0, at), AT);
      const nodes = [opened.node(), opened.node()].map(journalOf);
      const PER_NODE = 150;
      let isMigrated = false;
      let written = 0;
      const write = async (journal: Journal) => {
        for (let done = 0; done < PER_NODE || !isMigrated; done += 10) {
          const provider = done % 20 === 0 ? 'plain' : 'sandbox';
          const batch = Array.from({ length: 10 }, () =>
            moveAsBefore(database, journal, ['1000', provider, 'SALE', 1n]),
          );
          await Promise.all(batch);
          written += 10;
        }
      };
      const change = async () => {
        while (written < PER_NODE) await new Promise(setImmediate);
        await migrate(opened.node(), migrations.slice(0, at + 1), AT);
        const next = journalOf(opened.node());
        for (let done = 0; done < PER_NODE; done += 10) {
          const providers = Array.from({ length: 10 }, (_, each) =>
            each < 5 ? 'plain' : 'sandbox',
          );
          await Promise.all(providers.map((provider) => sellNow(next, '1000', provider)));
          written += 10;
        }
        isMigrated = true;
      };
      await Promise.all([...nodes.map(write), change()]);
      const found = await balancesIn(database);
      assert.equal(found['1000 MERCHANT_PAYABLE PLN'], BigInt(written));
      assert.deepEqual(Object.keys(found), [
        '1000 MERCHANT_PAYABLE PLN',
        '1000 RECEIVABLE:plain PLN',
        '1000 RECEIVABLE:sandbox PLN',
      ]);
      assert.deepEqual(await checkLedger(database), []);
    } finally {
      await opened.close();
    }
  },
);
