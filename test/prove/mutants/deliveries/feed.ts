// Planted bugs in the feed and the stream of events.
import type { Mutant } from '../../mutant.ts';

const store = 'gateway/src/events/feed/feed.store.ts';
const inStore = [{ file: 'gateway/src/events/feed/feed.store.test.ts' }];

export const feedMutants: readonly Mutant[] = [
  {
    name: 'feed-ignores-open-transactions',
    file: store,
    search: 'where age < 2147483648), 0) as horizon,',
    replace: 'where age < 0), 0) as horizon,',
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
];
