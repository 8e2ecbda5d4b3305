// Refunds on both databases: full and partial, up to the amount paid and to the merchant's balance,
// once per extRefundId, with their events, the ledger and the guards of other operations.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Json, Reply } from '../support/client.ts';
import { runSql } from '../support/engines.ts';
import { openDatabaseOf, type OpenDatabase } from '../support/life/consistency.ts';
import {
  addMerchantClient,
  bodyOf,
  merchantClientOf,
  refusalOf,
  type MerchantClient,
} from '../support/life/payments.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { assertErrorReply } from '../support/reply-check.ts';

const TOO_MUCH = [422, 'REFUND_EXCEEDS_PAYMENT'];

for (const database of databasesOfTier) {
  describe(`refunds on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    let db: OpenDatabase;
    let merchant: MerchantClient;
    before(async () => {
      gateway = await sharedGateway(database);
      db = await openDatabaseOf(gateway.installation);
      merchant = await addMerchantClient(gateway);
    });
    after(async () => {
      await db?.close();
      await gateway?.release();
    });

    const refund = (paymentId: string, body?: unknown, of = merchant): Promise<Reply> =>
      of.call('POST', paymentId, '/refund', body);
    const refunds = async (paymentId: string): Promise<Json[]> =>
      bodyOf<Json[]>(await merchant.call<Json[]>('GET', paymentId, '/refunds'));
    const balance = async (of: MerchantClient): Promise<Json> =>
      bodyOf(await of.call('GET', 'refunds', '/balance'));
    const refundEvents = async (paymentId: string): Promise<Json[]> => {
      const rows = await runSql<{ body: string }>(
        db,
        `select body from events where payment_id = $1 and event = 'REFUND_STATUS'
         order by sequence`,
        [paymentId],
      );
      return rows.map(({ body }) => JSON.parse(body) as Json);
    };

    test('a full refund returns everything, with its record, events and transaction', async () => {
      const paymentId = await merchant.pay({ amount: 50.5, orderId: `full-${database}` });
      const refunded = bodyOf(
        await refund(paymentId, { description: 'returned', extRefundId: `r-full-${database}` }),
      );
      const { refundId, createdAt, updatedAt, ...rest } = refunded;
      assert.deepEqual(rest, {
        paymentId,
        extRefundId: `r-full-${database}`,
        amount: 50.5,
        currency: 'PLN',
        status: 'COMPLETED',
        description: 'returned',
      });
      assert.ok(String(createdAt) < String(updatedAt));
      const payment = await merchant.read(paymentId);
      assert.deepEqual(
        [payment['status'], payment['capturedAmount'], payment['refundedAmount']],
        ['COMPLETED', 50.5, 50.5],
      );
      const transaction = (await merchant.transactions(paymentId)).at(-1);
      assert.deepEqual(
        [transaction?.['transId'], transaction?.['type'], transaction?.['status']],
        [refundId, 'REFUND', 'COMPLETED'],
      );
      const events = await refundEvents(paymentId);
      const common = {
        event: 'REFUND_STATUS',
        paymentId,
        method: 'CARD',
        transKind: 'AUTH',
        currency: 'PLN',
        amount: '50.50',
        transType: 'STANDARD',
        transId: refundId,
        refundId,
        extRefundId: `r-full-${database}`,
        extOrderId: `full-${database}`,
      };
      const fields = Object.keys(common) as (keyof typeof common)[];
      for (const [index, refundStatus] of ['PENDING', 'COMPLETED'].entries()) {
        const event = events[index] ?? assert.fail(`event ${refundStatus} is missing`);
        assert.deepEqual(Object.fromEntries(fields.map((name) => [name, event[name]])), common);
        const told = [event['status'], event['refundStatus']];
        assert.deepEqual(told, [refundStatus, refundStatus], 'both are the status of the refund');
      }
      assert.equal(events.length, 2);
      assert.deepEqual(refusalOf(await refund(paymentId)), TOO_MUCH);
      assert.deepEqual(refusalOf(await refund(paymentId, { amount: 0.01 })), TOO_MUCH);
    });

    for (const [amount, currency, parts, above] of [
      [10, 'PLN', [3.33, 6.66], 0.02],
      [1000, 'JPY', [1, 998], 2],
      [1.001, 'KWD', [0.5, 0.5], 0.002],
    ] as const) {
      test(`partial refunds of ${String(amount)} ${currency} up to the last unit`, async () => {
        const paymentId = await merchant.pay({ amount, currency });
        for (const part of parts) {
          const made = bodyOf(await refund(paymentId, { amount: part }));
          assert.deepEqual([made['amount'], made['status']], [part, 'COMPLETED']);
        }
        assert.deepEqual(refusalOf(await refund(paymentId, { amount: above })), TOO_MUCH);
        const rest = bodyOf(await refund(paymentId));
        assert.equal(rest['amount'], above / 2, 'without an amount the rest is refunded');
        assert.deepEqual(
          (await refunds(paymentId)).map((one) => one['amount']),
          [...parts, above / 2],
        );
        assert.equal((await merchant.read(paymentId))['refundedAmount'], amount);
      });
    }

    test('amounts that are no amounts of the currency are refused by field', async () => {
      const paymentId = await merchant.pay({ amount: 10 });
      for (const amount of [0, -1, 0.001, 1e12, 'x', true]) {
        const reply = await refund(paymentId, { amount });
        assert.deepEqual(refusalOf(reply), [400, 'INVALID_REQUEST'], String(amount));
        assertErrorReply(reply, String(amount));
      }
      assert.equal((await refunds(paymentId)).length, 0);
    });

    test('only money that was taken is refunded', async () => {
      const held = await merchant.preauthorize(100);
      assert.deepEqual(refusalOf(await refund(held)), [409, 'NOT_CAPTURED']);
      bodyOf(await merchant.call('POST', held, '/capture', { amount: 40 }));
      assert.deepEqual(refusalOf(await refund(held, { amount: 40.01 })), TOO_MUCH);
      assert.equal(bodyOf(await refund(held))['amount'], 40);
      const cancelled = await merchant.pay();
      bodyOf(await merchant.call('POST', cancelled, '/cancel'));
      const reply = await refund(cancelled);
      assert.deepEqual(refusalOf(reply), [409, 'NOT_IN_THIS_STATE']);
      assert.equal(
        reply.body['message'],
        'The payment is CANCELLED; refund needs COMPLETED or SETTLED.',
      );
    });

    test('a refunded payment is not cancelled, unless the refund was declined', async () => {
      const paymentId = await merchant.pay({ amount: 100 });
      const declined = bodyOf(await refund(paymentId, { amount: 1.83 }));
      assert.deepEqual([declined['status'], declined['rejectCode']], ['REJECTED', 'DO_NOT_HONOR']);
      assert.match(String(declined['rejectInfo']), /\.$/);
      assert.equal((await merchant.read(paymentId))['refundedAmount'], 0);
      bodyOf(await refund(paymentId, { amount: 1 }));
      const refused = await merchant.call('POST', paymentId, '/cancel');
      assert.deepEqual(refusalOf(refused), [409, 'ALREADY_REFUNDED']);
      const other = await merchant.pay({ amount: 100 });
      bodyOf(await refund(other, { amount: 1.83 }));
      assert.equal(bodyOf(await merchant.call('POST', other, '/cancel'))['status'], 'CANCELLED');
    });

    test('the same extRefundId with the same content is the same refund', async () => {
      const paymentId = await merchant.pay({ amount: 100 });
      const extRefundId = `same-${database}`;
      const first = bodyOf(await refund(paymentId, { amount: 30, extRefundId }));
      assert.deepEqual(bodyOf(await refund(paymentId, { amount: 30.0, extRefundId })), first);
      const otherId = await merchant.pay({ amount: 100 });
      for (const [id, changed] of [
        [paymentId, { amount: 30.01, extRefundId }],
        [paymentId, { extRefundId }],
        [paymentId, { amount: 30, extRefundId, description: 'x' }],
        [otherId, { amount: 30, extRefundId }],
      ] as const) {
        const reply = await refund(id, changed);
        assert.deepEqual(refusalOf(reply), [409, 'REFUND_ID_USED'], JSON.stringify(changed));
      }
      const everything = { extRefundId: `whole-${database}` };
      const rest = bodyOf(await refund(paymentId, everything));
      assert.equal(rest['amount'], 70);
      assert.deepEqual(bodyOf(await refund(paymentId, everything)), rest);
      assert.equal((await refunds(paymentId)).length, 2);
      const stranger = await addMerchantClient(gateway);
      const theirs = await stranger.pay({ amount: 30 });
      const made = bodyOf(await refund(theirs, { amount: 30, extRefundId }, stranger));
      assert.equal(made['paymentId'], theirs, 'another merchant may use the same id');
    });

    test('a refund is read by its id, by its own merchant only', async () => {
      const paymentId = await merchant.pay({ amount: 5 });
      const refunded = bodyOf(await refund(paymentId));
      const path = `/refund/${String(refunded['refundId'])}`;
      assert.deepEqual(bodyOf(await merchant.call('GET', paymentId, path)), refunded);
      assert.deepEqual(await refunds(paymentId), [refunded]);
      const other = await merchant.pay({ amount: 5 });
      const NOT_FOUND = [404, 'REFUND_NOT_FOUND'];
      assert.deepEqual(refusalOf(await merchant.call('GET', other, path)), NOT_FOUND);
      const charge = (await merchant.transactions(paymentId))[0]?.['transId'] as string;
      const notRefund = await merchant.call('GET', paymentId, `/refund/${charge}`);
      assert.deepEqual(refusalOf(notRefund), NOT_FOUND, 'a charge is no refund');
      const stranger = await addMerchantClient(gateway);
      for (const rest of ['/refunds', path]) {
        const reply = await stranger.call('GET', paymentId, rest);
        assert.deepEqual(refusalOf(reply), [404, 'PAYMENT_NOT_FOUND'], rest);
      }
      const theirs = await refund(paymentId, { amount: 1 }, stranger);
      assert.deepEqual(refusalOf(theirs), [404, 'PAYMENT_NOT_FOUND']);
    });

    test('the balance counts captured money and refunds in every currency', async () => {
      const shop = await addMerchantClient(gateway);
      assert.deepEqual(await balance(shop), {
        currency: 'PLN',
        available: 0,
        pending: 0,
        balances: [],
      });
      const paymentId = await shop.pay({ amount: 100.01 });
      await shop.pay({ amount: 7, currency: 'JPY' });
      await shop.preauthorize(1000);
      bodyOf(await refund(paymentId, { amount: 0.02 }, shop));
      assert.deepEqual(await balance(shop), {
        currency: 'PLN',
        available: 99.99,
        pending: 0,
        balances: [
          { currency: 'JPY', available: 7, pending: 0 },
          { currency: 'PLN', available: 99.99, pending: 0 },
        ],
      });
    });

    test('a shop with money only in its second currency sees that one first', async () => {
      const { merchantId, secret } = await gateway.addMerchant({
        currencies: ['PLN', 'JPY'],
      });
      const shop = merchantClientOf(gateway, await gateway.authenticate(merchantId, secret));
      const none = { available: 0, pending: 0 };
      assert.deepEqual(await balance(shop), { currency: 'PLN', ...none, balances: [] });
      await shop.pay({ amount: 7, currency: 'JPY' });
      const yen = { currency: 'JPY', available: 7, pending: 0 };
      assert.deepEqual(await balance(shop), { ...yen, balances: [yen] });
      await shop.pay({ amount: 5 });
      const zloty = { currency: 'PLN', available: 5, pending: 0 };
      assert.deepEqual(await balance(shop), { ...zloty, balances: [yen, zloty] });
    });

    test('refunds and cancellations need funds; declined ones return them', async () => {
      const { merchantId, secret } = await gateway.addMerchant();
      const shop = merchantClientOf(gateway, await gateway.authenticate(merchantId, secret));
      const [first, second] = [await shop.pay({ amount: 10 }), await shop.pay({ amount: 10 })];
      const change = (kind: string, amount: number) =>
        gateway.call('POST', `/v1/admin/merchants/${merchantId}/${kind}`, {
          token: gateway.adminKey,
          body: { amount, currency: 'PLN', reference: `${kind} of ${merchantId}` },
        });
      bodyOf(await change('withdrawals', 15));
      const SHORT = [422, 'INSUFFICIENT_FUNDS'];
      assert.deepEqual(refusalOf(await refund(first, { amount: 5.01 }, shop)), SHORT);
      assert.deepEqual(refusalOf(await shop.call('POST', second, '/cancel')), SHORT);
      assert.equal(bodyOf(await refund(first, { amount: 1.83 }, shop))['status'], 'REJECTED');
      assert.equal(bodyOf(await refund(first, { amount: 5 }, shop))['status'], 'COMPLETED');
      assert.deepEqual(refusalOf(await refund(second, { amount: 0.01 }, shop)), SHORT);
      assert.deepEqual(
        [await shop.read(second), (await shop.transactions(second)).length].map((one) =>
          typeof one === 'number' ? one : [one['status'], one['refundedAmount']],
        ),
        [['COMPLETED', 0], 1],
        'a refusal leaves nothing',
      );
      bodyOf(await change('deposits', 10));
      assert.equal(bodyOf(await shop.call('POST', second, '/cancel'))['status'], 'CANCELLED');
      assert.equal((await balance(shop))['available'], 0);
    });
  });
}
