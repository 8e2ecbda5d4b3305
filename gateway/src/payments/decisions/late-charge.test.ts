// Tests of a charge that appears after the resolver closed its attempt as lost: the payment keeps
// its final status, the money is booked and reversed, and an alarm is raised.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIds } from '../../core/id.ts';
import { seededRandom } from '../../core/testing/seeded-random.ts';
import { attempts, type Attempt } from '../../providers/attempt.ts';
import type { Finding } from '../../providers/outcome.ts';
import { transfers } from '../../ledger/ledger.ts';
import type { Loaded } from '../model/payment.ts';
import { paymentConclusions } from './conclude-operation.ts';
import type { Decision } from './decision.ts';
import { decideOutcome } from './outcome.ts';
import { decideRegister, decideStart } from './register.ts';
import { freshPayment, plainStart, plainTerms } from './testing/fresh-payment.ts';

const at = Date.parse('2026-03-01T12:00:00Z');
const now = { at, ids: createIds({ now: () => at }, seededRandom(1)) };

function started(): Decision {
  const registered = decideRegister(freshPayment(now), {}, now);
  return decideStart(registered, plainStart, now);
}

function told(loaded: Loaded, finding: Finding) {
  const { attemptId, fence } = loaded.attempts[0] as Attempt;
  return decideOutcome(paymentConclusions, loaded, { attemptId, fence, finding }, plainTerms, now);
}

function ended(): Loaded {
  const given = told(started().loaded, { kind: 'not-found' });
  assert.ok(given.kind === 'decided');
  assert.equal(given.decision.loaded.payment.status, 'ERROR');
  return given.decision.loaded;
}

test('a charge that was not found before is booked and reversed, with an alarm', () => {
  const approved = {
    kind: 'approved',
    reference: 'ref-1',
    authCode: null,
    networkTransactionId: null,
  } as const;
  const late = told(ended(), approved);
  assert.ok(late.kind === 'decided');
  assert.equal(late.alarm, 'late-success');
  const { draft, loaded } = late.decision;
  assert.equal(loaded.payment.status, 'ERROR');
  const { state, rejectCode } = loaded.attempts[0] as Attempt;
  assert.deepEqual([state, rejectCode], ['APPROVED', null]);
  assert.deepEqual(
    loaded.transactions.map(({ type, status }) => `${type} ${status}`),
    ['AUTH COMPLETED', 'REVERSAL PENDING'],
  );
  const begun = draft.inserts.filter(({ table }) => table === attempts).map(({ row }) => row);
  assert.deepEqual(
    begun.map(({ verb, amountMinor }) => [verb, amountMinor]),
    [['reverse', 12_345n]],
  );
  const moved = draft.inserts.filter(({ table }) => table === transfers).map(({ row }) => row);
  assert.deepEqual(
    moved.map(({ kind }) => kind),
    ['LATE_SALE'],
  );
});

test('a decline that was not found before changes nothing', () => {
  const declined = { kind: 'declined', rejectCode: 'DO_NOT_HONOR', reference: null } as const;
  assert.deepEqual(told(ended(), declined), { kind: 'nothing' });
});
