// The settings of events: how long attempts are kept, and how many sends a merchant may ask for.

import { integer } from '../settings/kinds.ts';
import { settings, type ValuesOf } from '../settings/setting.ts';

const MAX_RATE = 1_000_000;

export const eventSettings = settings('BRAMKA', {
  deliveryLogDays: [
    integer(30, 1, 365),
    'how long attempts to deliver events are kept with their answers',
  ],
  testEventsPerSecond: [
    integer(1, 0, MAX_RATE),
    'test events per second that one merchant may send; 0: no limit',
  ],
  replayedEventsPerSecond: [
    integer(100, 0, MAX_RATE),
    'events per second that one merchant may replay; 0: no limit',
  ],
});

export type EventSettings = ValuesOf<typeof eventSettings>;
