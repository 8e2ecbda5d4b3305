// Planted bugs in the resolution of unanswered attempts.
import type { Mutant } from '../mutant.ts';

const boundary = [{ file: 'gateway/src/payments/processing/resolve.test.ts' }];

export const resolverMutants: readonly Mutant[] = [
  {
    name: 'not-found-is-believed-a-moment-early',
    file: 'gateway/src/payments/processing/resolve.ts',
    search: 'return conclusiveAt <= askedAt',
    replace: 'return conclusiveAt - 1 <= askedAt',
    caughtBy: boundary,
  },
  {
    name: 'not-found-at-the-boundary-is-not-believed',
    file: 'gateway/src/payments/processing/resolve.ts',
    search: 'return conclusiveAt <= askedAt',
    replace: 'return conclusiveAt < askedAt',
    caughtBy: boundary,
  },
  {
    name: 'inquiry-counts-by-its-answer',
    file: 'gateway/src/payments/processing/resolve.ts',
    search: 'return conclusiveAt <= askedAt',
    replace: 'return conclusiveAt <= parts.clock.now()',
    caughtBy: boundary,
  },
  {
    name: 'time-before-sending-is-forgotten',
    file: 'gateway/src/payments/processing/resolve.ts',
    search: 'const latestSentAt = attempt.startedAt + parts.firstCheckMs;',
    replace: 'const latestSentAt = attempt.startedAt;',
    caughtBy: boundary,
  },
  {
    name: 'authorization-is-sent-when-others-look-after-it',
    file: 'gateway/src/payments/processing/process.ts',
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
];
