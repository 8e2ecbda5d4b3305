// Planted bugs in the commands of operators and developers: what they print, and how long they ask.
import type { Mutant } from '../../mutant.ts';

const lists = [{ file: 'cli/src/api/operator.test.ts' }];
const rates = [{ file: 'cli/src/commands/routing/route-text.test.ts' }];
const streams = [{ file: 'cli/src/events/listen-again.test.ts' }];

export const commandMutants: readonly Mutant[] = [
  {
    name: 'success-rates-of-the-day-as-those-of-the-hour',
    file: 'cli/src/commands/routing/route-text.ts',
    search: '...counts(rate.hour),\n    ...counts(rate.day),',
    replace: '...counts(rate.day),\n    ...counts(rate.hour),',
    caughtBy: rates,
  },
  {
    name: 'second-page-of-disputes-after-a-payment',
    file: 'cli/src/commands/money/disputes.ts',
    search: '({ disputeId }) => disputeId,',
    replace: '({ paymentId }) => paymentId,',
    caughtBy: lists,
  },
  {
    name: 'listening-ends-at-a-limit-of-requests',
    file: 'cli/src/commands/events/listen.ts',
    search: 'if (error.status >= 500 || error.status === 429) return error.message;',
    replace: 'if (error.status >= 500) return error.message;',
    caughtBy: streams,
  },
];
