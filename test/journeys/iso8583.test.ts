// Card payments over ISO 8583: a sandbox gateway with the simulated host as its first provider.
// Every operation, proofs of authentication, lost connections, and no card data in what is printed.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { canaryNumbers } from '../support/canary.ts';
import type { Json } from '../support/client.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { createInstallation, type Installation } from '../support/installation.ts';
import {
  addMerchantClient,
  bodyOf,
  paymentIdOf,
  type MerchantClient,
} from '../support/life/payments.ts';
import { askSubsequent, beginSeries } from '../support/life/series.ts';
import { advance } from '../support/sandbox.ts';
import { rowsOf } from '../support/tables.ts';
import { cards, payWithDevice } from '../support/threeds/challenge.ts';

const canary = canaryNumbers();
let installation: Installation;
let gateway: Gateway;
let merchant: MerchantClient;
before(async () => {
  installation = await createInstallation('embedded');
  gateway = await startGateway({
    installation,
    env: {
      BRAMKA_SANDBOX_PROVIDERS: 'iso8583',
      BRAMKA_PROVIDER_TIMEOUT_MS: '1500',
      BRAMKA_LOG_LEVEL: 'trace',
    },
  });
  merchant = await addMerchantClient(gateway, { recurringAllowed: true });
});
after(() => installation?.remove());

async function setFaults(...faults: Json[]): Promise<void> {
  const provider = 'iso8583';
  const body =
    faults.length === 0 ? { provider, clear: true } : faults.map((one) => ({ provider, ...one }));
  const reply = await gateway.call('POST', '/sandbox/faults', { body });
  assert.equal(reply.status, 200, reply.text);
}
beforeEach(() => setFaults());

const chargesOf = (paymentId: string) =>
  gateway.chargesOf(paymentId) as unknown as Promise<Record<string, string>[]>;

/** What the acquirer behind the host recorded. */
async function recorded(paymentId: string): Promise<string[]> {
  const all = await chargesOf(paymentId);
  return all.map(({ verb, result, amountMinor }) => `${verb} ${result} ${amountMinor}`);
}

test('a sale, and a part of it returned', async () => {
  const paymentId = await merchant.pay({ amount: 100, card: canary.next() });
  bodyOf(await merchant.call('POST', paymentId, '/refund', { amount: 25 }));
  assert.deepEqual(await recorded(paymentId), ['authorize APPROVED 10000', 'refund APPROVED 2500']);
});

test('a hold, a new amount, and its capture', async () => {
  const paymentId = await merchant.preauthorize(100);
  await merchant.adjust(paymentId, 110);
  bodyOf(await merchant.call('POST', paymentId, '/capture', { amount: 60 }));
  assert.deepEqual(await recorded(paymentId), [
    'authorize APPROVED 10000',
    'adjust APPROVED 11000',
    'capture APPROVED 6000',
  ]);
});

test('a hold and a sale that are cancelled', async () => {
  for (const paymentId of [await merchant.preauthorize(100), await merchant.pay({ amount: 50 })]) {
    bodyOf(await merchant.call('POST', paymentId, '/cancel', {}));
    const [first, second] = await recorded(paymentId);
    assert.match(first ?? '', /^authorize VOID /);
    assert.match(second ?? '', /^reverse APPROVED /);
  }
});

test('a decline', async () => {
  const paymentId = await merchant.pay({ card: '4000000000009995' }, 'REJECTED');
  assert.equal((await merchant.read(paymentId))['rejectCode'], 'INSUFFICIENT_FUNDS');
});

test('the result of 3-D Secure and the id of a series reach the issuer', async () => {
  const { token } = merchant;
  const asked = { token, card: cards.frictionless, amount: 80 };
  const paymentId = paymentIdOf(await payWithDevice(gateway, asked));
  // The issuer compares the proof with its own records.
  await gateway.waitForStatus(token, paymentId, 'COMPLETED');
  assert.equal((await chargesOf(paymentId))[0]?.['eci'], '05');
  const first = await beginSeries(gateway, merchant);
  const [initial] = await chargesOf(first);
  const next = paymentIdOf(await askSubsequent(gateway, first, { ...merchant, amount: 40 }));
  await gateway.waitForStatus(token, next, 'COMPLETED');
  const [charge] = await chargesOf(next);
  assert.equal(charge?.['exemption'], 'MIT');
  assert.ok(initial?.['networkTransactionId']);
  assert.equal(charge?.['initialTransactionId'], initial['networkTransactionId']);
});

test('an authorization whose connection is lost is reversed and then rejected', async () => {
  await setFaults({ dropAnswer: true, verbs: ['authorize'], remaining: 1 });
  const paymentId = paymentIdOf(await merchant.create({ card: canary.next() }));
  await advance(gateway, 30);
  assert.equal((await merchant.read(paymentId))['status'], 'PENDING', 'it might still arrive');
  assert.deepEqual(await recorded(paymentId), ['authorize VOID 12345']);
  await advance(gateway, 120);
  const status = (await merchant.read(paymentId))['status'];
  assert.equal(status, 'REJECTED');
  await merchant.pay();
});

test('a capture whose connection is lost is sent again, and happens once', async () => {
  const paymentId = await merchant.preauthorize(100);
  await setFaults({ dropAnswer: true, verbs: ['capture'], remaining: 1 });
  await merchant.call('POST', paymentId, '/capture', { amount: 60 });
  await advance(gateway, 30);
  assert.equal((await merchant.read(paymentId))['capturedAmount'], 60);
  assert.deepEqual(await recorded(paymentId), [
    'authorize APPROVED 10000',
    'capture APPROVED 6000',
  ]);
});

test('every attempt was made at the host, and no card number was printed', async () => {
  await gateway.stop();
  const attempts = await rowsOf<{ provider: string; reference: string; code: string }>(
    installation,
    'select provider, reference, provider_code as code from attempts',
  );
  assert.deepEqual([...new Set(attempts.map(({ provider }) => provider))], ['iso8583']);
  assert.ok(attempts.some(({ code }) => code === '51'));
  const approved = attempts.filter(({ reference }) => reference !== null);
  const form = /^\d{4}-[0-9A-Z]{12}-\d{6}(-\d{6})?$/;
  for (const { reference } of approved) assert.match(reference, form);
  assert.ok(!gateway.logs().includes(canary.shared));
});
