// Tests of alarms: each is raised once, with its payment and attempt, when money is not where it
// should be, and never otherwise.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Finding } from '../../providers/outcome.ts';
import { decideCancel } from '../decisions/cancel.ts';
import type { Decision } from '../decisions/decision.ts';
import { alarmNames, type AlarmName } from '../decisions/outcome.ts';
import { decideAdjust, decideCapture, decideReverse } from '../decisions/operate.ts';
import { plainTerms } from '../decisions/testing/fresh-payment.ts';
import type { Loaded } from '../model/payment.ts';
import {
  memoryProcessing,
  openAttempt,
  type MemoryProcessing,
} from '@bramka/test/support/processing/memory-processing.ts';

const approved: Finding = {
  kind: 'approved',
  reference: 'ref-1',
  authCode: null,
  networkTransactionId: null,
};
const declined: Finding = { kind: 'declined', rejectCode: 'DO_NOT_HONOR', reference: null };
const notFound: Finding = { kind: 'not-found' };

/** A step: the acquirer reports about the attempt in progress, or an operation happens. */
type Step = (rig: MemoryProcessing, loaded: Loaded) => Promise<Loaded>;

/** Reports about the open attempt, or about the latest one. */
const told =
  (finding: Finding, fence = 0): Step =>
  async (rig, loaded) => {
    const attempt =
      loaded.attempts.find((one) => one.finishedAt === null) ?? loaded.attempts.at(-1);
    assert.ok(attempt);
    await rig.processor.conclude(attempt, attempt.fence + fence, finding, loaded);
    await rig.processor.drain();
    return rig.load(loaded.payment);
  };
/** Reports about the authorization. */
const firstTold =
  (finding: Finding): Step =>
  async (rig, loaded) => {
    const [attempt] = loaded.attempts;
    assert.ok(attempt);
    await rig.processor.conclude(attempt, attempt.fence, finding, loaded);
    return rig.load(loaded.payment);
  };
const does =
  (decide: (loaded: Loaded, rig: MemoryProcessing) => Decision): Step =>
  (rig, loaded) =>
    rig.commit(decide(loaded, rig));
const cancelled = does((loaded, rig) => decideCancel(loaded, null, plainTerms, rig.now()));
const reversing = (on: 'cancel' | 'release', intent: 'CANCEL' | 'HOLD_EXPIRED'): Step =>
  does((loaded, rig) => decideReverse(loaded, on, intent, plainTerms, rig.now()));
const capturing = does((loaded, rig) =>
  decideCapture(loaded, { ...plainTerms, amountMinor: 100n }, rig.now()),
);
const adjusting = does((loaded, rig) =>
  decideAdjust(loaded, { ...plainTerms, amountMinor: 100n }, rig.now()),
);

interface Case {
  readonly when: string;
  readonly steps: readonly Step[];
  /** The alarms and the operation of the attempt of each; empty when everything is in order. */
  readonly raised: readonly (readonly [AlarmName, string])[];
  readonly isHold?: true;
  /** The acquirer's answer to the reversal that the engine starts itself. */
  readonly reversal?: Finding;
}

const cases: readonly Case[] = [
  { when: 'a payment is approved', steps: [told(approved)], raised: [] },
  { when: 'a payment is declined', steps: [told(declined)], raised: [] },
  { when: 'a payment was never found', steps: [told(notFound)], raised: [] },
  { when: 'the same approval comes again', steps: [told(approved), told(approved)], raised: [] },
  { when: 'the same decline comes again', steps: [told(declined), told(declined)], raised: [] },
  {
    when: 'a later inquiry does not find an approved one',
    steps: [told(approved), told(notFound)],
    raised: [],
  },
  {
    when: 'news of an earlier owner contradicts nothing that is settled',
    steps: [told(declined, -1), told(approved)],
    raised: [],
  },
  {
    when: 'an approval comes after the payment was cancelled',
    steps: [cancelled, told(approved)],
    raised: [['late-success', 'authorize']],
    reversal: approved,
  },
  {
    when: 'a decline comes after the payment was cancelled',
    steps: [cancelled, told(declined)],
    raised: [],
  },
  {
    when: 'a charge turns up that was never found',
    steps: [told(notFound), told(approved)],
    raised: [['late-success', 'authorize']],
    reversal: approved,
  },
  {
    when: 'a late success cannot be taken back',
    steps: [cancelled, told(approved)],
    raised: [
      ['late-success', 'authorize'],
      ['reversal-declined', 'reverse'],
    ],
    reversal: declined,
  },
  {
    when: 'a merchant’s cancellation is declined',
    steps: [told(approved), reversing('cancel', 'CANCEL'), told(declined)],
    raised: [['reversal-declined', 'reverse']],
  },
  {
    when: 'the release of a hold is declined',
    steps: [told(approved), reversing('release', 'HOLD_EXPIRED'), told(declined)],
    raised: [['reversal-declined', 'reverse']],
    isHold: true,
  },
  {
    when: 'a reversal is approved',
    steps: [told(approved), reversing('cancel', 'CANCEL'), told(approved)],
    raised: [],
  },
  {
    when: 'a capture is declined',
    steps: [told(approved), capturing, told(declined)],
    raised: [],
    isHold: true,
  },
  {
    when: 'an adjustment is declined',
    steps: [told(approved), adjusting, told(declined)],
    raised: [],
    isHold: true,
  },
  {
    when: 'an authorization is called declined while its reversal is under way',
    steps: [told(approved), reversing('cancel', 'CANCEL'), firstTold(declined)],
    raised: [],
  },
  {
    when: 'an authorization is called declined after its reversal',
    steps: [told(approved), reversing('cancel', 'CANCEL'), told(approved), firstTold(declined)],
    raised: [],
  },
  {
    when: 'an authorization is called declined after its reversal was declined',
    steps: [told(approved), reversing('cancel', 'CANCEL'), told(declined), firstTold(declined)],
    raised: [
      ['reversal-declined', 'reverse'],
      ['contradicting-outcome', 'authorize'],
    ],
  },
  {
    when: 'an approved payment is called declined',
    steps: [told(approved), told(declined)],
    raised: [['contradicting-outcome', 'authorize']],
  },
  {
    when: 'a declined payment is called approved',
    steps: [told(declined), told(approved)],
    raised: [['late-success', 'authorize']],
    reversal: approved,
  },
  {
    when: 'an approved capture is called declined',
    steps: [told(approved), capturing, told(approved), told(declined)],
    raised: [['contradicting-outcome', 'capture']],
    isHold: true,
  },
  {
    when: 'a declined capture is called approved',
    steps: [told(approved), capturing, told(declined), told(approved)],
    raised: [['contradicting-outcome', 'capture']],
    isHold: true,
  },
];

for (const { when, steps, raised, isHold, reversal } of cases) {
  const title = raised.map(([name]) => name).join(' and ') || 'no alarm';
  test(`${when}: ${title}`, async () => {
    const rig = memoryProcessing();
    rig.answer = () => reversal ?? assert.fail('the engine asks the acquirer by itself');
    let loaded = await rig.started(isHold ? { transKind: 'PREAUTH' } : {});
    for (const step of steps) loaded = await step(rig, loaded);
    const { paymentId } = loaded.payment;
    const expected = raised.map(([alarm, verb]) => {
      const { attemptId } = loaded.attempts.findLast((one) => one.verb === verb) ?? assert.fail();
      return { counted: alarm, logged: { alarm, paymentId, attemptId } };
    });
    assert.deepEqual(rig.alarms, expected);
  });
}

test('an alarm is raised once, also when the payment changed in the meantime', async () => {
  const rig = memoryProcessing();
  rig.answer = () => approved;
  const before = await rig.started();
  // The report is decided on an outdated state.
  await cancelled(rig, before);
  await rig.processor.conclude(openAttempt(before), 1, approved, before);
  assert.deepEqual(
    rig.alarms.map(({ counted }) => counted),
    ['late-success'],
  );
});

test('every alarm has a case in which it is raised', () => {
  const seen = new Set(cases.flatMap(({ raised }) => raised.map(([name]) => name)));
  // Raised by a notification of a provider: test/journeys/transfer-notifications.test.ts.
  seen.add('wrong-amount');
  assert.deepEqual([...seen].sort(), [...alarmNames].sort());
});
