// Migration 0029 reserves the money of cancellations in progress and takes charges that are to be
// returned out of the merchant's funds.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { checkLedger } from '../support/journal/check-ledger.ts';
import { migrate, readMigrations } from '@bramka/gateway/storage/migrate.ts';
import { engines, runSql, type OpenEngine } from '../support/engines.ts';

const folder = pathToFileURL(join(import.meta.dirname, '../../gateway/migrations/'));
const migrations = readMigrations(folder);
const at = migrations.findIndex(({ name }) => name.endsWith('0029-refunds.sql'));
const AT = '2026-03-01T12:00:00.000Z';

let number = 0;
const nextId = () => `00000000-0000-7000-8000-${String((number += 1)).padStart(12, '0')}`;

const insertPayment = `insert into payments (merchant_id, payment_id, version, status, sequence,
    channel, trans_kind, trans_type, currency, amount_minor, authorized_minor, captured_minor,
    refunded_minor, holds_order, generation, valid_until, created_at, updated_at, card_held)
  values ('1000', $1, 1, $2, 1, 'WEBAPI', $3, 'STANDARD', 'PLN', $4, $4, $5, 0, false, 1, $6, $6,
    $6, false)`;
const insertAttempt = `insert into attempts (merchant_id, payment_id, attempt_id, trans_id, verb,
    intent, provider, state, fence, amount_minor, currency, checks, started_at, finished_at)
  values ('1000', $1, $2, $3, $4, $5, 'plain', $6, 1, $7, 'PLN', 0, $8, $9)`;
const insertTransfer = `insert into ledger_transfers (merchant_id, transfer_id, payment_id,
    trans_id, kind, debit, credit, currency, amount_minor, created_at)
  values ('1000', $1, $2, $1, $3, $4, $5, 'PLN', $6, $7)`;
const addBalance = `insert into ledger_balances as b values ('1000', $1, 'PLN', $2)
  on conflict (merchant_id, account, currency) do update
    set balance_minor = b.balance_minor + excluded.balance_minor`;

/** A charge, or a hold that was not captured, and its return, if there is one. */
interface Stored {
  readonly status: string;
  readonly transKind?: 'AUTH' | 'PREAUTH';
  readonly amount: number;
  readonly returned?: { intent: string; state: 'OPEN' | 'DECLINED' };
}

for (const engine of engines) {
  describe(`returned money on ${engine.name}`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    before(async () => {
      opened = await engine.open();
      await migrate(opened.database, migrations.slice(0, at), AT);
    });
    after(() => opened.close());

    const run = (text: string, values: readonly unknown[]) =>
      runSql(opened.database, text, [...values]);

    async function store({ status, transKind = 'AUTH', amount, returned }: Stored): Promise<void> {
      const paymentId = nextId();
      const isHold = transKind === 'PREAUTH';
      const captured = isHold ? 0 : amount;
      await run(insertPayment, [paymentId, status, transKind, amount, captured, AT]);
      const [kind, debit, credit] = isHold
        ? ['HOLD', 'HELD_AT_ISSUER:plain', 'HELD_FOR_MERCHANT']
        : ['SALE', 'RECEIVABLE:plain', 'MERCHANT_PAYABLE'];
      await run(insertTransfer, [nextId(), paymentId, kind, debit, credit, amount, AT]);
      await run(addBalance, [debit, -amount]);
      await run(addBalance, [credit, amount]);
      if (!returned) return;
      const ids = [paymentId, nextId(), nextId()];
      const end = returned.state === 'OPEN' ? null : AT;
      const what = ['reverse', returned.intent, returned.state, amount, AT, end];
      await run(insertAttempt, [...ids, ...what]);
    }

    test('each open return gets its account, and the ledger adds up', async () => {
      await store({ status: 'COMPLETED', amount: 1000 });
      await store({
        status: 'COMPLETED',
        amount: 20,
        returned: { intent: 'CANCEL', state: 'OPEN' },
      });
      await store({
        status: 'COMPLETED',
        transKind: 'PREAUTH',
        amount: 7,
        returned: { intent: 'CANCEL', state: 'OPEN' },
      });
      await store({
        status: 'COMPLETED',
        amount: 300,
        returned: { intent: 'CANCEL', state: 'DECLINED' },
      });
      const late = { intent: 'LATE_SUCCESS', state: 'OPEN' } as const;
      await store({ status: 'CANCELLED', amount: 4, returned: late });
      await store({ status: 'ERROR', amount: 5, returned: { ...late, state: 'DECLINED' } });
      await migrate(opened.database, migrations.slice(0, at + 1), AT);
      const rows = await runSql<{ account: string; minor: bigint }>(
        opened.database,
        'select account, balance_minor as minor from ledger_balances order by account',
      );
      assert.deepEqual(
        rows.map(({ account, minor }) => `${account} ${String(minor)}`),
        [
          'HELD_AT_ISSUER:plain -7',
          'HELD_FOR_MERCHANT 7',
          'LATE_CHARGES 9',
          'MERCHANT_PAYABLE 1300',
          'RECEIVABLE:plain -1329',
          'RETURNS_PENDING 20',
        ],
      );
      assert.deepEqual(await checkLedger(opened.database), []);
    });
  });
}
