// BLIK over Autopay, with one setting of the sandbox: a code that is confirmed on the phone, the
// notification, a refund; wrong codes, time-outs, cancellations and outcomes that are not known.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Json } from '../support/client.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { blikClient, type BlikClient, type Push } from '../support/life/blik.ts';
import { addMerchantClient, bodyOf, type MerchantClient } from '../support/life/payments.ts';
import type { Transfer } from '../support/transfers/bank.ts';
import { until } from '../support/waiting/until.ts';

let gateway: Gateway;
let merchant: MerchantClient;
let blik: BlikClient;

before(async () => {
  gateway = await startGateway({ env: { BRAMKA_SANDBOX_PROVIDERS: 'autopay-blik' } });
  await atNoon(gateway);
  merchant = await addMerchantClient(gateway, { name: 'Shop', recurringAllowed: true });
  blik = blikClient(gateway, merchant.token);
});
after(() => gateway?.stop());

/** Far from midnight in Warsaw, after which payments are settled. */
async function atNoon(one: Gateway): Promise<void> {
  const noon = new Date().setUTCHours(11, 0, 0, 0);
  const at = new Date(noon > Date.now() ? noon : noon + 86_400_000).toISOString();
  assert.equal((await one.call('POST', '/sandbox/clock', { body: { at } })).status, 200);
}

const idOf = (payment: Json): string => String(payment['paymentId']);

async function pay(instrument: Json | string, amount = 123, more: Json = {}) {
  const extOrderId = randomUUID().slice(0, 30);
  const payment = await blik.pay(instrument, { order: { amount, extOrderId }, ...more });
  return { payment, extOrderId };
}

/** The push on the phone, which shows what the shop sells. */
async function pushOf(extOrderId: string): Promise<string> {
  let found: (Push & { description?: string }) | undefined;
  await until(async () => {
    const { body } = await gateway.call<(typeof found)[]>('GET', '/sandbox/blik/api/pushes');
    found = body.find((one) => one?.description?.includes(extOrderId));
    return found !== undefined;
  }, 'a push');
  return found?.pushId ?? assert.fail('no push');
}

async function answer(extOrderId: string, action: 'accept' | 'refuse', save = false) {
  const pushId = await pushOf(extOrderId);
  const path = `/sandbox/blik/api/pushes/${pushId}`;
  assert.equal((await gateway.call('POST', path, { body: { action, save } })).status, 200);
}

async function ended(payment: Json): Promise<string> {
  const { status, rejectCode } = await blik.status(payment);
  return `${String(status)} ${(rejectCode as string | undefined) ?? ''}`.trim();
}

const advance = (seconds: number) =>
  gateway.call('POST', '/sandbox/clock', { body: { advance: seconds } });

const transfers = async () =>
  (await gateway.call<Transfer[]>('GET', '/sandbox/bank/transfers')).body;

test('a code is confirmed on the phone, notified by ITN and refunded', async () => {
  const { payment, extOrderId } = await pay(await blik.code());
  assert.equal(payment['status'], 'PENDING');
  await until(
    async () => (await merchant.read(idOf(payment)))['customerStep'] === 'confirm',
    'the request to confirm',
  );
  await answer(extOrderId, 'accept');
  assert.equal(await ended(payment), 'COMPLETED');
  const [paid] = await transfers();
  assert.deepEqual([paid?.bankId, paid?.state, paid?.amount], [509, 'PAID', '123.00']);
  const refund = bodyOf(await merchant.call('POST', idOf(payment), '/refund', { amount: 23 }));
  assert.equal(refund['status'], 'PENDING');
  const refunded = async () =>
    bodyOf(await merchant.call('GET', idOf(payment), `/refund/${String(refund['refundId'])}`));
  await until(async () => {
    await advance(61);
    return (await refunded())['status'] === 'COMPLETED';
  }, 'the refund');
  assert.equal((await transfers())[0]?.refundedAmount, '23.00');
});

test('the customer refuses on the phone', async () => {
  const { payment, extOrderId } = await pay(await blik.code());
  await answer(extOrderId, 'refuse');
  assert.equal(await ended(payment), 'REJECTED BLIK_USER_DECLINED');
});

test('a wrong code is corrected within the payment', async () => {
  const { payment } = await pay('111121');
  await until(
    async () => (await merchant.read(idOf(payment)))['dataRequest'] === 'BLIK_CODE',
    'the request for another code',
  );
  await blik.patch(payment, { code: '111112' });
  assert.equal(await ended(payment), 'COMPLETED');
});

test('a decline of the bank is reported with its reason', async () => {
  const { payment } = await pay('111112', 756.31);
  assert.equal(await ended(payment), 'REJECTED BLIK_INSUFFICIENT_FUNDS');
});

test('a push that nobody answers ends with the time-out', async () => {
  const { payment, extOrderId } = await pay(await blik.code());
  await pushOf(extOrderId);
  await advance(61);
  assert.equal(await ended(payment), 'REJECTED BLIK_USER_TIMEOUT');
});

test('a cancelled payment is stopped at Autopay, and the push disappears', async () => {
  const { payment, extOrderId } = await pay(await blik.code());
  await pushOf(extOrderId);
  bodyOf(await merchant.call('POST', idOf(payment), '/cancel'));
  await blik.status(payment, 'CANCELLED');
  await until(async () => (await transfers())[0]?.state === 'CANCELLED', 'the cancellation');
  const { body } = await gateway.call<Json[]>('GET', '/sandbox/blik/api/pushes');
  assert.ok(!JSON.stringify(body).includes(extOrderId));
});

// Amounts of the bank: the start is not answered or unreadable, no notification is sent.
for (const [amount, what] of [
  [10.7, 'a start that is never answered'],
  [10.71, 'an unreadable answer'],
  [10.67, 'no notification'],
] as const) {
  test(`${what}: the status message tells the result, once`, async () => {
    const { payment } = await pay('777123', amount);
    await until(async () => {
      await advance(30);
      return (await merchant.read(idOf(payment)))['status'] !== 'PENDING';
    }, 'the inquiry');
    assert.equal(await ended(payment), 'COMPLETED');
    const minor = amount.toFixed(2);
    assert.equal((await transfers()).filter((one) => one.amount === minor).length, 1);
  });
}

test('an alias that is saved on the phone pays without a code', async () => {
  const alias = `customer-${randomUUID()}`;
  const options = { registerAlias: true };
  const first = await pay({ type: 'BLIK_CODE', code: await blik.code(), alias }, 40, { options });
  await answer(first.extOrderId, 'accept', true);
  assert.equal(await ended(first.payment), 'COMPLETED');
  const { payment } = await pay({ type: 'BLIK_UID', alias }, 40);
  assert.equal(await ended(payment), 'COMPLETED');
  const other = await addMerchantClient(gateway, { name: 'Other shop' });
  const foreign = await blikClient(gateway, other.token).pay({ type: 'BLIK_UID', alias });
  await until(
    async () => (await other.read(idOf(foreign)))['dataRequest'] === 'BLIK_CODE',
    'the alias to be unknown to another merchant',
  );
});

test('a recurring agreement is refused: Autopay has none of this kind', async () => {
  const options = { recurring: 'INITIAL', recurringType: 'RECURRING', registerAlias: true };
  const alias = `customer-${randomUUID()}`;
  const instrument = { type: 'BLIK_CODE', code: '777123', alias, provider: 'BM' };
  const { payment } = await pay(instrument, 40, { options });
  assert.equal(await ended(payment), 'REJECTED BLIK_RECURRENCY_NOT_SUPPORTED');
});

test('bank transfers go on beside BLIK, and no code is in the log', async () => {
  const instrument = { type: 'PBL', bank: '204' };
  const order = { amount: 10, currency: 'PLN', extOrderId: randomUUID() };
  const reply = await gateway.call('POST', '/v1/ecommerce/payment', {
    token: merchant.token,
    body: { method: 'PBL', order, instrument },
  });
  assert.equal(await ended(bodyOf(reply)), 'COMPLETED');
  assert.ok(!/AuthorizationCode|777123|111112/.test(gateway.logs()));
});
