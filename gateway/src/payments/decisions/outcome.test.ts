// Tests of the next check after an inconclusive answer: later each time, and never later than a
// first check that is already due.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Attempt } from '../../providers/attempt.ts';
import type { Loaded, Payment } from '../model/payment.ts';
import { paymentConclusions } from './conclude-operation.ts';
import { decideOutcome } from './outcome.ts';

const attemptId = '01920000-0000-7000-8000-000000000001';
const now = { at: 1_000_000, ids: { next: () => attemptId } };
const terms = { holdMs: 1, firstCheckMs: 12_000, supports: () => true };

function nextLook(checks: number, checkAt: number): number | null | undefined {
  const attempt = {
    attemptId,
    verb: 'authorize',
    fence: 1,
    checks,
    checkAt,
    finishedAt: null,
    waitUntil: null,
  };
  const loaded: Loaded = {
    payment: { version: 1 } as Payment,
    attempts: [attempt as unknown as Attempt],
    transactions: [],
  };
  const news = { attemptId, fence: 1, finding: { kind: 'unknown', why: 'timeout' } } as const;
  const concluded = decideOutcome(paymentConclusions, loaded, news, terms, now);
  assert.equal(concluded.kind, 'decided');
  return concluded.kind === 'decided' ? concluded.decision.loaded.attempts[0]?.checkAt : undefined;
}

const rows: [title: string, checks: number, dueInMs: number, nextInMs: number][] = [
  ['the first look comes sooner when the call has ended', 0, 12_000, 2000],
  ['a first look that is due stays due, also when the clock was moved', 0, -60_000, -60_000],
  ['the resolver waits longer each time', 3, 1000, 16_000],
];
for (const [title, checks, dueInMs, nextInMs] of rows) {
  test(title, () => assert.equal(nextLook(checks, now.at + dueInMs), now.at + nextInMs));
}
