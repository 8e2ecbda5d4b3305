// What the database stores about payments, on both databases: sealed cards that are deleted in
// time, a ledger that matches and cannot be changed, deadlines that are met, old payments that are
// not served.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readBalances } from '@bramka/gateway/ledger/ledger.store.ts';
import {
  findInconsistencies,
  openDatabaseOf,
  type OpenDatabase,
} from '../support/life/consistency.ts';
import { assertConsistentAtRest } from '../support/life/race.ts';
import type { Json } from '../support/client.ts';
import { runSql } from '../support/engines.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import {
  card,
  merchantClientOf,
  bodyOf,
  paymentIdOf,
  addMerchantClient,
  refusalOf,
} from '../support/life/payments.ts';
import { type MerchantClient } from '../support/life/payments.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { cards } from '../support/threeds/challenge.ts';

/** Used nowhere else, so that every occurrence is a leak. */
const canary = { type: 'CARD', instrumentNo: '4532015112830366', expDate: '203811' } as const;

interface HeldRow {
  readonly id: string;
  readonly sealed_card: Uint8Array;
  readonly sealed_cvv: Uint8Array | null;
}

for (const database of databasesOfTier) {
  describe(`what the ${database} database keeps`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    let merchant: MerchantClient;
    before(async () => {
      gateway = await exclusiveGateway(database);
      merchant = await addMerchantClient(gateway);
    });
    after(() => gateway?.release());

    async function peek(work: (db: OpenDatabase) => Promise<void>): Promise<void> {
      const db = await openDatabaseOf(gateway.installation);
      try {
        await work(db);
      } finally {
        await db.close();
      }
    }

    const heldCards = (db: OpenDatabase): Promise<HeldRow[]> =>
      runSql(db, 'select payment_id as id, sealed_card, sealed_cvv from held_cards');

    test('a waiting card is kept sealed, until the payment starts, ends or expires', async () => {
      const wait = async (): Promise<string> =>
        paymentIdOf(
          await merchant.create({}, { instrument: { ...canary, holder: 'CANARY HOLDER' } }),
        );
      const [kept, started, cancelled, expired, refused] = [
        await wait(),
        await wait(),
        await wait(),
        await wait(),
        await wait(),
      ];
      const held = await merchant.preauthorize(10);
      const old = await merchant.pay();
      await merchant.pay({ card: canary.instrumentNo });
      await peek(async (db) => {
        const rows = await heldCards(db);
        const all = [kept, started, cancelled, expired, refused];
        assert.deepEqual(rows.map((row) => row.id).sort(), all.sort());
        for (const row of rows) {
          assert.equal(row.sealed_cvv, null, 'a security code is never kept');
          const bytes = Buffer.from(row.sealed_card).toString('latin1');
          for (const clear of [canary.instrumentNo, canary.expDate, 'CANARY', '0366']) {
            assert.ok(!bytes.includes(clear), 'the card can be read in its row');
          }
        }
        assert.equal(new Set(rows.map((row) => String(row.sealed_card))).size, rows.length);
        assert.deepEqual(await tracesOf(db, '453201******0366'), ['public.payments']);
        assert.deepEqual(await tracesOf(db, canary.instrumentNo), []);
        assert.deepEqual(await tracesOf(db, 'CANARY HOLDER'), []);
        const back = (table: string, column: string, by: string, id: string) =>
          runSql(
            db,
            `update ${table} set ${column} = ${column} - interval '${by}' where payment_id = $1`,
            [id],
          );
        await back('payments', 'valid_until', '1 hour', expired);
        await back('deadlines', 'due_at', '1 hour', expired);
        await back('deadlines', 'due_at', '31 days', held);
        await back('payments', 'created_at', '4 months', old);
      });
      bodyOf(await merchant.call('PATCH', started, '/instrument', { cvv: '987' }));
      bodyOf(await merchant.call('POST', cancelled, '/cancel'));
      const bin = { ...card, instrumentNo: '9999999999999995' };
      bodyOf(await merchant.call('PUT', refused, '/instrument', bin));
      await gateway.waitForStatus(merchant.token, started, 'COMPLETED');
      const ends = [
        await gateway.waitForStatus(merchant.token, expired, 'CANCELLED'),
        await gateway.waitForStatus(merchant.token, held, 'CANCELLED'),
      ];
      assert.deepEqual(
        ends.map((end) => end['rejectCode']),
        ['EXPIRED', 'HOLD_EXPIRED'],
      );
      const [hold] = (await gateway.chargesOf(held)) as unknown as Json[];
      assert.equal(hold?.['result'], 'VOID', 'the hold is released at the acquirer');
      for (const rest of ['', '/status', '/transactions', '/methods']) {
        const reply = await merchant.call('GET', old, rest);
        assert.deepEqual(refusalOf(reply), [404, 'PAYMENT_NOT_FOUND'], 'three months are over');
      }
      await peek(async (db) => {
        const rows = await heldCards(db);
        assert.deepEqual(
          rows.map((row) => row.id),
          [kept],
        );
      });
      bodyOf(await merchant.call('PATCH', kept, '/instrument', { cvv: '987' }));
      await gateway.waitForStatus(merchant.token, kept, 'COMPLETED');
    });

    test('the ledger matches the payments, and a planted difference is found', async () => {
      const { merchantId, secret } = await gateway.addMerchant();
      const shop = merchantClientOf(gateway, await gateway.authenticate(merchantId, secret));
      await shop.pay({ amount: 100 });
      await shop.preauthorize(50);
      const captured = await shop.preauthorize(80);
      await shop.adjust(captured, 120);
      bodyOf(await shop.call('POST', captured, '/capture', { amount: 30.01 }));
      for (const paymentId of [await shop.pay({ amount: 20 }), await shop.preauthorize(10)]) {
        bodyOf(await shop.call('POST', paymentId, '/cancel'));
      }
      const lowered = await shop.preauthorize(40);
      await shop.adjust(lowered, 15.5);
      await shop.pay({ card: cards.declined }, 'REJECTED');
      await peek(async (db) => {
        const balances = await readBalances(db, merchantId);
        assert.deepEqual(
          balances.map(({ account, balanceMinor }) => [account, balanceMinor]),
          [
            ['HELD_AT_ISSUER:sandbox', -6550n],
            ['HELD_FOR_MERCHANT', 6550n],
            ['MERCHANT_PAYABLE', 13_001n],
            ['RECEIVABLE:sandbox', -13_001n],
            ['RETURNS_PENDING', 0n],
          ],
        );
        await assertConsistentAtRest(db);
        await assertAppendOnly(db);
        await assertBites(db, merchantId, captured);
      });
    });
  });
}

/** Tables in which a text can be found, in clear or in a binary column. */
async function tracesOf(db: OpenDatabase, text: string): Promise<string[]> {
  const tables = await runSql<{ name: string }>(
    db,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'sandbox')`,
  );
  const bytes = Buffer.from(text);
  const forms = [text, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')];
  const traces: string[] = [];
  for (const { name } of tables) {
    const rows = await runSql<{ row: string }>(db, `select t::text as row from ${name} t`);
    if (rows.some(({ row }) => forms.some((form) => row.includes(form)))) traces.push(name);
  }
  return traces;
}

async function assertAppendOnly(db: OpenDatabase): Promise<void> {
  for (const change of [
    'update ledger_transfers set amount_minor = amount_minor + 1',
    'update ledger_transfers set payment_id = payment_id',
    'delete from ledger_transfers',
  ]) {
    await assert.rejects(runSql(db, change), /never changed/, change);
  }
}

/** Each planted error must be found, and is then reverted. */
async function assertBites(db: OpenDatabase, merchantId: string, paymentId: string): Promise<void> {
  const balance = `update ledger_balances set balance_minor = balance_minor`;
  const where = `where merchant_id = '${merchantId}' and account`;
  const charge = 'update sandbox.charges set captured_minor = captured_minor';
  const ofPayment = `where payment_id = '${paymentId}' and verb = 'authorize'`;
  const plants: [mistake: string, undo: string, sentence: RegExp][] = [
    [
      `${balance} + 1 ${where} = 'MERCHANT_PAYABLE'`,
      `${balance} - 1 ${where} = 'MERCHANT_PAYABLE'`,
      /ledger: \d+ MERCHANT_PAYABLE PLN is off by 1/,
    ],
    [
      `${balance} + case when account like 'MERCHANT%' then 1 else -1 end
         ${where} in ('MERCHANT_PAYABLE', 'RECEIVABLE:sandbox')`,
      `${balance} - case when account like 'MERCHANT%' then 1 else -1 end
         ${where} in ('MERCHANT_PAYABLE', 'RECEIVABLE:sandbox')`,
      /ledger: \d+ RECEIVABLE:sandbox PLN is off by -1/,
    ],
    [`${charge} - 1 ${ofPayment}`, `${charge} + 1 ${ofPayment}`, /the provider's totals differ/],
    [
      `update payments set captured_minor = captured_minor - 1 where payment_id = '${paymentId}'`,
      `update payments set captured_minor = captured_minor + 1 where payment_id = '${paymentId}'`,
      /the ledger's totals differ/,
    ],
    [
      `update events set sequence = 99 where payment_id = '${paymentId}' and sequence = 2`,
      `update events set sequence = 2 where payment_id = '${paymentId}' and sequence = 99`,
      /events are missing/,
    ],
  ];
  for (const [mistake, undo, sentence] of plants) {
    await runSql(db, mistake);
    assert.match((await findInconsistencies(db)).join('\n'), sentence);
    await runSql(db, undo);
  }
  assert.deepEqual(await findInconsistencies(db), []);
}
