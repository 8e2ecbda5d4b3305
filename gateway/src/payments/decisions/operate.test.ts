// Tests of operations on an authorized payment: which amount a withdrawal returns to, and that a
// declined cancellation gives back what it had reserved.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIds } from '../../core/id.ts';
import { seededRandom } from '../../core/testing/seeded-random.ts';
import { transfers } from '../../ledger/ledger.ts';
import type { Attempt } from '../../providers/attempt.ts';
import type { Finding } from '../../providers/outcome.ts';
import type { NewPayment } from '../model/advance.ts';
import type { Loaded } from '../model/payment.ts';
import { paymentConclusions } from './conclude-operation.ts';
import type { Decision } from './decision.ts';
import { decideAdjust, decideReverse, decideWithdraw, reverseAgainAt } from './operate.ts';
import { decideOutcome } from './outcome.ts';
import { decideRegister, decideStart } from './register.ts';
import { freshPayment, plainStart, plainTerms } from './testing/fresh-payment.ts';

const at = Date.parse('2026-03-01T12:00:00Z');
const now = { at, ids: createIds({ now: () => at }, seededRandom(1)) };

const approved: Finding = {
  kind: 'approved',
  reference: 'ref-1',
  authCode: null,
  networkTransactionId: null,
};
const declined: Finding = { kind: 'declined', rejectCode: 'DO_NOT_HONOR', reference: null };

function openAttempt({ attempts }: Loaded): Attempt {
  return attempts.find((one) => one.finishedAt === null) ?? assert.fail('no call is in progress');
}

function tell(loaded: Loaded, finding: Finding): Decision {
  const { attemptId, fence } = openAttempt(loaded);
  const report = { attemptId, fence, finding };
  const concluded = decideOutcome(paymentConclusions, loaded, report, plainTerms, now);
  assert.ok(concluded.kind === 'decided');
  return concluded.decision;
}

function paid(given: Partial<NewPayment>): Loaded {
  const registered = decideRegister(freshPayment(now, given), {}, now);
  return tell(decideStart(registered, plainStart, now).loaded, approved).loaded;
}

function adjusted(loaded: Loaded, amountMinor: bigint): Loaded {
  const operation = { ...plainTerms, amountMinor, tolerancePercent: 100 };
  return tell(decideAdjust(loaded, operation, now).loaded, approved).loaded;
}

function withdrawn(loaded: Loaded): Decision {
  const latest = loaded.transactions.findLast(
    ({ type, status }) => type === 'ADJUSTMENT' && status === 'COMPLETED',
  );
  return decideWithdraw(loaded, latest?.transId ?? '', plainTerms, now);
}

test('withdrawing an adjustment returns to the amount of the adjustment before it', () => {
  const twice = adjusted(adjusted(paid({ transKind: 'PREAUTH' }), 13_000n), 14_000n);
  const second = withdrawn(twice);
  assert.equal(openAttempt(second.loaded).amountMinor, 13_000n);
  const after = tell(second.loaded, approved).loaded;
  assert.equal(after.payment.authorizedMinor, 13_000n);
  assert.equal(openAttempt(withdrawn(after).loaded).amountMinor, 12_345n);
});

test('a declined cancellation gives back what it had reserved', () => {
  const begun = decideReverse(paid({}), 'cancel', 'CUSTOMER_CANCEL', plainTerms, now);
  const kinds = ({ draft }: Decision): unknown[] =>
    draft.inserts
      .filter(({ table }) => table === transfers)
      .map(({ row }) => [row.kind, row.amountMinor]);
  assert.deepEqual(kinds(begun), [['RESERVE', 12_345n]]);
  assert.deepEqual(kinds(tell(begun.loaded, declined)), [['UNRESERVE', 12_345n]]);
});

/** The reversals that ended so; the time of the next one, in hours from now. */
const pauses: [ends: readonly string[], hours: number][] = [
  [['REJECTED'], 2],
  [['ERROR'], 2],
  [['ERROR', 'ERROR'], 4],
  [['REJECTED', 'ERROR', 'REJECTED', 'ERROR'], 16],
  [Array(5).fill('ERROR'), 24],
  [Array(100).fill('REJECTED'), 24],
  [['PENDING', 'COMPLETED'], 1],
];
for (const [ends, hours] of pauses) {
  test(`after ${ends.length} reversals, the last ${ends.at(-1)}, it waits ${hours} hours`, () => {
    const loaded = paid({});
    const [sale] = loaded.transactions;
    const reversals = ends.map((status) => ({ ...sale, type: 'REVERSAL', status }));
    const transactions = [...loaded.transactions, ...reversals] as Loaded['transactions'];
    assert.equal(reverseAgainAt({ ...loaded, transactions }, now), at + hours * 3_600_000);
  });
}
