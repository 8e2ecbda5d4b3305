// The next provider after a certain failure, on a running gateway with three card providers besides
// the simulated acquirer: what is tried, what is carried over, what the merchant sees, and that an
// unknown outcome is never tried elsewhere.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { sandboxLaunch } from '@bramka/cli/start/sandbox-launch.ts';
import { readConfig } from '@bramka/gateway/config.ts';
import { open } from '@bramka/gateway/core/secret.ts';
import { httpTransport } from '@bramka/gateway/http/outgoing.ts';
import { launch, type Launched } from '@bramka/gateway/launch.ts';
import { approvalOf, type Outcome } from '@bramka/gateway/providers/outcome.ts';
import type { PlainRequest, Verb } from '@bramka/gateway/providers/plain/messages.ts';
import { plainAcquirer } from '@bramka/gateway/providers/plain/plain.provider.ts';
import type { RejectCode } from '@bramka/gateway/providers/reject-codes.ts';
import { createClient, type Client, type Json } from '../support/client.ts';
import { addMerchantClient, card, type MerchantClient } from '../support/life/payments.ts';
import { scriptedProvider } from '../support/providers/doubles/scripted-provider.ts';
import { browserDevice, cards } from '../support/threeds/challenge.ts';
import { until } from '../support/waiting/until.ts';

const first = scriptedProvider('first');
const second = scriptedProvider('second');
const third = scriptedProvider('third');
const all = [first, second, third];
/** A real address where nobody listens. */
const absent = httpTransport<Verb, PlainRequest>({
  url: 'http://127.0.0.1:9',
  key: null,
  timeoutMs: 5_000,
});
const unreachable = plainAcquirer('unreachable', absent.send, 60_000);
let gateway: Launched;
let client: Client;
let shop: MerchantClient;
let directory: string;

const declined = (rejectCode: RejectCode, mayTryElsewhere?: true): Outcome => ({
  kind: 'declined',
  rejectCode,
  reference: null,
  providerCode: `code ${rejectCode}`,
  ...(mayTryElsewhere && { mayTryElsewhere }),
});
const elsewhere = declined('PROVIDER_UNAVAILABLE', true);

before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'bramka-failover-'));
  const env = { PORT: '0', BRAMKA_DATA_DIR: directory, BRAMKA_LOG_LEVEL: 'silent' };
  const { options } = sandboxLaunch();
  gateway = await launch({
    config: readConfig(env),
    ...options,
    async connectProviders(context) {
      const connected = await options.connectProviders(context);
      const added = [...all.map(({ provider }) => provider), unreachable];
      return { ...connected, providers: [...added, ...connected.providers] };
    },
  });
  client = createClient(gateway.url, open(gateway.adminKey));
});
after(async () => {
  await absent.close();
  await gateway?.close();
  rmSync(directory, { recursive: true, force: true });
});
beforeEach(() => {
  for (const one of all) {
    one.answer = approvalOf(one.provider.name);
    one.finding = { kind: 'unknown', why: 'timeout' };
    one.authorizations.length = 0;
    one.refunds.length = 0;
  }
});

/** From now on the payments are those of a new merchant with these providers. */
async function useProviders(...names: string[]): Promise<void> {
  shop = await addMerchantClient(client, { providers: { CARD: names } });
}

async function pay(status: string, extra: Json = {}): Promise<string> {
  const made = await shop.create({}, { instrument: card, ...extra });
  assert.equal(made.status, 200, made.text);
  const paymentId = String(made.body['paymentId']);
  await client.waitForStatus(shop.token, paymentId, status);
  return paymentId;
}

const tried = () => all.map(({ authorizations }) => authorizations.length);
const transactionsOf = async (paymentId: string) =>
  (await shop.transactions(paymentId)).map(({ type, status, rejectCode }) =>
    [type, status, rejectCode].filter(Boolean).join(' '),
  );

test('a decline that another provider may approve goes to the next one', async () => {
  await useProviders('first', 'second', 'third');
  first.answer = elsewhere;
  const paymentId = await pay('COMPLETED');
  assert.deepEqual(tried(), [1, 1, 0]);
  assert.deepEqual(await transactionsOf(paymentId), [
    'AUTH REJECTED PROVIDER_UNAVAILABLE',
    'AUTH COMPLETED',
  ]);
  const { capturedAmount, rejectCode } = await shop.read(paymentId);
  assert.deepEqual([capturedAmount, rejectCode], [123.45, undefined]);
  const [one] = first.authorizations;
  const [other] = second.authorizations;
  assert.notEqual(one?.attemptId, other?.attemptId);
  assert.deepEqual(other?.means, one?.means, 'the same card with its security code');
  assert.deepEqual([other?.amount, other?.paymentId], [one?.amount, paymentId]);
});

test('a refund goes to the provider that took the money', async () => {
  await useProviders('first', 'second');
  first.answer = elsewhere;
  const paymentId = await pay('COMPLETED');
  const body = { extRefundId: `refund-${paymentId}`, amount: 123.45 };
  const refunded = await shop.call('POST', paymentId, '/refund', body);
  assert.equal(refunded.status, 200, refunded.text);
  await until(() => second.refunds.length === 1, 'the refund');
  assert.equal(second.refunds[0]?.originalAttemptId, second.authorizations[0]?.attemptId);
  assert.equal(first.refunds.length, 0);
});

test('a provider that cannot be connected to was certainly not reached', async () => {
  await useProviders('unreachable', 'second');
  const paymentId = await pay('COMPLETED');
  assert.deepEqual(tried(), [0, 1, 0]);
  assert.deepEqual(await transactionsOf(paymentId), [
    'AUTH REJECTED PROVIDER_UNAVAILABLE',
    'AUTH COMPLETED',
  ]);
});

test('the proof of the authentication is carried over', async () => {
  await useProviders('first', 'second');
  first.answer = elsewhere;
  const instrument = { ...card, instrumentNo: cards.frictionless };
  await pay('COMPLETED', { instrument, device: browserDevice() });
  const proofs = [first, second].map(({ authorizations: [sent] }) => {
    assert.ok(sent?.means.kind === 'card' && sent.means.threeDS);
    const { cavv, ...facts } = sent.means.threeDS;
    return { ...facts, cavv: cavv && open(cavv) };
  });
  assert.equal(proofs[0]?.eci, '05');
  assert.deepEqual(proofs[1], proofs[0]);
});

for (const [name, answer] of [
  ['a time-out', { kind: 'unknown', why: 'timeout' }],
  ['a broken connection', { kind: 'unknown', why: 'connection' }],
  ['an unreadable answer', { kind: 'unknown', why: 'garbage' }],
  ['a provider error', { kind: 'unknown', why: 'provider-error' }],
  ['a pending answer', { kind: 'pending', reference: 'p-1', customer: null }],
] as const) {
  test(`${name} is never tried elsewhere, not even when it turns out as a decline`, async () => {
    await useProviders('first', 'second');
    first.answer = answer;
    const paymentId = await pay('PENDING');
    await until(() => first.authorizations.length === 1, 'the call');
    first.finding = elsewhere;
    await client.call('POST', '/sandbox/clock', { body: { advance: 60 } });
    await client.waitForStatus(shop.token, paymentId, 'REJECTED');
    assert.deepEqual(tried(), [1, 0, 0]);
  });
}

test('a plain decline ends the payment with the code of its provider', async () => {
  await useProviders('first', 'second');
  first.answer = declined('INSUFFICIENT_FUNDS');
  const paymentId = await pay('REJECTED');
  assert.deepEqual(tried(), [1, 0, 0]);
  assert.equal((await shop.read(paymentId))['rejectCode'], 'INSUFFICIENT_FUNDS');
});

test('the last decline counts if every provider declines', async () => {
  await useProviders('first', 'second', 'third');
  first.answer = elsewhere;
  second.answer = elsewhere;
  third.answer = declined('INSUFFICIENT_FUNDS');
  const paymentId = await pay('REJECTED');
  assert.deepEqual(tried(), [1, 1, 1]);
  assert.equal((await shop.read(paymentId))['rejectCode'], 'INSUFFICIENT_FUNDS');
});

test('at most three providers are tried', async () => {
  await useProviders('first', 'unreachable', 'third', 'second');
  first.answer = elsewhere;
  third.answer = elsewhere;
  await pay('REJECTED');
  assert.deepEqual(tried(), [1, 0, 1]);
});

test('a payment that names its provider has no other one', async () => {
  await useProviders('first', 'second');
  first.answer = elsewhere;
  const instrument = { ...card, provider: 'first' };
  const paymentId = await pay('REJECTED', { instrument });
  assert.deepEqual(tried(), [1, 0, 0]);
  assert.equal((await shop.read(paymentId))['rejectCode'], 'PROVIDER_UNAVAILABLE');
});
