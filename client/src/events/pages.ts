// Lists that come in pages, as async iterators over their entries.

import type { Calls } from '../generated/calls.ts';
import type { EventRecord, Settlement } from '../generated/types.ts';
import { unwrap, type CallOptions } from '../result.ts';

type EventQuery = NonNullable<Parameters<Calls['events']['list']>[0]>;
type SettlementQuery = NonNullable<Parameters<Calls['settlements']['list']>[0]>;

/** All events from `after` up to now, the oldest first. Throws a BramkaError if a page fails. */
export async function* eachEvent(
  calls: Calls,
  query: EventQuery = {},
  options: CallOptions = {},
): AsyncGenerator<EventRecord, void, undefined> {
  let { after } = query;
  while (true) {
    const page = await unwrap(calls.events.list({ ...query, after }, options));
    yield* page.events;
    if (!page.hasMore) return;
    after = page.next;
  }
}

/** All settlements, the newest first. Throws a BramkaError if a page fails. */
export async function* eachSettlement(
  calls: Calls,
  query: SettlementQuery = {},
  options: CallOptions = {},
): AsyncGenerator<Settlement, void, undefined> {
  let { before } = query;
  while (true) {
    const page = await unwrap(calls.settlements.list({ ...query, before }, options));
    yield* page;
    const last = page.at(-1);
    if (last === undefined || last.batchId === before) return;
    before = last.batchId;
  }
}
