// The queue of events that are not finished: one row per event, written in the entry of the event
// and deleted when the merchant has accepted or refused it. The rows of a payment are worked off in
// the order of their sequence.

import type { Draft } from '../journal/entry.ts';
import { table, type RowOf } from '../journal/table.ts';
import { events, type EventRow } from './event.ts';

/** How long the node that wrote or claimed a row may work on it before another one may. */
export const LEASE_MS = 60_000;

export const eventQueue = table('event_queue', {
  columns: {
    merchantId: 'text',
    /** As in the event: the payment, or the tokenization. */
    paymentId: 'uuid',
    sequence: 'integer',
    eventId: 'uuid',
    /** The payment has its own address for notifications. */
    hasNotifyUrl: 'boolean',
    /** When it may be claimed: the end of its lease, or the time of the next attempt. */
    dueAt: 'timestamptz',
  },
  key: ['merchantId', 'paymentId', 'sequence'],
  // The columns of a new row: no attempts, and lease 0, which belongs to the node that writes it.
  defaulted: ['attempts', 'earlier_attempts', 'is_leased', 'lease'],
});

export type QueueRow = RowOf<typeof eventQueue>;

/** Adds an event to the entry of its change. It is leased to this node, which then sends it. */
export function addEvent(draft: Draft, event: EventRow, hasNotifyUrl: boolean): Draft {
  const { merchantId, paymentId, sequence, eventId, occurredAt } = event;
  const dueAt = occurredAt + LEASE_MS;
  const row: QueueRow = { merchantId, paymentId, sequence, eventId, hasNotifyUrl, dueAt };
  return draft.insert(events, event).insert(eventQueue, row);
}
