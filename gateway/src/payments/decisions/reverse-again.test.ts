// Tests of a late success whose reversal the acquirer declines: the reversal is retried, at growing
// intervals, until it succeeds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIds } from '../../core/id.ts';
import { seededRandom } from '../../core/testing/seeded-random.ts';
import type { Attempt } from '../../providers/attempt.ts';
import type { Finding } from '../../providers/outcome.ts';
import { deadlines, type Deadline, type Loaded } from '../model/payment.ts';
import { decideCancel } from './cancel.ts';
import { paymentConclusions } from './conclude-operation.ts';
import type { Decision } from './decision.ts';
import { decideReverseAgain, holdsMoneyAfterEnd } from './operate.ts';
import { decideOutcome } from './outcome.ts';
import { decideRegister, decideStart } from './register.ts';
import { freshPayment, plainStart, plainTerms } from './testing/fresh-payment.ts';

const at = Date.parse('2026-03-01T12:00:00Z');
const now = { at, ids: createIds({ now: () => at }, seededRandom(1)) };
const HOUR_MS = 60 * 60 * 1000;

const approved: Finding = {
  kind: 'approved',
  reference: 'ref-1',
  authCode: null,
  networkTransactionId: null,
};
const declined: Finding = { kind: 'declined', rejectCode: 'DO_NOT_HONOR', reference: null };

function tell(loaded: Loaded, finding: Finding): Decision {
  const { attemptId, fence } = loaded.attempts.find((one) => one.finishedAt === null) as Attempt;
  const report = { attemptId, fence, finding };
  const concluded = decideOutcome(paymentConclusions, loaded, report, plainTerms, now);
  assert.ok(concluded.kind === 'decided');
  return concluded.decision;
}

function lateSuccess(): Loaded {
  const registered = decideRegister(freshPayment(now), {}, now);
  const { loaded } = decideStart(registered, plainStart, now);
  return tell(decideCancel(loaded, null, plainTerms, now).loaded, approved).loaded;
}

function deadlineOf({ draft }: Decision): number | undefined {
  const row = draft.inserts.find(({ table }) => table === deadlines)?.row;
  return (row as unknown as Deadline | undefined)?.dueAt;
}

test('a declined reversal of a late success is retried later', () => {
  const failed = tell(lateSuccess(), declined);
  assert.equal(failed.loaded.payment.status, 'CANCELLED');
  assert.equal(holdsMoneyAfterEnd(failed.loaded), true);
  assert.equal(deadlineOf(failed), at + 2 * HOUR_MS);
  const again = decideReverseAgain(failed.loaded, plainTerms, now);
  const types = again.loaded.transactions.map(({ type, status }) => `${type} ${status}`);
  assert.deepEqual(types, ['AUTH COMPLETED', 'REVERSAL REJECTED', 'REVERSAL PENDING']);
  const second = tell(again.loaded, declined);
  assert.equal(deadlineOf(second), at + 4 * HOUR_MS);
});

test('a reversal that finally succeeds leaves no money and no deadline', () => {
  const failed = tell(lateSuccess(), declined);
  const done = tell(decideReverseAgain(failed.loaded, plainTerms, now).loaded, approved);
  assert.equal(holdsMoneyAfterEnd(done.loaded), false);
  assert.equal(deadlineOf(done), undefined);
  assert.equal(done.loaded.payment.status, 'CANCELLED');
  assert.equal(done.loaded.payment.holdsOrder, false);
});
