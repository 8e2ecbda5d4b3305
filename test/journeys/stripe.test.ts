// Card payments over the simulated Stripe: every operation, strong authentication, lost answers and
// lost requests, and the webhook.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { secret } from '@bramka/gateway/core/secret.ts';
import { signatureHeader } from '@bramka/sandbox/stripe/webhooks.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import type { Json } from '../support/client.ts';
import {
  addMerchantClient,
  bodyOf,
  paymentIdOf,
  withoutRateLimits,
  type MerchantClient,
} from '../support/life/payments.ts';
import { advance, readClock } from '../support/sandbox.ts';
import { cards, payWithDevice } from '../support/threeds/challenge.ts';
import { untilRangesKnown } from '../support/threeds/known-ranges.ts';
import { until } from '../support/waiting/until.ts';

let gateway: Gateway;
let merchant: MerchantClient;

before(async () => {
  gateway = await startGateway({
    env: { ...withoutRateLimits, BRAMKA_SANDBOX_PROVIDERS: 'stripe' },
  });
  merchant = await addMerchantClient(gateway);
});
after(() => gateway?.stop());

/** The intent of the payment's last authorization, as Stripe shows it. */
async function intentOf(paymentId: string): Promise<Json> {
  const charges = await gateway.chargesOf(paymentId);
  const attemptId = charges.find(({ verb }) => verb === 'authorize')?.attemptId ?? '';
  const query = encodeURIComponent(`metadata['attempt']:'${attemptId}'`);
  const path = `/sandbox/stripe/v1/payment_intents/search?query=${query}`;
  const { data } = bodyOf(await gateway.call<{ data: Json[] }>('GET', path));
  assert.equal(data.length, 1);
  return data[0] ?? {};
}

const shown = ({ status, amount, amount_received: received }: Json) => [status, amount, received];

async function setFaults(...faults: Json[]): Promise<void> {
  const provider = 'stripe';
  const body =
    faults.length === 0 ? { provider, clear: true } : faults.map((one) => ({ provider, ...one }));
  bodyOf(await gateway.call('POST', '/sandbox/faults', { body }));
}

test('a sale is an intent that succeeded', async () => {
  const paymentId = await merchant.pay({ amount: 12.34 });
  assert.deepEqual(shown(await intentOf(paymentId)), ['succeeded', 1234, 1234]);
});

test('a decline keeps its reason', async () => {
  const paymentId = await merchant.pay({ card: '4000000000009995', repeat: false }, 'REJECTED');
  assert.equal((await merchant.read(paymentId))['rejectCode'], 'INSUFFICIENT_FUNDS');
  assert.equal((await intentOf(paymentId))['status'], 'requires_payment_method');
});

test('the result of 3-D Secure reaches the issuer, who checks it', async () => {
  await untilRangesKnown(gateway);
  const reply = await payWithDevice(gateway, { token: merchant.token, card: cards.frictionless });
  const paymentId = paymentIdOf(reply);
  await gateway.waitForStatus(merchant.token, paymentId, 'COMPLETED');
  const [charge] = await gateway.chargesOf(paymentId);
  assert.equal((charge as unknown as Json)['eci'], '05');
});

test('a hold is raised, never lowered, and captured in part', async () => {
  const paymentId = await merchant.preauthorize(100);
  assert.deepEqual(shown(await intentOf(paymentId)), ['requires_capture', 10_000, 0]);
  await merchant.adjust(paymentId, 110);
  assert.deepEqual(shown(await intentOf(paymentId)), ['requires_capture', 11_000, 0]);
  const lower = await merchant.call('POST', paymentId, '/adjustment', { amount: 50 });
  assert.notEqual(lower.body['status'], 'COMPLETED', lower.text);
  const captured = bodyOf(await merchant.call('POST', paymentId, '/capture', { amount: 80 }));
  assert.equal(captured['capturedAmount'], 80);
  assert.deepEqual(shown(await intentOf(paymentId)), ['succeeded', 11_000, 8_000]);
});

test('a cancelled hold is a cancelled intent, and a cancelled sale is refunded', async () => {
  const hold = await merchant.preauthorize(20);
  bodyOf(await merchant.call('POST', hold, '/cancel'));
  await gateway.waitForStatus(merchant.token, hold, 'CANCELLED');
  assert.equal((await intentOf(hold))['status'], 'canceled');
  const sale = await merchant.pay({ amount: 30 });
  bodyOf(await merchant.call('POST', sale, '/cancel'));
  await gateway.waitForStatus(merchant.token, sale, 'CANCELLED');
  assert.deepEqual(await refundsOf(sale), [['succeeded', 3000]]);
});

test('a refund is made once', async () => {
  const paymentId = await merchant.pay({ amount: 40 });
  await setFaults({ dropAnswer: true, verbs: ['refund'], remaining: 1 });
  const reply = await merchant.call('POST', paymentId, '/refund', { amount: 15 });
  assert.ok(reply.status < 300, reply.text);
  await until(async () => {
    await advance(gateway, 60);
    return (await merchant.read(paymentId))['refundedAmount'] === 15;
  }, 'the refund');
  assert.deepEqual(await refundsOf(paymentId), [['succeeded', 1500]]);
});

async function refundsOf(paymentId: string): Promise<unknown[]> {
  const { id } = await intentOf(paymentId);
  const path = `/sandbox/stripe/v1/refunds?payment_intent=${String(id)}`;
  const { data } = bodyOf(await gateway.call<{ data: Json[] }>('GET', path));
  return data.map(({ status, amount }) => [status, amount]);
}

test('a confirmation without an answer is completed by the webhook', async () => {
  await setFaults({ dropAnswer: true, verbs: ['confirm'], remaining: 1 });
  const paymentId = await merchant.pay({ amount: 50 });
  assert.deepEqual(shown(await intentOf(paymentId)), ['succeeded', 5000, 5000]);
});

const failed = ['ERROR', 'REJECTED'];
const lost: [what: string, verb: string, fault: Json, statuses: string[]][] = [
  ['the answer to a confirmation', 'confirm', { dropAnswer: true }, ['COMPLETED']],
  ['a confirmation', 'confirm', { timeout: true }, failed],
  ['the intent', 'create', { timeout: true }, failed],
];
for (const [what, verb, fault, statuses] of lost) {
  test(`without webhooks and ${what}, an inquiry ends it ${statuses[0]}`, async () => {
    const noWebhooks = { timeout: true, verbs: ['webhook'] };
    await setFaults({ ...fault, verbs: [verb], remaining: 1 }, noWebhooks);
    const paymentId = paymentIdOf(await merchant.create({ amount: 60, repeat: false }));
    const isThere = async (): Promise<boolean> => {
      await advance(gateway, 30);
      const { status } = await gateway.statusOf(merchant.token, paymentId);
      assert.ok(status === 'PENDING' || statuses.includes(String(status)), String(status));
      return status !== 'PENDING';
    };
    await until(isThere, 'the end');
    await setFaults();
    const charges = (await gateway.chargesOf(paymentId)).filter((one) => one.result === 'APPROVED');
    assert.equal(charges.length, statuses === failed ? 0 : 1);
  });
}

describe('messages', () => {
  const KEY = 'sandbox-stripe-key';
  const path = '/v1/ecommerce/notifications/stripe';
  const event = (type: string, object: Json): string =>
    JSON.stringify({ id: 'evt_1', object: 'event', created: seconds(), type, data: { object } });
  const send = async (text: string, key = KEY, query = ''): Promise<number> => {
    const { now } = await readClock(gateway);
    const header = signatureHeader(text, Math.floor(Date.parse(now) / 1000), secret(key));
    const headers = { 'content-type': 'application/json', 'stripe-signature': header };
    return (await gateway.call('POST', `${path}${query}`, { headers, body: text })).status;
  };
  const seconds = (): number => Math.floor(Date.now() / 1000);

  test('forged ones, and those of another account, pay nothing', async () => {
    await setFaults(
      { timeout: true, verbs: ['confirm'], remaining: 1 },
      { timeout: true, verbs: ['webhook'] },
    );
    const paymentId = paymentIdOf(await merchant.create({ amount: 70, repeat: false }));
    const statusOf = async () => (await gateway.statusOf(merchant.token, paymentId))['status'];
    const attempt = { merchant: '', payment: paymentId, attempt: paymentId };
    const text = event('payment_intent.succeeded', { object: 'payment_intent', metadata: attempt });
    assert.equal(await send(text, 'another key'), 401);
    assert.equal(await send(text, KEY, '?account=acct_1'), 401);
    assert.equal(await send(text), 200, 'a payment of others has no effect');
    assert.equal(await statusOf(), 'PENDING');
    await setFaults();
  });

  test('a dispute is recorded for the payment of its intent', async () => {
    const paymentId = await merchant.pay({ amount: 80 });
    const { id } = await intentOf(paymentId);
    const dispute = {
      ...{ id: 'du_1', object: 'dispute', amount: 8000, currency: 'pln' },
      ...{ status: 'needs_response', reason: 'fraudulent', payment_intent: id },
    };
    assert.equal(await send(event('charge.dispute.created', dispute)), 200);
    const listed = await gateway.call('GET', '/v1/admin/disputes', { token: gateway.adminKey });
    assert.ok(listed.text.includes(paymentId), listed.text);
  });
});
