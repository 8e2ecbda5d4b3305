// The settings of events: how long attempts are kept, and how many sends a merchant may ask for.

export interface EventSettings {
  readonly deliveryLogDays: number;
  /** Test events per second of one merchant; 0: no limit. */
  readonly testEventsPerSecond: number;
  /** Events replayed per second by one merchant; 0: no limit. */
  readonly replayedEventsPerSecond: number;
}

export interface EventSetting {
  readonly field: keyof EventSettings;
  readonly name: string;
  readonly fallback: number;
  readonly min: number;
  readonly max: number;
  readonly meaning: string;
}

const MAX_RATE = 1_000_000;

export const eventRanges: readonly EventSetting[] = [
  {
    field: 'deliveryLogDays',
    name: 'BRAMKA_DELIVERY_LOG_DAYS',
    fallback: 30,
    min: 1,
    max: 365,
    meaning: 'how long attempts to deliver events are kept with their answers',
  },
  {
    field: 'testEventsPerSecond',
    name: 'BRAMKA_TEST_EVENTS_PER_SECOND',
    fallback: 1,
    min: 0,
    max: MAX_RATE,
    meaning: 'test events per second that one merchant may send; 0: no limit',
  },
  {
    field: 'replayedEventsPerSecond',
    name: 'BRAMKA_REPLAYED_EVENTS_PER_SECOND',
    fallback: 100,
    min: 0,
    max: MAX_RATE,
    meaning: 'events per second that one merchant may replay; 0: no limit',
  },
];

/** For the list of all variables. */
export const eventVariables: readonly (readonly [string, string, string])[] = eventRanges.map(
  ({ name, fallback, meaning }) => [name, String(fallback), meaning],
);
