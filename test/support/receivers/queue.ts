// Reads the events of a merchant and their queue from the tables of a gateway.
import { rowsOf } from '../tables.ts';
import type { Installation } from '../installation.ts';
import { until } from '../waiting/until.ts';

export interface StoredEvent {
  readonly eventId: string;
  readonly paymentId: string;
  readonly sequence: number;
  readonly event: string;
  readonly body: string;
}

export interface QueuedEvent {
  readonly eventId: string;
  readonly attempts: number;
  readonly isLeased: boolean;
  readonly dueMs: number;
}

export interface StoredAttempt {
  readonly eventId: string;
  readonly attempt: number;
  readonly result: string;
  readonly cause: string;
  readonly httpStatus: number | null;
  readonly answer: string;
  readonly startedMs: number;
}

/** In the order of payments and their sequences. */
export const storedEvents = (
  installation: Installation,
  merchantId: string,
): Promise<StoredEvent[]> =>
  rowsOf<StoredEvent>(
    installation,
    `select event_id::text as "eventId", payment_id::text as "paymentId", sequence, event, body
     from events where merchant_id = '${merchantId}' order by payment_id, sequence`,
  );

export const queuedEvents = (
  installation: Installation,
  merchantId: string,
): Promise<QueuedEvent[]> =>
  rowsOf<QueuedEvent>(
    installation,
    `select event_id::text as "eventId", attempts, is_leased as "isLeased",
       (extract(epoch from due_at) * 1000)::float8 as "dueMs"
     from event_queue where merchant_id = '${merchantId}' order by payment_id, sequence`,
  );

/** In the order of their times. */
export const storedAttempts = (
  installation: Installation,
  merchantId: string,
): Promise<StoredAttempt[]> =>
  rowsOf<StoredAttempt>(
    installation,
    `select event_id::text as "eventId", attempt, result, cause, http_status as "httpStatus",
       answer, (extract(epoch from started_at) * 1000)::float8 as "startedMs"
     from delivery_attempts where merchant_id = '${merchantId}' order by started_at, attempt`,
  );

/** Waits until all events of the merchant are finished. */
export function untilFinished(installation: Installation, merchantId: string): Promise<void> {
  const isEmpty = async (): Promise<boolean> =>
    (await queuedEvents(installation, merchantId)).length === 0;
  return until(isEmpty, `all events of ${merchantId} to be finished`);
}
