// Events as the commands print them.

import type { DeliveryAttempt, EventDetails, EventRecord } from '@bramka/client/src/client.ts';
import { cell, table } from '../print.ts';

const heads = ['TIME', 'EVENT', 'STATUS', 'PAYMENT', 'DELIVERY', 'ATTEMPTS', 'ID'];

export function eventsText(events: readonly EventRecord[], hasHeads = true): string {
  const rows = events.map((one) => [
    one.occurredAt,
    one.event,
    statusOf(one.payload),
    cell(one.paymentId ?? one.tokenizerId),
    one.delivery.state,
    String(one.delivery.attempts),
    one.eventId,
  ]);
  return table(hasHeads ? [heads, ...rows] : rows);
}

/** The status that changed: of the refund, or of the payment, transaction or tokenization. */
export function statusOf(payload: Partial<EventRecord['payload']>): string {
  const { refundStatus, status, rejectCode } = payload;
  const changed = cell(refundStatus ?? status);
  return rejectCode === undefined ? changed : `${changed}: ${String(rejectCode)}`;
}

/** The event, its attempts, and the signed text value by value. */
export function eventText(event: EventDetails): string {
  const { delivery, payload } = event;
  const facts = table([
    ['event', event.event],
    ['id', event.eventId],
    ['time', event.occurredAt],
    ['delivery', delivery.state],
    ...(delivery.nextAttemptAt === undefined ? [] : [['next attempt', delivery.nextAttemptAt]]),
  ]);
  return `${facts}\n${attemptsText(event.attempts)}\n${signedText(payload)}`;
}

function attemptsText(attempts: readonly DeliveryAttempt[]): string {
  if (attempts.length === 0) return 'No attempts.\n';
  const rows = attempts.map((one) => [
    String(one.attempt),
    one.startedAt,
    one.result,
    one.httpStatus === undefined ? one.cause : String(one.httpStatus),
    `${one.durationMs} ms`,
    one.url,
    cell(one.answer?.replace(/\s+/g, ' ').slice(0, 80)),
  ]);
  return table([['ATTEMPT', 'TIME', 'RESULT', 'ANSWER', 'TOOK', 'URL', 'BODY'], ...rows]);
}

function signedText(payload: EventRecord['payload']): string {
  const values = Object.entries(payload).map(([name, value]) => [name, String(value)]);
  const joined = Object.values(payload).join('');
  return (
    `The values in the order of the message:\n${table(values, '  ')}\n` +
    `Joined, this is the text whose HMAC-SHA256 with the notification secret is the Signature:\n` +
    `  ${joined}\n`
  );
}
