// Tests of the guard around a provider: what calls that are not made mean, the limit of concurrent
// calls, which outcomes count as failures, and the metrics.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { handClock } from '../../core/testing/hand-clock.ts';
import { money } from '../../core/money.ts';
import { createMetrics } from '../../http/metrics.ts';
import type { Finding, Outcome, Pending } from '../outcome.ts';
import type { Authorization, FollowUp, Inquiry, Provider } from '../provider.ts';
import { guardProvider, type GuardedProvider } from './guard.ts';

const ID = '0198c5d1-7b2a-7000-8000-000000000001';
const operation = {
  attemptId: ID,
  merchantId: '10000001',
  paymentId: '0198c5d1-7b2a-7000-8000-000000000002',
  amount: money(100n, 'PLN'),
};
const authorization: Authorization = {
  ...operation,
  kind: 'sale',
  means: {
    kind: 'redirect',
    bankId: 18,
    payer: { ip: null, userAgent: null, email: null, language: null },
    description: '',
    validUntil: 0,
  },
};
const followUp: FollowUp = { ...operation, originalAttemptId: ID, originalReference: null };
const inquiry: Inquiry = {
  merchantId: '10000001',
  paymentId: ID,
  attemptId: ID,
  verb: 'authorize',
  kind: 'sale',
  reference: null,
  amountMinor: 1n,
  currency: 'PLN',
};

const pending: Pending = { kind: 'pending', reference: null, customer: null };
const approved: Outcome = {
  kind: 'approved',
  reference: 'r-1',
  authCode: null,
  networkTransactionId: null,
};
const unavailable = {
  kind: 'declined',
  rejectCode: 'PROVIDER_UNAVAILABLE',
  reference: null,
  mayTryElsewhere: true,
};
const notSent = { kind: 'unknown', why: 'not-sent' };
const timeout: Outcome = { kind: 'unknown', why: 'timeout' };

const PAUSE_MS = 5000;

const isAvailable = (provider: GuardedProvider): boolean => provider.capacity() > 0;

/** A provider that answers when the test says so; calls are answered in their order. */
function rig(providerCalls = 2, providerFailures = 2) {
  const clock = handClock();
  const metrics = createMetrics();
  const logged: string[] = [];
  const waiting: { resolve: (outcome: Outcome) => void; reject: (error: Error) => void }[] = [];
  const wait = (): Promise<Outcome> =>
    new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  const provider: Provider = {
    name: 'test',
    means: ['REDIRECT'],
    maxInFlightMs: 60_000,
    authorize: wait,
    followUps: { refund: wait, stop: wait },
    inquire: wait,
  };
  const log = (facts: object, message: string): void =>
    void logged.push(`${message} ${JSON.stringify(facts)}`);
  const guarded = guardProvider(provider, {
    settings: {
      providerCalls,
      providerFailures,
      providerPauseMs: PAUSE_MS,
      providerMaxInFlightMs: 60_000,
    },
    clock,
    metrics,
    log: { warn: log },
  });
  const answered = async <T extends Finding>(call: Promise<T>, outcome: Outcome): Promise<T> => {
    waiting.shift()?.resolve(outcome);
    return call;
  };
  const fail = async (times: number, outcome: Outcome = timeout): Promise<void> => {
    for (let done = 0; done < times; done += 1) {
      assert.deepEqual(await answered(guarded.authorize(authorization), outcome), outcome);
    }
  };
  return { clock, metrics, logged, waiting, guarded, answered, fail };
}

test('passes calls through and has only the operations of the provider', async () => {
  const { guarded, answered } = rig();
  assert.deepEqual(await answered(guarded.authorize(authorization), approved), approved);
  assert.deepEqual(await answered(guarded.inquire(inquiry), pending), pending);
  const { refund, stop, capture } = guarded.followUps;
  assert.ok(refund && stop);
  assert.equal(capture, undefined);
  assert.deepEqual(Object.keys(guarded.followUps), ['refund', 'stop']);
  assert.deepEqual(await answered(refund(followUp), approved), approved);
  assert.deepEqual(guarded.means, ['REDIRECT']);
  assert.equal(guarded.maxInFlightMs, 60_000);
});

test('makes as many calls as the limit, and the next one when a call has ended', async () => {
  const { guarded, waiting, answered } = rig(2);
  const first = guarded.authorize(authorization);
  assert.equal(isAvailable(guarded), true);
  const second = guarded.inquire(inquiry);
  assert.equal(isAvailable(guarded), false);
  const { refund } = guarded.followUps;
  assert.ok(refund);
  const beyond: Promise<Finding>[] = [
    guarded.authorize(authorization),
    guarded.inquire(inquiry),
    refund(followUp),
  ];
  assert.equal(waiting.length, 2, 'the provider was called twice');
  assert.deepEqual(await Promise.all(beyond), [unavailable, notSent, notSent]);
  await answered(first, approved);
  assert.equal(isAvailable(guarded), true);
  const third = guarded.authorize(authorization);
  assert.equal(waiting.length, 2);
  await answered(second, approved);
  await answered(third, approved);
});

test('a call that throws ends: it does not occupy the limit, and counts as a failure', async () => {
  const { guarded, waiting } = rig(1, 2);
  for (const isAvailableAfter of [true, false]) {
    const call = guarded.authorize(authorization);
    waiting.shift()?.reject(new Error('defect'));
    await assert.rejects(call, { message: 'defect' });
    assert.equal(isAvailable(guarded), isAvailableAfter);
  }
});

test('calls that are not made during a pause are declined or unknown', async () => {
  const { guarded, waiting, fail } = rig();
  await fail(2);
  assert.equal(isAvailable(guarded), false);
  assert.deepEqual(await guarded.authorize(authorization), unavailable);
  assert.deepEqual(await guarded.inquire(inquiry), notSent);
  assert.deepEqual(await guarded.followUps.stop?.(followUp), notSent);
  assert.equal(waiting.length, 0);
});

test('a call without a connection was not made, and counts as a failure', async () => {
  const { guarded, answered } = rig(2, 3);
  const { refund } = guarded.followUps;
  assert.ok(refund);
  const lost: Outcome = { kind: 'unknown', why: 'not-sent' };
  assert.deepEqual(await answered(guarded.authorize(authorization), lost), unavailable);
  assert.deepEqual(await answered(refund(followUp), lost), notSent);
  assert.equal(isAvailable(guarded), true);
  assert.deepEqual(await answered(guarded.inquire(inquiry), lost), notSent);
  assert.equal(isAvailable(guarded), false);
});

const countedAsFailure: [outcome: Outcome, isFailure: boolean][] = [
  [timeout, true],
  [{ kind: 'unknown', why: 'connection' }, true],
  [{ kind: 'unknown', why: 'provider-error' }, true],
  [{ kind: 'unknown', why: 'garbage' }, false],
  [approved, false],
  [{ kind: 'declined', rejectCode: 'ISSUER_UNAVAILABLE', reference: null }, false],
  [pending, false],
];
for (const [outcome, isFailure] of countedAsFailure) {
  const why = outcome.kind === 'unknown' ? outcome.why : outcome.kind;
  test(`${why} ${isFailure ? 'counts' : 'does not count'} as a failure`, async () => {
    const { guarded, fail } = rig();
    await fail(2, outcome);
    assert.equal(isAvailable(guarded), !isFailure);
  });
}

test('not-found answers an inquiry: the provider works', async () => {
  const { guarded, answered, fail } = rig();
  await fail(1);
  await answered(guarded.inquire(inquiry), { kind: 'not-found' } as unknown as Outcome);
  await fail(1);
  assert.equal(isAvailable(guarded), true);
});

test('an inquiry may be the trial call; an authorization is declined meanwhile', async () => {
  const { guarded, clock, answered, fail } = rig();
  await fail(2);
  clock.advance(PAUSE_MS);
  assert.equal(isAvailable(guarded), true);
  const trial = guarded.inquire(inquiry);
  assert.equal(isAvailable(guarded), false);
  assert.deepEqual(await guarded.authorize(authorization), unavailable);
  await answered(trial, approved);
  assert.deepEqual(await answered(guarded.authorize(authorization), approved), approved);
});

test('the metrics show calls in progress, the breaker and calls not made', async () => {
  const { guarded, metrics, clock, waiting, answered, fail, logged } = rig(1, 2);
  const read = async (name: string): Promise<string[]> => {
    const text = await metrics.registry.getSingleMetricAsString(name);
    return text.split('\n').filter((line) => !line.startsWith('#'));
  };
  const state = 'bramka_provider_breaker_state';
  const refused = 'bramka_provider_calls_refused_total';
  const progress = 'bramka_provider_calls_in_progress';
  assert.deepEqual(await read(progress), [`${progress}{provider="test"} 0`]);
  assert.deepEqual(await read(state), [`${state}{provider="test"} 0`]);
  const call = guarded.authorize(authorization);
  assert.deepEqual(await read(progress), [`${progress}{provider="test"} 1`]);
  const beyond = guarded.inquire(inquiry);
  assert.equal(waiting.length, 1, 'only one call is made');
  await beyond;
  await answered(call, approved);
  await fail(2);
  assert.deepEqual(await read(state), [`${state}{provider="test"} 2`]);
  await guarded.inquire(inquiry);
  await guarded.authorize(authorization);
  assert.deepEqual(await read(refused), [
    `${refused}{provider="test",reason="limit"} 1`,
    `${refused}{provider="test",reason="breaker"} 2`,
  ]);
  clock.advance(PAUSE_MS);
  const trial = guarded.inquire(inquiry);
  assert.deepEqual(await read(state), [`${state}{provider="test"} 1`]);
  await answered(trial, approved);
  assert.deepEqual(await read(state), [`${state}{provider="test"} 0`]);
  assert.deepEqual(await read(progress), [`${progress}{provider="test"} 0`]);
  assert.deepEqual(logged, [
    `provider fails: calls are paused {"provider":"test","pauseMs":${String(PAUSE_MS)}}`,
    'provider answers again {"provider":"test"}',
  ]);
});
