// Planted bugs in the delivery of events: schedule, order, leases.
import type { Mutant } from '../../mutant.ts';

const delivery = 'gateway/src/events/delivery';
const schedule = [{ file: `${delivery}/schedule.test.ts` }];
const engine = [{ file: `${delivery}/deliver.test.ts` }];
const pauses = [{ file: `${delivery}/pauses.test.ts`, name: 'put back' }];
const slots = [{ file: `${delivery}/slots/receiver-slots.test.ts` }];
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
  {
    name: 'late-rows-are-sent',
    file: 'gateway/src/events/delivery/deliver.ts',
    search: 'clock.monotonicMs() - leasedMs > SEND_WITHIN_MS',
    replace: 'clock.monotonicMs() - leasedMs > LEASE_MS',
    caughtBy: pauses,
  },
  {
    name: 'quick-failures-pause-a-receiver',
    file: 'gateway/src/events/delivery/slots/receivers.ts',
    search: 'receiver.failures >= PAUSE_AFTER && durationMs >= SLOW_MS',
    replace: 'receiver.failures >= PAUSE_AFTER',
    caughtBy: slots,
  },
  {
    name: 'webhook-time-of-the-sandbox',
    file: 'gateway/src/events/delivery/attempt.ts',
    search: 'target.secrets, clock.realNow()',
    replace: 'target.secrets, clock.now()',
    caughtBy: [{ file: 'test/journeys/delivery-schedule.test.ts', name: '13 pauses' }],
  },
];
