// The money of MARKETPLACE payments on both databases: refunds of shares by every method, their
// refusals, cancellation, and settlement that pays each submerchant to the last unit.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Json, Reply } from '../support/client.ts';
import { runSql } from '../support/engines.ts';
import { blikClient } from '../support/life/blik.ts';
import { findInconsistencies, openDatabaseOf } from '../support/life/consistency.ts';
import { bodyOf, merchantClientOf, paymentIdOf, refusalOf } from '../support/life/payments.ts';
import {
  addMarketplace,
  splitRequest,
  type Marketplace,
  type ShareRequest,
  type SplitOptions,
} from '../support/life/split.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { advance, DAY_SECONDS } from '../support/sandbox.ts';
import { actAtBank, createTransfer, remoteIdOf, waitFor } from '../support/transfers/bank.ts';
import { databasesOfTier } from '../support/installation.ts';
import { onDatabases } from '../support/waiting/on-databases.ts';
import { until } from '../support/waiting/until.ts';

const pickShop = ({ merchantId, payees }: Marketplace) => ({ merchantId, payees });

onDatabases(databasesOfTier, 'the money of a marketplace', (database) => {
  let gateway: BorrowedGateway;
  before(async () => {
    gateway = await exclusiveGateway(database);
  });
  after(async () => {
    const db = await openDatabaseOf(gateway.installation);
    const faults = await findInconsistencies(db);
    await db.close();
    await gateway.release();
    assert.deepEqual(faults, []);
  });

  const sharesOf = async (shop: Marketplace, paymentId: string): Promise<Json[]> =>
    bodyOf(await shop.call<Json[]>('GET', paymentId, '/subpayments'));
  const refundedOf = async (shop: Marketplace, paymentId: string): Promise<unknown[]> =>
    (await sharesOf(shop, paymentId)).map((one) => one['refundedAmount']);
  const refund = (shop: Marketplace, paymentId: string, body?: unknown): Promise<Reply> =>
    shop.call('POST', paymentId, '/refund', body);

  async function pay(
    shop: Marketplace,
    amount: number,
    shares: readonly ShareRequest[],
    more: SplitOptions = {},
  ): Promise<[paymentId: string, ids: string[]]> {
    const reply = await shop.create({}, splitRequest(amount, shares, more));
    const paymentId = paymentIdOf(reply);
    await gateway.waitForStatus(shop.token, paymentId, 'COMPLETED');
    return [paymentId, idsOf(reply.body)];
  }
  const idsOf = (body: Json): string[] =>
    (body['subpayments'] as Json[]).map((one) => String(one['subpaymentId']));

  /** The balances of the marketplace's books that are not zero, by account. */
  async function booksOf(shop: Marketplace): Promise<Record<string, string>> {
    const db = await openDatabaseOf(gateway.installation);
    const rows = await runSql<{ account: string; minor: string }>(
      db,
      `select account, balance_minor::text as minor from ledger_balances
       where merchant_id = $1 and balance_minor <> 0 order by account`,
      [shop.merchantId],
    );
    await db.close();
    return Object.fromEntries(rows.map(({ account, minor }) => [account, minor]));
  }

  const payments: Record<string, (shop: Marketplace, request: Json) => Promise<Json>> = {
    card: async (shop, request) => (await shop.create({}, request)).body,
    async BLIK(shop, request) {
      const blik = blikClient(gateway, shop.token);
      const payment = await blik.pay(await blik.code(), request);
      await blik.answer(payment, 'accept');
      return payment;
    },
    async 'bank transfer'(shop, request) {
      const created = await createTransfer(shop, {}, request);
      await actAtBank(gateway, remoteIdOf(created), 'pay');
      return bodyOf(created);
    },
  };
  for (const [name, start] of Object.entries(payments)) {
    test(`a split paid by ${name}: a share is refunded in parts, then everything`, async () => {
      const shop = await addMarketplace(gateway);
      const [one, secondPayee] = shop.payees;
      const request = splitRequest(100, [
        [one, 59.99, { commission: 6 }],
        [secondPayee, 40.01],
      ]);
      const payment = await start(shop, request);
      const paymentId = String(payment['paymentId']);
      await waitFor(shop, paymentId, 'COMPLETED');
      assert.equal((await booksOf(shop))[`PAYABLE_TO:${one}`], '5999');
      assert.equal((await booksOf(shop))[`PAYABLE_TO:${secondPayee}`], '4001');
      const [subpaymentId] = idsOf(payment);
      const part = bodyOf(await refund(shop, paymentId, { subpaymentId, amount: 10 }));
      assert.deepEqual([part['subpaymentId'], part['amount']], [subpaymentId, 10]);
      const rest = bodyOf(await refund(shop, paymentId));
      assert.deepEqual([rest['subpaymentId'], rest['amount']], [undefined, 90]);
      const isOver = async (): Promise<boolean> => {
        await advance(gateway, 120);
        const all = bodyOf(await shop.call<Json[]>('GET', paymentId, '/refunds'));
        return all.every((each) => each['status'] === 'COMPLETED');
      };
      await until(isOver, 'the refunds to end');
      assert.deepEqual(await refundedOf(shop, paymentId), [59.99, 40.01]);
      assert.deepEqual(await booksOf(shop), {});
      const nothing = await refund(shop, paymentId, { subpaymentId, amount: 0.01 });
      assert.deepEqual(refusalOf(nothing), [422, 'REFUND_EXCEEDS_PAYMENT']);
    });
  }

  test('a refund names a share of its payment and never exceeds it', async () => {
    const shop = await addMarketplace(gateway);
    const [one, secondPayee] = shop.payees;
    const [paymentId, [first, second]] = await pay(shop, 100, [
      [one, 60],
      [secondPayee, 40],
    ]);
    const [, [foreign]] = await pay(shop, 10, [[one, 10]]);
    const refused: readonly [body: Json, status: number, code: string][] = [
      [{ subpaymentId: foreign }, 404, 'SUBPAYMENT_NOT_FOUND'],
      [{ subpaymentId: 'x', amount: 1 }, 404, 'SUBPAYMENT_NOT_FOUND'],
      [{ subpaymentId: '' }, 400, 'INVALID_REQUEST'],
      [{ amount: 60 }, 422, 'SUBPAYMENT_REQUIRED'],
      [{ amount: 99.99 }, 422, 'SUBPAYMENT_REQUIRED'],
      [{ amount: 100.01 }, 422, 'REFUND_EXCEEDS_PAYMENT'],
      [{ subpaymentId: first, amount: 60.01 }, 422, 'REFUND_EXCEEDS_SUBPAYMENT'],
      [{ subpaymentId: first, amount: -1 }, 400, 'INVALID_REQUEST'],
    ];
    for (const [body, status, code] of refused) {
      assert.deepEqual(refusalOf(await refund(shop, paymentId, body)), [status, code]);
    }
    assert.deepEqual(await refundedOf(shop, paymentId), [0, 0]);
    const extRefundId = `share-${paymentId}`;
    const refunded = bodyOf(await refund(shop, paymentId, { subpaymentId: first, extRefundId }));
    assert.equal(refunded['amount'], 60);
    const again = bodyOf(await refund(shop, paymentId, { subpaymentId: first, extRefundId }));
    assert.equal(again['refundId'], refunded['refundId']);
    const taken = await refund(shop, paymentId, { subpaymentId: second, amount: 40, extRefundId });
    assert.deepEqual(refusalOf(taken), [409, 'REFUND_ID_USED']);
    const over = await refund(shop, paymentId, { subpaymentId: first });
    assert.deepEqual(refusalOf(over), [422, 'REFUND_EXCEEDS_SUBPAYMENT']);
    assert.deepEqual(await refundedOf(shop, paymentId), [60, 0]);
    const standard = await shop.pay();
    const named = await refund(shop, standard, { subpaymentId: first });
    assert.deepEqual(refusalOf(named), [400, 'INVALID_REQUEST']);
  });

  test('a declined refund returns its money to the share', async () => {
    const shop = await addMarketplace(gateway);
    const [one] = shop.payees;
    const [paymentId, [subpaymentId]] = await pay(shop, 100, [[one, 100]]);
    const refunded = bodyOf(await refund(shop, paymentId, { subpaymentId, amount: 1.82 }));
    assert.equal(refunded['status'], 'PENDING');
    assert.deepEqual(await refundedOf(shop, paymentId), [1.82]);
    const isOver = async (): Promise<boolean> => {
      await advance(gateway, 20);
      const path = `/refund/${String(refunded['refundId'])}`;
      return bodyOf(await shop.call('GET', paymentId, path))['status'] === 'REJECTED';
    };
    await until(isOver, 'the refund to be declined');
    assert.deepEqual(await refundedOf(shop, paymentId), [0]);
    assert.equal((await booksOf(shop))[`PAYABLE_TO:${one}`], '10000');
  });

  test('a cancelled split leaves nothing in the books', async () => {
    const shop = await addMarketplace(gateway);
    const [one, secondPayee] = shop.payees;
    const [paymentId] = await pay(shop, 100, [
      [one, 60, { commission: 5 }],
      [secondPayee, 30],
      [shop.merchantId, 10],
    ]);
    bodyOf(await shop.call('POST', paymentId, '/cancel'));
    await waitFor(shop, paymentId, 'CANCELLED');
    assert.deepEqual(await booksOf(shop), {});
    const shares = await sharesOf(shop, paymentId);
    assert.deepEqual(new Set(shares.map((share) => share['status'])), new Set(['CANCELLED']));
  });

  test('after settlement the marketplace pays refunds of shares from its own balance', async () => {
    const shop = await addMarketplace(gateway);
    const [one] = shop.payees;
    const [paymentId, [subpaymentId]] = await pay(shop, 10, [[one, 10]]);
    await advance(gateway, 3 * DAY_SECONDS);
    const admin = (path: string, body: Json): Promise<Reply> =>
      gateway.call('POST', `/v1/admin/merchants/${shop.merchantId}${path}`, {
        token: gateway.adminKey,
        body,
      });
    const rolled = bodyOf(await admin('/secrets', { kind: 'API' }));
    const token = await gateway.authenticate(shop.merchantId, rolled['apiSecret'] as string);
    const later = { ...merchantClientOf(gateway, token), ...pickShop(shop) };
    await waitFor(later, paymentId, 'SETTLED');
    const isPaidOut = async (): Promise<boolean> => (await booksOf(shop))['BANK'] === '1000';
    await until(isPaidOut, 'the payout');
    const poor = await refund(later, paymentId, { subpaymentId, amount: 4 });
    assert.deepEqual(refusalOf(poor), [422, 'INSUFFICIENT_FUNDS']);
    assert.deepEqual(await refundedOf(later, paymentId), [0]);
    bodyOf(await admin('/deposits', { amount: 5, currency: 'PLN', reference: paymentId }));
    const made = bodyOf(await refund(later, paymentId, { subpaymentId, amount: 4 }));
    assert.equal(made['status'], 'COMPLETED');
    assert.equal((await booksOf(shop))['MERCHANT_PAYABLE'], '100');
    assert.deepEqual(await refundedOf(later, paymentId), [4]);
  });

  for (const [currency, unit] of [
    ['PLN', 100],
    ['JPY', 1],
    ['KWD', 1000],
  ] as const) {
    test(`settlement in ${currency} pays each submerchant and credits the commission`, async () => {
      const shop = await addMarketplace(gateway);
      const [one, secondPayee] = shop.payees;
      const major = (minor: number): number => minor / unit;
      const options = { currency, options: { transKind: 'PREAUTH' } };
      const shares: ShareRequest[] = [
        [one, major(300), { commission: major(100) }],
        [secondPayee, major(501), { commission: major(1) }],
        [shop.merchantId, major(199)],
      ];
      const [paymentId, [first]] = await pay(shop, major(1000), shares, options);
      bodyOf(await shop.call('POST', paymentId, '/capture'));
      bodyOf(await refund(shop, paymentId, { subpaymentId: first, amount: major(100) }));
      await advance(gateway, 3 * DAY_SECONDS);
      const batchesOf = async (merchantId: string): Promise<Json[]> => {
        const path = `/v1/admin/merchants/${merchantId}/settlements`;
        const reply = await gateway.call<{ settlements: Json[] }>('GET', path, {
          token: gateway.adminKey,
        });
        return Object.values(bodyOf(reply)).flat();
      };
      const isPaidOut = async (): Promise<boolean> => {
        const found = await batchesOf(shop.merchantId);
        return found.length === 3 && found.every((batch) => batch['status'] === 'CLOSED');
      };
      await until(isPaidOut, 'the batches to be paid out');
      const payouts = new Map(
        (await batchesOf(shop.merchantId)).map((batch) => [batch['payeeId'], batch['payout']]),
      );
      // A third of the first share is refunded: its commission of 100 becomes 66.67, so 67.
      assert.equal(payouts.get(one), major(133));
      assert.equal(payouts.get(secondPayee), major(500));
      assert.equal(payouts.get(shop.merchantId), major(199 + 67 + 1));
      const books = await booksOf(shop);
      assert.deepEqual(
        Object.keys(books).sort(),
        ['BANK', 'RECEIVABLE:sandbox'],
        'nothing is left',
      );
      assert.equal(books['BANK'], '900');
      const [own] = await batchesOf(one);
      assert.deepEqual([own?.['merchantId'], own?.['payeeId']], [shop.merchantId, one]);
    });
  }
});
