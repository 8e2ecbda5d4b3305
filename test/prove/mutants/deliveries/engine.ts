// Planted bugs in the delivery of events: schedule, order, leases.
import type { Mutant } from '../../mutant.ts';

const delivery = 'gateway/src/events/delivery';
const schedule = [{ file: `${delivery}/schedule.test.ts` }];
const engine = [{ file: `${delivery}/deliver.test.ts` }];
const many = [{ file: 'test/faults/deliveries-many.test.ts' }];

export const deliveryMutants: readonly Mutant[] = [
  {
    name: 'schedule-without-its-last-pause',
    file: `${delivery}/schedule.ts`,
    search: 'const pauseMs = pausesMs[attempts - 1];',
    replace: 'const pauseMs = pausesMs[attempts];',
    caughtBy: schedule,
  },
  {
    name: 'too-many-requests-refuse-for-ever',
    file: `${delivery}/schedule.ts`,
    search: 'status < 500 && status !== 429',
    replace: 'status < 500',
    caughtBy: schedule,
  },
  {
    name: 'receiver-asks-for-any-pause',
    file: `${delivery}/schedule.ts`,
    search: 'Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS)',
    replace: 'Math.max(ms, 0)',
    caughtBy: schedule,
  },
  {
    name: 'redirects-count-as-accepted',
    file: `${delivery}/schedule.ts`,
    search: 'status >= 200 && status < 300',
    replace: 'status >= 200 && status < 400',
    caughtBy: schedule,
  },
  {
    name: 'next-event-does-not-wait-for-a-retry',
    file: `${delivery}/deliver.ts`,
    search: 'if (!isOurs || end.dueAt !== null) return false;',
    replace: 'if (!isOurs) return false;',
    caughtBy: many,
  },
  {
    name: 'old-holder-sends-the-next-event',
    file: `${delivery}/recording/conclusion.store.ts`,
    search: 'q.lease = g.lease as is_held),',
    replace: 'true as is_held),',
    caughtBy: engine,
  },
];
