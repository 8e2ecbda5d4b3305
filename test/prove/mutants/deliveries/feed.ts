// Planted bugs in the feed of events, in the state it shows, and in the purge of events.
import type { Mutant } from '../../mutant.ts';

const store = 'gateway/src/events/feed/feed.store.ts';
const inStore = [{ file: 'gateway/src/events/feed/feed.store.test.ts' }];
const purges = [{ file: 'gateway/src/tokenizer/processing/purge-undelivered.test.ts' }];

export const feedMutants: readonly Mutant[] = [
  {
    name: 'feed-ignores-open-transactions',
    file: store,
    search: 'where age < 2147483648), 0) as xid,',
    replace: 'where age < 0), 0) as xid,',
    caughtBy: inStore,
  },
  {
    name: 'feed-continues-with-the-last-event-again',
    file: store,
    search: 'const window = `(commit_xid, event_id) > ($2::bigint, $3::uuid)',
    replace: 'const window = `(commit_xid, event_id) >= ($2::bigint, $3::uuid)',
    caughtBy: inStore,
  },
  {
    name: 'feed-cursor-without-its-merchant',
    file: 'gateway/src/events/feed/cursor.ts',
    search: 'update(`bramka event cursor|${merchantId}|`)',
    replace: 'update(`bramka event cursor|${merchantId.length}|`)',
    caughtBy: [{ file: 'gateway/src/events/feed/cursor.test.ts' }],
  },
  {
    name: 'event-being-sent-has-a-next-attempt',
    file: 'gateway/src/events/seen-event.store.ts',
    search: 'case when not q.is_leased then q.due_at end',
    replace: 'q.due_at',
    caughtBy: inStore,
  },
  {
    name: 'recovered-event-stays-refused',
    file: 'gateway/src/events/seen-event.store.ts',
    search: 'and n.event_id = a.event_id and n.attempt > a.attempt offset 0)',
    replace: 'and n.event_id = a.event_id and n.attempt > 1000 offset 0)',
    caughtBy: [{ file: 'test/journeys/event-deliveries.test.ts', name: 'refused event' }],
  },
  {
    name: 'payment-is-purged-before-its-delivery',
    file: 'gateway/src/payments/jobs/purge.store.ts',
    search: 'and (p.created_at <= $5 or not exists (',
    replace: 'and (p.created_at <= $3 or p.created_at <= $5 or not exists (',
    caughtBy: purges,
  },
  {
    name: 'test-event-waits-a-millisecond-longer',
    file: 'gateway/src/payments/jobs/purge.store.ts',
    search: 'firstIdAt(undeliveredUntil + 1)',
    replace: 'firstIdAt(undeliveredUntil)',
    caughtBy: purges,
  },
  {
    name: 'attempts-of-a-purged-tokenization-stay',
    file: 'gateway/src/tokenizer/processing/purge-tokens.store.ts',
    search: 'where a.merchant_id = told.merchant_id and a.event_id = told.event_id),',
    replace: 'where a.merchant_id = told.merchant_id and a.event_id is null),',
    caughtBy: purges,
  },
];
