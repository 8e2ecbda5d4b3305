// Tests that a hold requests its capture, except while an operation is in progress and after its
// end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIds } from '../../core/id.ts';
import { seededRandom } from '../../core/testing/seeded-random.ts';
import type { Attempt } from '../../providers/attempt.ts';
import type { Finding } from '../../providers/outcome.ts';
import type { Loaded } from '../model/payment.ts';
import { paymentConclusions } from './conclude-operation.ts';
import { decideAdjust, decideCapture, decideReverse, decideWithdraw } from './operate.ts';
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
const lower = { ...plainTerms, amountMinor: 9_000n };

function tell(loaded: Loaded, finding: Finding): Loaded {
  const { attemptId, fence } = loaded.attempts.find((one) => one.finishedAt === null) as Attempt;
  const report = { attemptId, fence, finding };
  const concluded = decideOutcome(paymentConclusions, loaded, report, plainTerms, now);
  assert.ok(concluded.kind === 'decided');
  return concluded.decision.loaded;
}

function hold(): Loaded {
  const registered = decideRegister(freshPayment(now, { transKind: 'PREAUTH' }), {}, now);
  return tell(decideStart(registered, plainStart, now).loaded, approved);
}

const adjusted = (): Loaded => tell(decideAdjust(hold(), lower, now).loaded, approved);

/** Each with the dataRequest after the acquirer has approved it. */
const operations: readonly [name: string, begin: () => Loaded, after: 'CAPTURE' | null][] = [
  ['capture', () => decideCapture(hold(), lower, now).loaded, null],
  ['adjustment', () => decideAdjust(hold(), lower, now).loaded, 'CAPTURE'],
  ['reversal', () => decideReverse(hold(), 'cancel', 'CANCEL', lower, now).loaded, null],
  [
    'withdrawal',
    () => {
      const loaded = adjusted();
      const { transId = '' } = loaded.transactions.at(-1) ?? {};
      return decideWithdraw(loaded, transId, lower, now).loaded;
    },
    'CAPTURE',
  ],
];

for (const [name, begin, after] of operations) {
  test(`${name}: nothing is requested while it is in progress`, () => {
    assert.equal(hold().payment.dataRequest, 'CAPTURE');
    const begun = begin();
    assert.equal(begun.payment.dataRequest, null);
    assert.equal(tell(begun, approved).payment.dataRequest, after);
    const failed = tell(begun, declined).payment;
    assert.deepEqual([failed.status, failed.dataRequest], ['COMPLETED', 'CAPTURE']);
  });
}
