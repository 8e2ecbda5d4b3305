// Tests of the credentials that are added to calls: for which attempt they are looked up, and that
// nothing is sent when they cannot be read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secret } from '../../core/secret.ts';
import { handClock } from '../../core/testing/hand-clock.ts';
import { notAuthorized, notSent } from '../guard/guard.ts';
import type { Provider } from '../provider.ts';
import {
  ATTEMPT,
  ORIGINAL,
  transferFollowUp,
  transferInquiry,
  transferRequest,
} from '../testing/transfer-requests.ts';
import { keyField } from './credential-field.ts';
import type { Credentials } from './credentials.ts';
import { ConnectionLost } from '../../storage/errors.ts';
import { withCredentials } from './with-credentials.ts';

const answer = { kind: 'unknown', why: 'timeout' } as const;

function watchedProvider(more: Partial<Provider> = { credentialFields: [keyField] }) {
  const sent: (Credentials | undefined)[] = [];
  const send = ({ credentials }: { readonly credentials?: Credentials }) => {
    sent.push(credentials);
    return Promise.resolve(answer);
  };
  const provider: Provider = {
    name: 'test',
    means: [],
    maxInFlightMs: 0,
    authorize: send,
    followUps: { capture: send, refund: send },
    inquire: send,
    ...more,
  };
  return { provider, sent };
}

const request = transferRequest();
const followUp = transferFollowUp('r');
const inquiry = transferInquiry('authorize');
const clock = handClock();
const silent = { clock, log: { warn: () => undefined, error: () => undefined } };

test('every call gets the credentials of the attempt that made the payment', async () => {
  const own = { key: secret('own') };
  const { provider, sent } = watchedProvider();
  const asked: string[][] = [];
  const ofAttempt = (...words: string[]) => {
    asked.push(words);
    return Promise.resolve(own);
  };
  const wrapped = withCredentials(provider, { ofAttempt }, silent);
  await wrapped.authorize(request);
  await wrapped.followUps.capture?.(followUp);
  await wrapped.followUps.refund?.(followUp);
  await wrapped.inquire(inquiry);
  await wrapped.inquire({ ...inquiry, verb: 'refund', originalAttemptId: ORIGINAL });
  const { merchantId } = request;
  assert.deepEqual(
    asked,
    [ATTEMPT, ORIGINAL, ORIGINAL, ATTEMPT, ORIGINAL].map((id) => [merchantId, id]),
  );
  assert.deepEqual(sent, [own, own, own, own, own]);
  assert.deepEqual(Object.keys(wrapped.followUps), ['capture', 'refund'], 'no others');
});

test('without own credentials the request is sent as it is', async () => {
  const requests: unknown[] = [];
  const { provider } = watchedProvider();
  const authorize = (one: unknown) => {
    requests.push(one);
    return Promise.resolve(answer);
  };
  const ofAttempt = () => Promise.resolve(null);
  await withCredentials({ ...provider, authorize }, { ofAttempt }, silent).authorize(request);
  assert.equal(requests[0], request);
});

test('credentials that cannot be read are not replaced by others: nothing is sent', async () => {
  const { provider, sent } = watchedProvider();
  const logged: object[] = [];
  const log = {
    warn: (facts: object) => void logged.push({ ...facts, level: 'warn' }),
    error: (facts: object) => void logged.push({ ...facts, level: 'error' }),
  };
  let reason = new Error('a key is missing');
  const ofAttempt = () => Promise.reject(reason);
  const wrapped = withCredentials(provider, { ofAttempt }, { clock, log });
  assert.equal(await wrapped.authorize(request), notAuthorized);
  assert.equal(await wrapped.followUps.capture?.(followUp), notSent);
  reason = new ConnectionLost(new Error('refused'), false);
  assert.equal(await wrapped.inquire(inquiry), notSent);
  assert.deepEqual(sent, []);
  const { merchantId } = request;
  const facts = logged.map((one) => {
    const { level, provider: name, merchantId: mid, err } = one as Record<string, unknown>;
    return [level, name, mid, err !== undefined];
  });
  assert.deepEqual(facts, [
    ['error', 'test', merchantId, true],
    ['error', 'test', merchantId, true],
    ['warn', 'test', merchantId, false],
  ]);
});

test('credentials that come late are not used: the attempt may be given up', async () => {
  const { provider, sent } = watchedProvider();
  let tookMs = 1000;
  const ofAttempt = () => {
    clock.advance(tookMs);
    return Promise.resolve(null);
  };
  const wrapped = withCredentials(provider, { ofAttempt }, silent);
  assert.equal(await wrapped.authorize(request), answer);
  tookMs += 1;
  assert.equal(await wrapped.authorize(request), notAuthorized);
  assert.equal(await wrapped.followUps.refund?.(followUp), notSent);
  assert.equal(sent.length, 1);
});

test('a provider that takes no credentials is called as it is', () => {
  const { provider } = watchedProvider({});
  const ofAttempt = () => Promise.reject(new Error('not asked'));
  assert.equal(withCredentials(provider, { ofAttempt }, silent), provider);
});

test('an error of the provider itself is not taken for missing credentials', async () => {
  const authorize = () => Promise.reject(new Error('a defect of the adapter'));
  const { provider } = watchedProvider({ credentialFields: [keyField], authorize });
  const ofAttempt = () => Promise.resolve(null);
  const wrapped = withCredentials(provider, { ofAttempt }, silent);
  await assert.rejects(wrapped.authorize(request), /a defect of the adapter/);
});
