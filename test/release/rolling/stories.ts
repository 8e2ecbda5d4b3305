// What shops and customers do during an upgrade: every kind of payment, step by step. Each step may
// meet another version of the gateway than the one before.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { canaryNumbers } from '../../support/canary.ts';
import type { Client, Json } from '../../support/client.ts';
import { blikClient, type BlikClient } from '../../support/life/blik.ts';
import { base, bodyOf, card, paymentIdOf } from '../../support/life/payments.ts';
import { tokenizerClient } from '../../support/life/tokens.ts';
import type { NotifiedShop } from '../../support/receivers/notified-shop.ts';
import { cards, passChallenge, payToChallenge } from '../../support/threeds/challenge.ts';
import { until } from '../../support/waiting/until.ts';

/** How a payment ended, and how it must still be after the upgrade. */
export interface Ended {
  readonly paymentId: string;
  readonly status: string;
  readonly capturedAmount?: number;
  readonly refundedAmount?: number;
}

type Story = (client: Client, shop: NotifiedShop) => Promise<Ended>;

const paid = (paymentId: string, capturedAmount: number): Ended => ({
  paymentId,
  status: 'COMPLETED',
  capturedAmount,
});

export const stories: Readonly<Record<string, Story>> = {
  /** Sent twice with one key, to two nodes. */
  async sale(client, { token }) {
    const request = { token, key: randomUUID(), orderId: randomUUID(), amount: 100 };
    const [first, again] = [await client.payByCard(request), await client.payByCard(request)];
    assert.equal(again.text, first.text);
    await client.waitForStatus(token, paymentIdOf(first), 'COMPLETED');
    return paid(paymentIdOf(first), 100);
  },
  async decline(_client, shop) {
    const paymentId = await shop.pay({ card: cards.declined }, 'REJECTED');
    return { paymentId, status: 'REJECTED' };
  },
  /** The acquirer does not answer: a job of any node asks it. */
  async silence(client, shop) {
    const paymentId = paymentIdOf(await shop.create({ card: cards.silent }));
    const { status } = await client.waitForStatus(shop.token, paymentId);
    return { paymentId, status: String(status) };
  },
  async capture(_client, shop) {
    const paymentId = await shop.preauthorize(100);
    await operate(shop, paymentId, 'adjustment', { amount: 110 });
    await operate(shop, paymentId, 'capture', { amount: 60 });
    return paid(paymentId, 60);
  },
  async cancellation(client, shop) {
    const paymentId = await shop.preauthorize(100);
    await operate(shop, paymentId, 'cancel');
    await client.waitForStatus(shop.token, paymentId, 'CANCELLED');
    return { paymentId, status: 'CANCELLED' };
  },
  async refund(_client, shop) {
    const paymentId = await shop.pay({ amount: 100 });
    const body = { amount: 40, extRefundId: randomUUID() };
    // Asked for again, it is the same refund.
    const ask = async (): Promise<Json> =>
      bodyOf(await shop.call('POST', paymentId, '/refund', body));
    await until(async () => (await ask())['status'] === 'COMPLETED', 'the refund');
    return { ...paid(paymentId, 100), refundedAmount: 40 };
  },
  async blik(client, { token }) {
    const blik = blikClient(client, token);
    const payment = await payWithCode(blik);
    await blik.answer(payment, 'accept');
    await blik.status(payment, 'COMPLETED');
    return paid(String(payment['paymentId']), 123);
  },
  async challenge(client, { token }) {
    const { paymentId, acsTxnId } = await payToChallenge(client, { token, amount: 100 });
    await passChallenge(client, acsTxnId);
    await client.waitForStatus(token, paymentId, 'COMPLETED');
    return paid(paymentId, 100);
  },
  async storedCard(client, { token }) {
    const { instrumentNo } = await tokenizerClient(client, token).tokenize(canaryNumbers().next());
    const instrument = { type: 'COF', instrumentNo };
    const reply = await client.payByCard({ token, amount: 100, extra: { instrument } });
    await client.waitForStatus(token, paymentIdOf(reply), 'COMPLETED');
    return paid(paymentIdOf(reply), 100);
  },
  /** The customer opens the link, and pays with the token that the page gets for it. */
  async page(client, shop) {
    const page = { channel: 'PAYWALL', instrument: null, method: null };
    const created = await shop.create({ amount: 100 }, page);
    const { pathname } = new URL(String(bodyOf(created)['redirectURL']));
    assert.equal((await client.call('GET', pathname)).status, 200);
    const body = { link: pathname.replace('/pay/', '') };
    const { clientToken } = bodyOf(await client.call('POST', `${base}/link`, { body }));
    const path = `${base}/${paymentIdOf(created)}/instrument`;
    bodyOf(await client.call('PUT', path, { token: String(clientToken), body: card }));
    await client.waitForStatus(shop.token, paymentIdOf(created), 'COMPLETED');
    return paid(paymentIdOf(created), 100);
  },
};

let phone: Promise<unknown> = Promise.resolve();

/** A new code ends the one before it, so the next customer waits until the push has arrived. */
function payWithCode(blik: BlikClient): Promise<Json> {
  const pushed = phone.then(async () => {
    const payment = await blik.pay(await blik.code());
    await blik.push(payment);
    return payment;
  });
  phone = pushed.catch(() => undefined);
  return pushed;
}

/** A later step is refused until this one has ended. */
async function operate(
  shop: NotifiedShop,
  paymentId: string,
  operation: string,
  body?: Json,
): Promise<void> {
  const reply = bodyOf(await shop.call('POST', paymentId, `/${operation}`, body));
  const isDone = async (): Promise<boolean> => {
    const list = await shop.transactions(paymentId);
    return list.some((one) => one['transId'] === reply['transId'] && one['status'] === 'COMPLETED');
  };
  await until(isDone, operation);
}

/** The payment as a merchant reads it now is as it ended. */
export async function assertStillEnded(shop: NotifiedShop, ended: Ended): Promise<void> {
  const read = await shop.read(ended.paymentId);
  const found = Object.keys(ended).map((name) => [name, read[name]]);
  assert.deepEqual(Object.fromEntries(found), ended);
}
