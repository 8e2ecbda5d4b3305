// Planted bugs in payment transitions and their decisions.
import type { Mutant } from '../mutant.ts';

const table = [{ file: 'gateway/src/payments/model/payment.states.test.ts' }];
const seeds = [{ seeds: 40 }];

export const stateMutants: readonly Mutant[] = [
  {
    name: 'captured-hold-is-captured-again',
    file: 'gateway/src/payments/model/payment.states.ts',
    search: '[isPreauth, notCaptured, withinAuthorized, inFullIfSplit, idle],',
    replace: '[isPreauth, withinAuthorized, inFullIfSplit, idle],',
    caughtBy: table,
  },
  {
    name: 'payment-breaks-while-it-can-succeed',
    file: 'gateway/src/payments/model/payment.states.ts',
    search: '[nothingCanSucceed],',
    replace: '[],',
    caughtBy: table,
  },
  {
    name: 'capture-beside-another-operation',
    file: 'gateway/src/payments/model/payment.guards.ts',
    search: 'holds: ({ attempts }) => attempts.every(isSettled),\n};\n/** Another try',
    replace: 'holds: () => true,\n};\n/** Another try',
    caughtBy: seeds,
  },
  {
    name: 'exempt-hold-is-raised',
    file: 'gateway/src/payments/model/payment.guards.ts',
    search: "exemption === 'LOW_VALUE' || exemption === 'TRA'",
    replace: "exemption === 'LOW_VALUE'",
    caughtBy: table,
  },
  {
    name: 'late-success-is-kept',
    file: 'gateway/src/payments/decisions/conclude-authorization.ts',
    search: 'addLateReversal(charged, terms, now)',
    replace: 'charged',
    caughtBy: [
      { file: 'gateway/src/payments/processing/alarms.test.ts' },
      { file: 'gateway/src/payments/decisions/late-charge.test.ts' },
    ],
  },
  {
    name: 'failed-reversal-is-not-tried-again',
    file: 'gateway/src/payments/decisions/conclude-operation.ts',
    search: "settled.intent === 'LATE_SUCCESS' && !isPaid(loaded.payment)\n      ? setDeadline(",
    replace: "settled.intent === 'CANCEL' && !isPaid(loaded.payment)\n      ? setDeadline(",
    caughtBy: [{ file: 'gateway/src/payments/decisions/reverse-again.test.ts' }],
  },
  {
    name: 'order-is-held-although-every-attempt-is-settled',
    file: 'gateway/src/payments/decisions/cancel.ts',
    search: 'const holdsOrder = before.holdsOrder && !attempts.every(isSettled);',
    replace: 'const holdsOrder = before.holdsOrder;',
    caughtBy: [{ file: 'gateway/src/payments/decisions/waiting-attempt.test.ts' }],
  },
  {
    name: 'two-requests-for-more-data-have-one-version',
    file: 'gateway/src/payments/steps/instrument-step.ts',
    search: 'setPayment(decision, bumpVersion(decision.loaded.payment))',
    replace: 'setPayment(decision, decision.loaded.payment)',
    caughtBy: [{ file: 'gateway/src/payments/steps/instrument-step.test.ts' }],
  },
  {
    name: 'declined-reversal-raises-no-alarm',
    file: 'gateway/src/payments/decisions/conclude-operation.ts',
    search: "if (settled.verb !== 'reverse' && settled.verb !== 'refund')\n    return",
    replace: "if (settled.intent !== 'LATE_SUCCESS')\n    return",
    caughtBy: [{ file: 'gateway/src/payments/processing/alarms.test.ts' }],
  },
  {
    name: 'contradiction-raises-no-alarm',
    file: 'gateway/src/payments/decisions/outcome.ts',
    search: "if (finding.kind === 'declined') return attempt.state !== 'APPROVED';",
    replace: "if (finding.kind === 'declined') return true;",
    caughtBy: [{ file: 'gateway/src/payments/processing/alarms.test.ts' }],
  },
];
