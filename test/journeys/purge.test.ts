// After three months only the amounts of an authenticated payment remain: proof, card, customer,
// order and events are deleted from every table that refers to payments. A new table or column
// fails here until it is listed.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runSql } from '../support/engines.ts';
import { exclusiveGateway } from '../support/pool/borrow.ts';
import { openDatabaseOf, type OpenDatabase } from '../support/life/consistency.ts';
import { addMarketplace, splitRequest } from '../support/life/split.ts';
import { addWalletShop } from '../support/life/wallets.ts';
import { bodyOf, addMerchantClient, paymentIdOf } from '../support/life/payments.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { advance, DAY_SECONDS } from '../support/sandbox.ts';
import { cards, passChallenge, payToChallenge } from '../support/threeds/challenge.ts';

const ids = 'merchant_id payment_id';
const times = 'created_at updated_at';

/** Columns that may keep a value after the purge, by table; all other tables must be empty. */
const mayStay: Readonly<Record<string, string>> = {
  payments: `${ids} ${times} version status sequence channel method trans_kind trans_type currency
    amount_minor authorized_minor captured_minor refunded_minor holds_order card_held organization
    instrument_type generation valid_until recurring has_notify_url refused_tries`,
  refund_parts: `${ids} trans_id subpayment_id funds amount_minor`,
  subpayments: `${ids} subpayment_id payee_id amount_minor commission_minor refunded_minor`,
  settlement_items: `${ids} item_id kind batch_id subpayment_id trans_id method captured_at
    gross_minor
    refunded_minor fee_minor commission_minor net_minor`,
  transactions: `${ids} ${times} trans_id type status amount_minor currency`,
  attempts: `${ids} attempt_id trans_id verb intent provider authentication_id exemption state fence
    amount_minor currency reference auth_code network_transaction_id checks started_at finished_at`,
  authentications: `${ids} ${times} authentication_id state organization message_version
    device_channel challenge_ind exemption range method_completion acs_trans_id ds_trans_id
    acs_reference acs_url trans_status eci challenge_window_size`,
  ledger_transfers: `${ids} transfer_id trans_id attempt_id kind amount_minor currency created_at
    debit credit`,
  // The audit log says who decrypted a card, by ids only.
  audit_log: `${ids} chain_no seq at actor reason previous hash`,
  // An agreement outlives its first payment; it identifies the card by a keyed fingerprint only.
  recurring_agreements: `${ids} version card_fingerprint created_at last_used_at amount_minor
    currency cycle_days expires_on network_transaction_id`,
};

/** Every table of the gateway that refers to payments, from the catalogue. */
async function tablesOf(db: OpenDatabase): Promise<string[]> {
  const rows = await runSql<{ name: string }>(
    db,
    `select table_name as name from information_schema.columns
     where column_name = 'payment_id' and table_schema = 'public' order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** The columns of a payment's rows that have a value, by table. */
async function valuesOf(db: OpenDatabase, paymentId: string): Promise<Map<string, Set<string>>> {
  const valuesByTable = new Map<string, Set<string>>();
  for (const table of await tablesOf(db)) {
    const text = `select to_jsonb(t)::text as row from ${table} t where payment_id = $1`;
    const rows = await runSql<{ row: string }>(db, text, [paymentId]);
    const columns = rows.flatMap(({ row }) =>
      Object.entries(JSON.parse(row) as object)
        .filter(([, value]) => value !== null)
        .map(([column]) => column),
    );
    if (rows.length > 0) valuesByTable.set(table, new Set(columns));
  }
  return valuesByTable;
}

const customer = { email: 'jan.kowalski@example.com', firstName: 'Jan', lastName: 'Kowalski' };

describe('the purge of an authenticated payment', { concurrency: true }, () => {
  for (const database of databasesOfTier) {
    test(`on the ${database} database`, { skip: skipOn(database) }, async () => {
      const gateway = await exclusiveGateway(database);
      const merchant = await addMerchantClient(gateway, { recurringAllowed: true });
      const { token } = merchant;
      const options = { transKind: 'PREAUTH', recurring: 'INITIAL' };
      const order = { amount: 100, currency: 'PLN', extOrderId: 'order-of-jan', description: 'x' };
      const extra = { customer, order, options };
      const { paymentId, acsTxnId } = await payToChallenge(gateway, {
        token,
        card: cards.challenge,
        extra,
      });
      await passChallenge(gateway, acsTxnId);
      await gateway.waitForStatus(token, paymentId, 'COMPLETED');
      const body = { amount: 40, description: 'first night of Jan Kowalski' };
      bodyOf(await merchant.call('POST', paymentId, '/capture', body));

      const market = await addMarketplace(gateway);
      const texts = { description: 'ticket of Jan', extSubpaymentId: 'jan-1' };
      const request = splitRequest(10, [[market.payees[0], 10, { commission: 1, ...texts }]]);
      const splitId = paymentIdOf(await market.create({}, request));
      await gateway.waitForStatus(market.token, splitId, 'COMPLETED');
      assert.ok((await peek(splitId)).get('subpayments')?.has('ext_subpayment_id'));

      const shop = await addWalletShop(gateway);
      const checkout = await shop.payWith(await shop.instrument('C2P', { form: 'TOKEN' }));
      const walletId = paymentIdOf(checkout);
      await gateway.waitForStatus(shop.token, walletId, 'COMPLETED');

      // No entry leaves a recipient behind; the purge removes one nevertheless.
      await write(
        `insert into held_recipients select merchant_id, payment_id, 1, 'x', created_at
         from payments where payment_id = '${paymentId}'`,
      );
      const before = await peek(paymentId);
      assert.ok(before.has('held_recipients'));
      const ofWallet = await peek(walletId);
      assert.ok(ofWallet.has('checkout_confirmations') && ofWallet.has('used_wallet_tokens'));
      assert.ok(before.get('authentications')?.has('sealed_cavv'), 'there is a proof to remove');
      assert.ok(before.get('transactions')?.has('description'));
      assert.ok(before.has('events') && before.has('payment_details'));
      await advance(gateway, 2 * DAY_SECONDS);
      assert.ok((await peek(paymentId)).has('settlement_items'), 'it is settled first');
      await advance(gateway, 91 * DAY_SECONDS);
      // The end of a refund, for example, that took longer than the payment was kept.
      await write(
        `insert into events select merchant_id, '018f0000-0000-7000-8000-000000000001', payment_id,
           9999, 'REFUND_STATUS', '{}', created_at from payments where payment_id = '${paymentId}'`,
      );
      await advance(gateway, 3600);
      const after = await peek(paymentId);
      for (const [table, columns] of [
        ...after,
        ...(await peek(walletId)),
        ...(await peek(splitId)),
      ]) {
        const allowed = (mayStay[table] ?? '').split(/\s+/);
        const left = [...columns].filter((column) => !allowed.includes(column));
        assert.deepEqual(left, [], `${table} keeps what it must not`);
      }
      assert.ok(after.has('ledger_transfers') && after.has('payments'), 'the money stays');
      await gateway.release();

      async function write(text: string): Promise<void> {
        const db = await openDatabaseOf(gateway.installation);
        try {
          await runSql(db, text);
        } finally {
          await db.close();
        }
      }

      async function peek(of: string): Promise<Map<string, Set<string>>> {
        const db = await openDatabaseOf(gateway.installation);
        try {
          return await valuesOf(db, of);
        } finally {
          await db.close();
        }
      }
    });
  }
});
