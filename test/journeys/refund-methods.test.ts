// Refunds of every payment method on both databases: the provider returns the money once, at once
// or later, and the merchant sees each step.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Json, Reply } from '../support/client.ts';
import { blikClient } from '../support/life/blik.ts';
import { addMerchantClient, bodyOf, paymentIdOf, refusalOf } from '../support/life/payments.ts';
import type { MerchantClient } from '../support/life/payments.ts';
import { addWalletShop } from '../support/life/wallets.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { advance } from '../support/sandbox.ts';
import { actAtBank, createTransfer, readTransfer, remoteIdOf } from '../support/transfers/bank.ts';
import { waitFor } from '../support/transfers/bank.ts';
import { databasesOfTier } from '../support/installation.ts';
import { onDatabases } from '../support/waiting/on-databases.ts';
import { until } from '../support/waiting/until.ts';

onDatabases(databasesOfTier, 'refunds of every method', (database) => {
  let gateway: BorrowedGateway;
  let merchant: MerchantClient;
  before(async () => {
    gateway = await exclusiveGateway(database);
    merchant = await addMerchantClient(gateway);
  });
  after(() => gateway?.release());

  const refund = (of: MerchantClient, paymentId: string, body?: unknown): Promise<Reply> =>
    of.call('POST', paymentId, '/refund', body);
  const pendingOf = async (of: MerchantClient): Promise<unknown> =>
    bodyOf(await of.call('GET', 'refunds', '/balance'))['pending'];
  const read = async (of: MerchantClient, made: Json): Promise<Json> => {
    const path = `/refund/${String(made['refundId'])}`;
    return bodyOf(await of.call('GET', String(made['paymentId']), path));
  };
  /** Moves the clock until the refund has ended. */
  const ended = async (of: MerchantClient, pending: Json, seconds: number): Promise<Json> => {
    let seen = pending;
    const isEnded = async (): Promise<boolean> => {
      await advance(gateway, seconds);
      seen = await read(of, pending);
      return seen['status'] !== 'PENDING';
    };
    await until(isEnded, `refund ${String(pending['refundId'])} to end`);
    return seen;
  };

  for (const [amount, status, refunded] of [
    [1.81, 'COMPLETED', 1.81],
    [1.82, 'REJECTED', 0],
    [1.84, 'COMPLETED', 1.84],
  ] as const) {
    test(`a card refund of ${String(amount)} is PENDING, then ${status}`, async () => {
      const shop = await addMerchantClient(gateway);
      const paymentId = await shop.pay({ amount: 100 });
      const pending = bodyOf(await refund(shop, paymentId, { amount }));
      assert.equal(pending['status'], 'PENDING');
      assert.equal(await pendingOf(shop), amount);
      const waiting = await shop.read(paymentId);
      assert.equal(waiting['refundedAmount'], amount, 'a refund in progress counts');
      assert.equal((waiting['pendingOperation'] as Json)['type'], 'REFUND');
      const tooMuch = await refund(shop, paymentId, { amount: 98.2 });
      assert.deepEqual(refusalOf(tooMuch), [422, 'REFUND_EXCEEDS_PAYMENT']);
      const beside = bodyOf(await refund(shop, paymentId, { amount: 1 }));
      assert.equal(beside['status'], 'COMPLETED', 'another refund need not wait');
      const cancelled = await shop.call('POST', paymentId, '/cancel');
      assert.deepEqual(refusalOf(cancelled), [409, 'ALREADY_REFUNDED']);
      const after = await ended(shop, pending, 20);
      assert.equal(after['status'], status);
      assert.equal(after['rejectCode'], status === 'REJECTED' ? 'DO_NOT_HONOR' : undefined);
      assert.equal(await pendingOf(shop), 0);
      assert.equal((await shop.read(paymentId))['refundedAmount'], refunded + 1);
      const balance = bodyOf(await shop.call('GET', 'refunds', '/balance'));
      assert.equal(balance['available'], Number((100 - refunded - 1).toFixed(2)));
    });
  }

  test('a refund goes through BLIK', async () => {
    const blik = blikClient(gateway, merchant.token);
    const payment = await blik.pay(await blik.code());
    await blik.answer(payment, 'accept');
    await blik.status(payment, 'COMPLETED');
    const paymentId = paymentIdOf({ body: payment, status: 200, text: '' } as Reply);
    const made = bodyOf(await refund(merchant, paymentId, { amount: 23 }));
    assert.deepEqual([made['status'], made['amount']], ['COMPLETED', 23]);
    assert.equal(bodyOf(await refund(merchant, paymentId))['amount'], 100);
    const returned = (await blik.records(payment)).filter((one) => one['verb'] === 'refund');
    assert.equal(returned.length, 2);
  });

  for (const provider of ['BM', 'PA']) {
    test(`a refund is transferred back by ${provider}, later`, async () => {
      const created = await createTransfer(merchant, { amount: 40, provider });
      const paymentId = paymentIdOf(created);
      const remoteId = remoteIdOf(created);
      await actAtBank(gateway, remoteId, 'pay');
      await waitFor(merchant, paymentId, 'COMPLETED');
      const made = bodyOf(await refund(merchant, paymentId, { amount: 15.5 }));
      const after = made['status'] === 'PENDING' ? await ended(merchant, made, 120) : made;
      assert.equal(after['status'], 'COMPLETED');
      const transfer = await readTransfer(gateway, remoteId);
      assert.equal((transfer as unknown as Json)['refundedAmount'], '15.50');
    });
  }

  test('a refund that the intermediary cannot pay is declined, and the money is free', async () => {
    const created = await createTransfer(merchant, { amount: 10.73 });
    const paymentId = paymentIdOf(created);
    await actAtBank(gateway, remoteIdOf(created), 'pay');
    await waitFor(merchant, paymentId, 'COMPLETED');
    const made = bodyOf(await refund(merchant, paymentId));
    const after = await ended(merchant, made, 120);
    assert.deepEqual([after['status'], await pendingOf(merchant)], ['REJECTED', 0]);
    assert.equal((await merchant.read(paymentId))['refundedAmount'], 0);
  });

  for (const type of ['APAY', 'GPAY', 'C2P'] as const) {
    test(`a refund of ${type} goes to the card behind it`, async () => {
      const shop = await addWalletShop(gateway);
      const reply = await shop.payWith(await shop.instrument(type));
      const paymentId = paymentIdOf(reply);
      await gateway.waitForStatus(shop.token, paymentId, 'COMPLETED');
      const made = bodyOf(await refund(shop, paymentId, { amount: 23.45 }));
      assert.deepEqual([made['status'], made['amount']], ['COMPLETED', 23.45]);
      assert.equal(bodyOf(await refund(shop, paymentId))['amount'], 100);
      const refused = await refund(shop, paymentId, { amount: 0.01 });
      assert.deepEqual(refusalOf(refused), [422, 'REFUND_EXCEEDS_PAYMENT']);
    });
  }
});
