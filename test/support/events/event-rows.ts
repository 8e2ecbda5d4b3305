// Events for tests, written straight into the tables.
import { isoTime } from '@bramka/gateway/core/clock.ts';
import { createIds } from '@bramka/gateway/core/id.ts';
import { seededRandom } from '@bramka/gateway/core/testing/seeded-random.ts';
import type { Queryable } from '@bramka/gateway/storage/database.ts';
import type { DeliveryResult } from '@bramka/gateway/events/delivery-attempt.ts';
import { eventRow, type EventName, type EventRow } from '@bramka/gateway/events/event.ts';

const START = Date.parse('2026-03-01T12:00:00Z');
const ids = createIds({ now: () => START }, seededRandom(7));

export interface MadeEvent {
  readonly merchantId: string;
  readonly paymentId?: string;
  readonly sequence?: number;
  readonly event?: EventName;
}

export function madeEvent(of: MadeEvent): EventRow {
  const { merchantId, paymentId = ids.next(), sequence = 1, event = 'PAYMENT_STATUS' } = of;
  const facts = { merchantId, sequence, event, eventId: ids.next(), occurredAt: START };
  const rest = { status: 'NEW', channel: 'WEBAPI', rejectCode: null, rejectInfo: null };
  return eventRow({ ...facts, ...rest, paymentId });
}

const insert = {
  name: '',
  text: `insert into events (merchant_id, event_id, payment_id, sequence, event, body, occurred_at)
    values ($1, $2, $3, $4, $5, $6, $7)`,
};

export async function insertEvent(on: Queryable, of: MadeEvent): Promise<EventRow> {
  const row = madeEvent(of);
  const { merchantId, eventId, paymentId, sequence, event, body, occurredAt } = row;
  const at = isoTime(occurredAt);
  await on.run(insert, [merchantId, eventId, paymentId, sequence, event, body, at]);
  return row;
}

export interface QueuedEvent {
  readonly attempts: number;
  /** Attempts before the last replay. */
  readonly earlierAttempts?: number;
  /** A node is sending it. */
  readonly isLeased?: boolean;
}

/** When queued events are due. */
export const QUEUED_DUE_AT = START + 5000;

/** The event waits for its delivery. */
export async function insertQueued(on: Queryable, row: EventRow, of: QueuedEvent): Promise<void> {
  const text = `insert into event_queue (merchant_id, payment_id, sequence, event_id,
      has_notify_url, due_at, attempts, earlier_attempts, is_leased, lease)
    values ($1, $2, $3, $4, false, $5, $6, $7, $8, 0)`;
  const { merchantId, paymentId, sequence, eventId } = row;
  const { attempts, earlierAttempts = 0, isLeased = false } = of;
  const values = [isoTime(QUEUED_DUE_AT), attempts, earlierAttempts, isLeased];
  await on.run({ name: '', text }, [merchantId, paymentId, sequence, eventId, ...values]);
}

export async function insertAttempt(
  on: Queryable,
  { merchantId, eventId }: EventRow,
  attempt: number,
  result: DeliveryResult,
): Promise<void> {
  const text = `insert into delivery_attempts (merchant_id, event_id, attempt, url, started_at,
      duration_ms, result, cause, http_status, answer)
    values ($1, $2, $3, 'https://shop.test/payment', $4, 1, $5, 'STATUS', 200, '')`;
  await on.run({ name: '', text }, [merchantId, eventId, attempt, isoTime(START), result]);
}
