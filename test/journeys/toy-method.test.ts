// A payment method is one folder and one line: a toy method and its provider from a fixture folder
// are added to the lists, and payments work with them from creation to refund.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sandboxLaunch } from '@bramka/cli/start/sandbox-launch.ts';
import { readConfig } from '@bramka/gateway/config.ts';
import { open } from '@bramka/gateway/core/secret.ts';
import { launch, type Launched } from '@bramka/gateway/launch.ts';
import { standardMethods } from '@bramka/gateway/methods/registry.ts';
import type { Provider } from '@bramka/gateway/providers/provider.ts';
import { createClient, type Client, type Json } from '../support/client.ts';
import { voucherMethod } from '../support/toy-method/voucher.method.ts';
import { openVouchers } from '../support/toy-method/voucher.provider.ts';

const vouchers = openVouchers();
let gateway: Launched;
let client: Client;
let token: string;
let directory: string;
let orders = 0;

async function start(added: readonly Provider[]): Promise<void> {
  const env = { PORT: '0', BRAMKA_DATA_DIR: directory, BRAMKA_LOG_LEVEL: 'silent' };
  const { options } = sandboxLaunch();
  gateway = await launch({
    config: readConfig(env),
    ...options,
    methods: [...standardMethods, voucherMethod],
    async connectProviders(context) {
      const connected = await options.connectProviders(context);
      return { ...connected, providers: [...connected.providers, ...added] };
    },
  });
  client = createClient(gateway.url, open(gateway.adminKey));
  token = await client.authenticate();
}

before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'bramka-toy-method-'));
  await start([vouchers.provider]);
});
after(async () => {
  await gateway?.close();
  rmSync(directory, { recursive: true, force: true });
});

async function pay(voucher: string, other: Json = {}, options: Json = {}): Promise<Json> {
  orders += 1;
  const order = { amount: 12.5, currency: 'PLN', extOrderId: `order-${String(orders)}`, ...other };
  const body = { order, instrument: { type: 'GPAY', token: voucher }, options };
  const reply = await client.call('POST', '/v1/ecommerce/payment', { token, body });
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
}

/** The attempt is the last part of the address. */
const attemptOf = (payment: Json): string => String(payment['redirectURL']).split('/').at(-1) ?? '';

async function act(payment: Json, path: string): Promise<Json> {
  const id = String(payment['paymentId']);
  const reply = await client.call('POST', `/v1/ecommerce/payment/${id}/${path}`, { token });
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
}

async function advance(seconds: number): Promise<void> {
  const reply = await client.call('POST', '/sandbox/clock', { body: { advance: seconds } });
  assert.equal(reply.status, 200, reply.text);
}

test('is offered for payments that it fits', async () => {
  const methodsOf = async (payment: Json): Promise<unknown> => {
    const path = `/v1/ecommerce/payment/${String(payment['paymentId'])}/methods`;
    const { body } = await client.call<{ methods: Json[] }>('GET', path, { token });
    return body.methods.find(({ method }) => method === 'GPAY')?.['status'];
  };
  const make = async (order: Json): Promise<Json> => {
    const body = { order: { amount: 1, currency: 'PLN', ...order } };
    return (await client.call('POST', '/v1/ecommerce/payment', { token, body })).body;
  };
  assert.equal(await methodsOf(await make({})), 'ENABLED');
  assert.equal(await methodsOf(await make({ amount: 1000 })), 'ENABLED');
  assert.equal(await methodsOf(await make({ amount: 1000.01 })), 'DISABLED');
  assert.equal(await methodsOf(await make({ currency: 'EUR' })), 'DISABLED');
});

test('is refused early with the reason that it gives', async () => {
  for (const [voucher, other, code] of [
    ['V', { currency: 'EUR' }, 'CURRENCY_NOT_SUPPORTED'],
    ['V', { amount: 1000.01 }, 'LIMIT_EXCEEDED'],
    ['VOID', {}, 'INVALID_CARD'],
  ] as const) {
    const { status, rejectCode } = await pay(voucher, other);
    assert.deepEqual([status, rejectCode], ['REJECTED', code]);
  }
});

test('the customer goes to the provider, and a redeemed voucher completes it', async () => {
  const payment = await pay('V');
  assert.equal(payment['status'], 'PENDING');
  assert.equal(payment['method'], 'GPAY');
  const attemptId = attemptOf(payment);
  assert.equal(payment['redirectURL'], `https://vouchers.example/${attemptId}`);
  const read = await client.statusOf(token, String(payment['paymentId']));
  assert.equal(read['redirectURL'], payment['redirectURL']);
  vouchers.redeem(attemptId);
  await advance(10);
  const done = await client.waitForStatus(token, String(payment['paymentId']), 'COMPLETED');
  assert.equal('redirectURL' in done, false);
  const cancelled = await act(payment, 'cancel');
  assert.deepEqual(
    [cancelled['status'], cancelled['transactionStatus']],
    ['CANCELLED', 'COMPLETED'],
  );
  assert.equal(vouchers.calls.at(-1), `refund ${attemptId}`, 'a provider without reversals');
});

test('cancel and expiry stop the provider, and the order is free again', async () => {
  for (const end of [
    async (payment: Json) => void (await act(payment, 'cancel')),
    () => advance(1801),
  ]) {
    const payment = await pay('V');
    const attemptId = attemptOf(payment);
    const again = { extOrderId: `order-${String(orders)}` };
    const body = {
      order: { amount: 1, currency: 'PLN', ...again },
      instrument: { type: 'GPAY', token: 'V' },
    };
    const taken = await client.call('POST', '/v1/ecommerce/payment', { token, body });
    assert.equal(taken.status, 409, taken.text);
    await end(payment);
    token = await client.authenticate();
    await client.waitForStatus(token, String(payment['paymentId']), 'CANCELLED');
    assert.equal(vouchers.calls.at(-1), `stop ${attemptId} v-1`);
    const free = await pay('V', again);
    assert.equal(free['status'], 'PENDING');
  }
});

test('an operation that the provider does not offer is refused before it is written', async () => {
  const payment = await pay('V', {}, { transKind: 'PREAUTH' });
  vouchers.redeem(attemptOf(payment));
  await advance(10);
  await client.waitForStatus(token, String(payment['paymentId']), 'COMPLETED');
  const path = `/v1/ecommerce/payment/${String(payment['paymentId'])}/capture`;
  const reply = await client.call('POST', path, { token, body: {} });
  assert.deepEqual([reply.status, reply.body['code']], [409, 'OPERATION_NOT_SUPPORTED']);
  const list = `/v1/ecommerce/payment/${String(payment['paymentId'])}/transactions`;
  const { body } = await client.call<Json[]>('GET', list, { token });
  assert.equal(body.length, 1);
});

test('a refund is refused while its provider is not connected, and leaves nothing', async () => {
  const payment = await pay('V');
  vouchers.redeem(attemptOf(payment));
  await advance(10);
  const paymentId = String(payment['paymentId']);
  await client.waitForStatus(token, paymentId, 'COMPLETED');
  const read = async (path: string) =>
    (await client.call('GET', `/v1/ecommerce/payment/${path}`, { token })).body;
  const state = () =>
    Promise.all([paymentId, `${paymentId}/transactions`, 'refunds/balance'].map(read));
  const before = await state();
  await gateway.close();
  await start([]);
  const path = `/v1/ecommerce/payment/${paymentId}/refund`;
  const reply = await client.call('POST', path, { token, body: {} });
  assert.deepEqual([reply.status, reply.body['code']], [409, 'OPERATION_NOT_SUPPORTED']);
  assert.deepEqual(await state(), before);
});
