// Tests of successes that come too late when a payment went on at a second provider: each is
// returned at the provider that took the money, and the payment is charged at most once. Both
// providers may report later.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIds } from '../../core/id.ts';
import { seededRandom } from '../../core/testing/seeded-random.ts';
import type { Attempt } from '../../providers/attempt.ts';
import { approvalOf, type Finding } from '../../providers/outcome.ts';
import type { Loaded } from '../model/payment.ts';
import { decideCancel } from './cancel.ts';
import { paymentConclusions } from './conclude-operation.ts';
import { decideOutcome } from './outcome.ts';
import { decideRegister, decideStart } from './register.ts';
import { freshPayment, plainMeans, plainRoute, plainStart } from './testing/fresh-payment.ts';
import { plainTerms } from './testing/fresh-payment.ts';

const START = Date.parse('2026-03-01T12:00:00Z');
const ids = createIds({ now: () => START }, seededRandom(1));
const at = (ms: number) => ({ at: START + ms, ids });

const route = { ...plainRoute, providers: ['first', 'second'] };
const declined: Finding = {
  kind: 'declined',
  rejectCode: 'ISSUER_UNAVAILABLE',
  reference: null,
  mayTryElsewhere: true,
};
const elsewhere = {
  provider: 'second',
  route: { ...route, position: 1 },
  means: plainMeans,
  funding: null,
  waitUntil: START + 1_800_000,
};

/** What the provider of the attempt reports by itself. */
function report(loaded: Loaded, index: number, finding: Finding, ms: number) {
  const { attemptId } = loaded.attempts[index] ?? assert.fail('an attempt');
  const news = { attemptId, fence: null, finding };
  const terms = { ...plainTerms, elsewhere };
  const told = decideOutcome(paymentConclusions, loaded, news, terms, at(ms));
  assert.ok(told.kind === 'decided', told.kind);
  return { ...told.decision, alarm: told.alarm };
}

/** The first provider has declined, and the second is asked. */
function atSecond(): Loaded {
  const payment = freshPayment(at(0), { validUntil: START + 1_800_000 });
  const { waitUntil } = elsewhere;
  const start = { ...plainStart, provider: 'first', route, waitUntil };
  const begun = decideStart(decideRegister(payment, {}, at(0)), start, at(0)).loaded;
  return report(begun, 0, declined, 1000).loaded;
}

const returns = ({ attempts }: Loaded): string[] =>
  attempts.filter(isReversal).map(({ provider, amountMinor }) => `${provider} ${amountMinor}`);

function isReversal({ verb, intent }: Attempt): boolean {
  return verb === 'reverse' && intent === 'LATE_SUCCESS';
}

test('a success of the second provider after a cancellation is returned there', () => {
  const cancelled = decideCancel(atSecond(), null, plainTerms, at(2000)).loaded;
  const { loaded, alarm } = report(cancelled, 1, approvalOf('r-2'), 3000);
  assert.deepEqual([loaded.payment.status, alarm], ['CANCELLED', 'late-success']);
  assert.deepEqual(returns(loaded), ['second 12345']);
});

test('a success of the first provider after the payment is paid at the second is returned', () => {
  const paid = report(atSecond(), 1, approvalOf('r-2'), 2000).loaded;
  assert.equal(paid.payment.status, 'COMPLETED');
  const { loaded, alarm } = report(paid, 0, approvalOf('r-1'), 3000);
  assert.deepEqual([loaded.payment.status, alarm], ['COMPLETED', 'late-success']);
  assert.equal(loaded.payment.capturedMinor, 12_345n);
  assert.deepEqual(returns(loaded), ['first 12345']);
});

test('successes of both providers are both returned if the declining one reports first', () => {
  const first = report(atSecond(), 0, approvalOf('r-1'), 2000);
  assert.deepEqual([first.loaded.payment.status, first.alarm], ['REJECTED', 'late-success']);
  const { loaded, alarm } = report(first.loaded, 1, approvalOf('r-2'), 3000);
  assert.deepEqual([loaded.payment.status, alarm], ['REJECTED', 'late-success']);
  assert.deepEqual(returns(loaded), ['first 12345', 'second 12345']);
});
