// Events for tests of the delivery, committed as a node commits them.

import assert from 'node:assert/strict';
import type { Instant } from '../../../core/clock.ts';
import { Draft } from '../../../journal/entry.ts';
import { sqlCommitter } from '../../../journal/sql-committer.ts';
import type { Database } from '../../../storage/database.ts';
import { announceEvents, type CommittedEvent } from '../../committed-events.ts';
import { eventRow, type EventRow } from '../../event.ts';
import { addEvent } from '../../event-queue.ts';

export const merchantId = '10000001';

export function paymentEvent(
  at: Instant,
  ids: Pick<EventRow, 'eventId' | 'paymentId' | 'sequence'>,
): EventRow {
  return eventRow({
    ...ids,
    event: 'PAYMENT_STATUS',
    occurredAt: at,
    merchantId,
    status: 'NEW',
    channel: 'WEBAPI',
    rejectCode: null,
    rejectInfo: null,
  });
}

/** Commits them in one entry and returns what a node is offered. */
export async function commitEvents(
  database: Database,
  events: readonly EventRow[],
): Promise<CommittedEvent[]> {
  const draft = new Draft();
  for (const event of events) addEvent(draft, event, false);
  const committed: CommittedEvent[] = [];
  const committer = sqlCommitter(database);
  const journal = {
    idle: () => Promise.resolve(),
    commit: async (entry: Draft) => (await committer.apply([entry]))[0] as never,
  };
  const announcing = announceEvents(
    journal,
    () => Promise.resolve(true),
    (all) => committed.push(...all),
  );
  assert.deepEqual(await announcing.commit(draft), { kind: 'committed' });
  return committed;
}
