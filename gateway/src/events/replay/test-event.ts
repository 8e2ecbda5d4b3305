// The test event, with which a merchant tries its notification address. It belongs to no payment;
// its subject is the event itself.

import type { Instant } from '../../core/clock.ts';
import { Draft } from '../../journal/entry.ts';
import { addEvent } from '../event-queue.ts';
import { eventRow, type EventRow } from '../event.ts';

export function testEvent(merchantId: string, eventId: string, occurredAt: Instant): EventRow {
  const ids = { merchantId, eventId, paymentId: null, sequence: 1 };
  return eventRow({ event: 'TEST', status: 'TEST', occurredAt, ...ids });
}

export function testEntry(row: EventRow): Draft {
  const draft = new Draft();
  addEvent(draft, row, false);
  return draft;
}
