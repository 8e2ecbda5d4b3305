// Planted bugs in the resolution of unanswered attempts.
import type { Mutant } from '../mutant.ts';

const boundary = [{ file: 'gateway/src/payments/jobs/resolve.test.ts' }];
const deadlines = [{ file: 'gateway/src/payments/jobs/end-due.test.ts' }];
const returns = [{ file: 'gateway/src/payments/processing/returns.test.ts' }];

export const resolverMutants: readonly Mutant[] = [
  {
    name: 'not-found-is-believed-a-moment-early',
    file: 'gateway/src/payments/jobs/resolve.ts',
    search: 'return conclusiveAt <= askedAt',
    replace: 'return conclusiveAt - 1 <= askedAt',
    caughtBy: boundary,
  },
  {
    name: 'not-found-at-the-boundary-is-not-believed',
    file: 'gateway/src/payments/jobs/resolve.ts',
    search: 'return conclusiveAt <= askedAt',
    replace: 'return conclusiveAt < askedAt',
    caughtBy: boundary,
  },
  {
    name: 'inquiry-counts-by-its-answer',
    file: 'gateway/src/payments/jobs/resolve.ts',
    search: 'return conclusiveAt <= askedAt',
    replace: 'return conclusiveAt <= parts.clock.now()',
    caughtBy: boundary,
  },
  {
    name: 'time-before-sending-is-forgotten',
    file: 'gateway/src/payments/jobs/resolve.ts',
    search: 'const latestSentAt = attempt.startedAt + parts.firstCheckMs;',
    replace: 'const latestSentAt = attempt.startedAt;',
    caughtBy: boundary,
  },
  {
    name: 'authorization-is-sent-when-others-look-after-it',
    file: 'gateway/src/payments/processing/provider-call.ts',
    search: 'checkAt !== null && checkAt <= now',
    replace: 'checkAt !== null && checkAt < now',
    caughtBy: boundary,
  },
  {
    name: 'news-of-an-earlier-owner-counts',
    file: 'gateway/src/payments/decisions/outcome.ts',
    search: "if (fence !== null && attempt.fence !== fence) return { kind: 'nothing' };",
    replace: "if (fence !== null && attempt.fence < fence) return { kind: 'nothing' };",
    caughtBy: [{ file: 'gateway/src/payments/processing/alarms.test.ts' }],
  },
  {
    name: 'confirmed-order-is-believed-lost',
    file: 'gateway/src/payments/jobs/resolve.ts',
    search: 'Math.max(arrivedAt, waitedUntil)',
    replace: 'arrivedAt',
    caughtBy: boundary,
  },
  {
    name: 'declined-stops-are-repeated-at-once',
    file: 'gateway/src/payments/decisions/conclude-operation.ts',
    search: 'return isFirst ? now.at : nextCheckAt(checks, now.at);',
    replace: 'return now.at;',
    caughtBy: [{ file: 'gateway/src/payments/decisions/waiting-attempt.test.ts' }],
  },
  {
    name: 'failing-deadline-is-not-postponed',
    file: 'gateway/src/payments/jobs/end-due.ts',
    search: 'postpone(loaded, true, now)).catch',
    replace: 'postpone(loaded, false, now)).catch',
    caughtBy: deadlines,
  },
  {
    name: 'hold-of-a-missing-provider-is-forgotten',
    file: 'gateway/src/payments/jobs/end-due.ts',
    search: "['OPERATION_IN_PROGRESS', 'OPERATION_NOT_SUPPORTED']",
    replace: "['OPERATION_IN_PROGRESS']",
    caughtBy: deadlines,
  },
  {
    name: 'late-reversal-names-the-first-authorization',
    file: 'gateway/src/payments/processing/provider-call.ts',
    search: "if (intent === 'LATE_SUCCESS') return lateAuthorizationOf(loaded, startedAt);",
    replace: "if (intent === 'LATE_SUCCESS') return authorizationOf(loaded);",
    caughtBy: returns,
  },
  {
    name: 'success-after-decline-of-a-pending-payment-is-ignored',
    file: 'gateway/src/payments/decisions/outcome.ts',
    search: "state === 'DECLINED' || state === 'STOPPED';",
    replace: "state === 'STOPPED';",
    caughtBy: returns,
  },
  {
    name: 'order-is-free-before-the-late-money-is-back',
    file: 'gateway/src/payments/decisions/conclude-authorization.ts',
    search: 'const holdsOrder = loaded.payment.holdsOrder && holdsMoneyAfterEnd(loaded);',
    replace: 'const holdsOrder = false;',
    caughtBy: returns,
  },
  {
    name: 'order-is-free-while-the-next-attempt-waits',
    file: 'gateway/src/payments/decisions/conclude-operation.ts',
    search: 'payment.holdsOrder && isLate && loaded.attempts.some(isOpenAuthorization)',
    replace: 'false',
    caughtBy: returns,
  },
  {
    name: 'next-attempt-is-not-refused-when-overloaded',
    file: 'gateway/src/payments/steps/start-payment.ts',
    search: '  deps.processor.refuseWhenFull();\n  await refuseTakenOrder',
    replace: '  await refuseTakenOrder',
    caughtBy: [{ file: 'gateway/src/payments/steps/instrument-step.test.ts' }],
  },
];
