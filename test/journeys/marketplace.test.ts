// MARKETPLACE payments over HTTP: creation with a split, the subpayments in answers, who sees them,
// what is refused, and what the split allows later. On both databases.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Json, Reply } from '../support/client.ts';
import {
  addMarketplace,
  shareRequests,
  splitRequest,
  type SplitOptions,
  type Marketplace,
  type ShareRequest,
} from '../support/life/split.ts';
import { base, bodyOf, paymentIdOf, refusalOf } from '../support/life/payments.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { assertErrorReply } from '../support/reply-check.ts';

/** A card that the simulated acquirer declines. */
const declined = { card: '4000000000009995' };

for (const database of databasesOfTier) {
  describe(`marketplace on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    let shop: Marketplace;
    let payees: readonly [string, string];
    before(async () => {
      gateway = await sharedGateway(database);
      shop = await addMarketplace(gateway);
      ({ payees } = shop);
    });
    after(() => gateway?.release());

    const subpaymentsOf = async (paymentId: string): Promise<Json[]> =>
      bodyOf(await shop.call<Json[]>('GET', paymentId, '/subpayments'));
    const divide = (amount: number, shares: readonly ShareRequest[], more: SplitOptions = {}) =>
      shop.create({}, splitRequest(amount, shares, more));

    test('each share gets an id, and reads as it was sent, with the status', async () => {
      const texts = { commission: 7.5, description: 'shoes', extSubpaymentId: 's-1' };
      const reply = await divide(100, [
        [payees[0], 70.01, texts],
        [payees[1], 19.99],
        [shop.merchantId, 10],
      ]);
      const paymentId = paymentIdOf(reply);
      const created = reply.body['subpayments'] as Json[];
      const zero = { commission: 0, refundedAmount: 0 };
      const told = created.map(({ subpaymentId: _id, status: _status, ...rest }) => rest);
      assert.deepEqual(told, [
        { merchantId: payees[0], amount: 70.01, refundedAmount: 0, ...texts },
        { merchantId: payees[1], amount: 19.99, ...zero },
        { merchantId: shop.merchantId, amount: 10, ...zero },
      ]);
      const ids = created.map((one) => one['subpaymentId'] as string);
      assert.equal(new Set(ids).size, 3);
      await gateway.waitForStatus(shop.token, paymentId, 'COMPLETED');
      const expected = created.map((one) => ({ ...one, status: 'COMPLETED' }));
      assert.deepEqual(await subpaymentsOf(paymentId), expected);
      const read = await shop.read(paymentId);
      assert.deepEqual([read['subpayments'], read['transType']], [expected, 'MARKETPLACE']);
    });

    test('amounts have the decimals of the currency', async () => {
      for (const [currency, amounts] of [
        ['JPY', [3333, 3334]],
        ['KWD', [33.333, 66.667]],
      ] as const) {
        const shares = amounts.map((amount, index): ShareRequest => [payees[index] ?? '', amount]);
        const total = Math.round((amounts[0] + amounts[1]) * 1000) / 1000;
        const paymentId = paymentIdOf(await divide(total, shares, { currency }));
        assert.deepEqual(
          (await subpaymentsOf(paymentId)).map((one) => one['amount']),
          amounts,
        );
      }
    });

    test('a STANDARD payment has no subpayments', async () => {
      const paymentId = await shop.pay();
      assert.deepEqual(await subpaymentsOf(paymentId), []);
      assert.equal((await shop.read(paymentId))['subpayments'], undefined);
    });

    const onPage = (amount: number, shares: readonly ShareRequest[]): Promise<Reply> =>
      shop.create({}, { ...splitRequest(amount, shares), channel: 'PAYWALL' });

    test('the payment page sees what the shares are for, and nothing else', async () => {
      const reply = await onPage(10, [
        [payees[0], 7.5, { commission: 1, description: 'shoes', extSubpaymentId: 'own-id' }],
        [payees[1], 2.5, { description: 'delivery' }],
      ]);
      const client = { token: reply.body['clientToken'] as string };
      const path = `${base}/${paymentIdOf(reply)}`;
      const read = await gateway.call('GET', path, client);
      assert.deepEqual((bodyOf(read)['order'] as Json)['lines'], [
        { description: 'shoes', amount: 7.5 },
        { description: 'delivery', amount: 2.5 },
      ]);
      assert.equal(bodyOf(read)['subpayments'], undefined);
      for (const hidden of [...payees, 'own-id', 'commission']) {
        assert.ok(!read.text.includes(hidden), read.text);
      }
      assert.equal((await gateway.call('GET', `${path}/subpayments`, client)).status, 403);
    });

    test('an order without a description of each share has no lines', async () => {
      const reply = await onPage(10, [
        [payees[0], 7.5, { description: 'shoes' }],
        [payees[1], 2.5],
      ]);
      const read = await shop.read(paymentIdOf(reply));
      assert.equal((read['order'] as Json)['lines'], undefined);
    });

    test('a submerchant does not see the payment', async () => {
      const otherMerchant = await gateway.addMerchant();
      const market = await addMarketplace(gateway, { submerchants: [otherMerchant.merchantId] });
      const made = await market.create({}, splitRequest(10, [[otherMerchant.merchantId, 10]]));
      const token = await gateway.authenticate(otherMerchant.merchantId, otherMerchant.secret);
      const path = `${base}/${paymentIdOf(made)}/subpayments`;
      assert.equal((await gateway.call('GET', path, { token })).status, 404);
    });

    const fieldsOf = (reply: Reply): unknown[] => {
      assertErrorReply(reply);
      return (reply.body['details'] as Json[]).map((one) => one['field']);
    };

    test('a split with mistakes is refused by name, and nothing is stored', async () => {
      const orders: readonly [shares: Json[], field: string][] = [
        [[], 'order.subpayments'],
        [shareRequests(Array(101).fill([payees[0], 1])), 'order.subpayments'],
        [shareRequests([[payees[0], 99.99]]), 'order.subpayments'],
        [shareRequests([[payees[0], 100.01]]), 'order.subpayments'],
        [[{ amount: 100 }], 'order.subpayments[0].merchant'],
        [[{ amount: 100, merchant: {} }], 'order.subpayments[0].merchant.merchantId'],
        [shareRequests([['x', 100]]), 'order.subpayments[0].merchant.merchantId'],
        [shareRequests([[payees[0], 100, { comission: 1 }]]), 'order.subpayments[0].comission'],
        [shareRequests([[payees[0], 100, { extSubpaymentID: 'a' }]]), 'extSubpaymentID'],
        [shareRequests([[payees[0], 100.001]]), 'order.subpayments[0].amount'],
      ];
      const extOrderId = `split-${payees[0]}`;
      for (const [subpayments, field] of orders) {
        const request = splitRequest(100, [], { order: { extOrderId, subpayments } });
        const reply = await shop.create({}, request);
        assert.equal(reply.status, 400, reply.text);
        const [first] = fieldsOf(reply);
        assert.ok(String(first).endsWith(field), `${String(first)} is not ${field}`);
      }
      const body = { extOrderId };
      const found = await gateway.call('POST', `${base}/search`, { token: shop.token, body });
      assert.deepEqual(bodyOf(found), []);
    });

    test('100 shares are accepted', async () => {
      const made = await divide(100, Array<ShareRequest>(100).fill([payees[0], 1]));
      assert.equal((await subpaymentsOf(paymentIdOf(made))).length, 100);
    });

    test('only active submerchants receive shares; others are not told apart', async () => {
      const stranger = await gateway.addMerchant();
      const refuse = async (payeeId: string): Promise<Reply> => {
        const reply = await divide(100, [
          [payees[0], 60],
          [payeeId, 40],
        ]);
        assert.deepEqual(refusalOf(reply), [403, 'SUBMERCHANT_NOT_ALLOWED'], reply.text);
        assert.deepEqual(fieldsOf(reply), ['order.subpayments[1].merchant.merchantId']);
        return reply;
      };
      const details = (reply: Reply) => (reply.body['details'] as Json[])[0]?.['message'];
      assert.equal(details(await refuse(stranger.merchantId)), 'is not one of your submerchants');
      assert.equal(details(await refuse('999999999999999')), 'is not one of your submerchants');
    });

    test('a suspended or removed submerchant stops new splits and retries', async () => {
      const market = await addMarketplace(gateway);
      const [payee] = market.payees;
      const request = splitRequest(100, [[payee, 100, { extSubpaymentId: 'a' }]]);
      const paymentId = paymentIdOf(await market.create(declined, request));
      await gateway.waitForStatus(market.token, paymentId, 'REJECTED');
      const retried = await market.call('POST', paymentId, '/retry');
      const [share] = bodyOf(retried)['subpayments'] as Json[];
      const [before] = bodyOf(await market.call<Json[]>('GET', paymentId, '/subpayments'));
      assert.notEqual(share?.['subpaymentId'], before?.['subpaymentId']);
      assert.deepEqual(
        { ...share, subpaymentId: 0, status: 0 },
        { ...before, subpaymentId: 0, status: 0 },
      );
      const patch = (merchantId: string, body: Json) =>
        gateway.call('PATCH', `/v1/admin/merchants/${merchantId}`, {
          token: gateway.adminKey,
          body,
        });
      const expect = async (message: string): Promise<void> => {
        for (const reply of [
          await market.create({}, request),
          await market.call('POST', paymentId, '/retry'),
        ]) {
          assert.deepEqual(refusalOf(reply), [403, 'SUBMERCHANT_NOT_ALLOWED'], reply.text);
          const field = 'order.subpayments[0].merchant.merchantId';
          assert.deepEqual(reply.body['details'], [{ field, message }]);
        }
      };
      bodyOf(await patch(payee, { status: 'SUSPENDED' }));
      await expect('is not active');
      bodyOf(await patch(market.merchantId, { settings: { submerchants: [market.payees[1]] } }));
      await expect('is not one of your submerchants');
    });

    test('a preauthorized split is captured only in full and not adjusted', async () => {
      const options = { options: { transKind: 'PREAUTH' } };
      const paymentId = paymentIdOf(await divide(100, [[payees[0], 100]], options));
      await gateway.waitForStatus(shop.token, paymentId, 'COMPLETED');
      const operate = (rest: string, body: Json) => shop.call('POST', paymentId, rest, body);
      const adjusted = await operate('/adjustment', { amount: 90 });
      assert.deepEqual(refusalOf(adjusted), [409, 'SPLIT_NOT_ADJUSTABLE']);
      const part = await operate('/capture', { amount: 99.99 });
      assert.deepEqual(refusalOf(part), [422, 'CAPTURE_NOT_IN_FULL']);
      assert.equal(bodyOf(await operate('/capture', { amount: 100 }))['capturedAmount'], 100);
    });
  });
}
