// Tests of the customer's way back: only a query that its own provider has proven leads to a
// payment, and a merchant's own credentials lead only to its own payments.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../core/refusals.ts';
import { secret } from '../core/secret.ts';
import { decideRegister, decideStart } from '../payments/decisions/register.ts';
import { freshPayment, plainStart } from '../payments/decisions/testing/fresh-payment.ts';
import { approvalOf } from '../providers/outcome.ts';
import type { Provider } from '../providers/provider.ts';
import type { Credentials } from '../providers/credentials/credentials.ts';
import { noCredentials } from '../providers/credentials/testing/no-credentials.ts';
import { memoryProcessing } from '@bramka/test/support/processing/memory-processing.ts';
import { handleReturn } from './handle-return.ts';

const own: Credentials = { key: secret('of the merchant') };
const page = 'https://pay.example/page';

async function waiting(ownMerchant = '') {
  const rig = memoryProcessing();
  rig.answer = () => approvalOf('op-1');
  const now = rig.now();
  const start = { ...plainStart, provider: 'scripted', waitUntil: now.at + 60_000 };
  const registered = decideRegister(freshPayment(now, { channel: 'PAYWALL' }), {}, now);
  const { payment, attempts } = await rig.commit(decideStart(registered, start, now));
  const attemptId = attempts[0]?.attemptId ?? '';
  const ofAttempt = (id: string, of: string) =>
    Promise.resolve(id === ownMerchant && of === attemptId ? { ...own } : null);
  const deps = {
    ...rig.parts,
    links: { page: () => page },
    credentialsAt: () => ({ ...noCredentials, ofAttempt }),
  } as never;
  const [scripted] = rig.parts.providers.list;
  assert.ok(scripted);
  const provider = (provenBy: Credentials | null, more: Partial<Provider> = {}): Provider => ({
    ...scripted,
    readReturn: ({ id }) => Promise.resolve(id === undefined ? id : { attemptId: id, provenBy }),
    ...more,
  });
  return {
    attemptId,
    provider,
    come: async (providers: readonly Provider[], query: Record<string, string>) => {
      try {
        return await handleReturn(deps, providers, query);
      } catch (error) {
        return error instanceof Refusal ? error.code : assert.fail(String(error));
      }
    },
    asked: () => rig.called.map(({ verb }) => verb),
    status: async () => (await rig.load(payment)).payment.status,
  };
}

test('the customer continues; a provider without messages is asked', async () => {
  const { come, provider, attemptId, asked, status } = await waiting();
  const without = { ...provider(null), name: 'other' };
  assert.equal(await come([without, provider(null)], { id: attemptId }), page);
  assert.deepEqual([asked(), await status()], [['inquire'], 'COMPLETED']);
});

test('a provider with messages is not asked: its message decides', async () => {
  const { come, provider, attemptId, asked, status } = await waiting();
  const readMessage = () => Promise.resolve('unreadable' as const);
  assert.equal(await come([provider(null, { readMessage })], { id: attemptId }), page);
  assert.deepEqual([asked(), await status()], [[], 'PENDING']);
});

test('what no provider has proven leads nowhere', async () => {
  const { come, provider, attemptId, asked } = await waiting();
  const foreign = { ...provider(null), name: 'other' };
  assert.equal(await come([provider(null)], {}), 'NOTIFICATION_NOT_AUTHENTIC');
  assert.equal(await come([provider(null)], { id: '7' }), 'NOTIFICATION_NOT_AUTHENTIC');
  assert.equal(await come([foreign], { id: attemptId }), 'NOTIFICATION_NOT_AUTHENTIC');
  assert.deepEqual(asked(), []);
});

test('the credentials of a merchant lead to its own payments only', async () => {
  for (const [merchantId, expected] of [
    ['10000001', page],
    ['10000002', 'NOTIFICATION_NOT_AUTHENTIC'],
    ['', 'NOTIFICATION_NOT_AUTHENTIC'],
  ] as const) {
    const { come, provider, attemptId } = await waiting(merchantId);
    assert.equal(await come([provider(own)], { id: attemptId }), expected, merchantId);
  }
});
