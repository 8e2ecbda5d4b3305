// Events as the commands print them.

import { cell, table } from '../print.ts';

export interface EventReply {
  readonly eventId: string;
  readonly event: string;
  readonly occurredAt: string;
  readonly paymentId?: string;
  readonly tokenizerId?: string;
  readonly delivery: {
    readonly state: string;
    readonly attempts: number;
    readonly nextAttemptAt?: string;
  };
  readonly payload: Readonly<Record<string, string | number>>;
}

interface AttemptReply {
  readonly attempt: number;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly url: string;
  readonly result: string;
  readonly cause: string;
  readonly httpStatus?: number;
  readonly answer?: string;
}

export interface EventDetailsReply extends EventReply {
  readonly attempts: readonly AttemptReply[];
}

const heads = ['TIME', 'EVENT', 'STATUS', 'PAYMENT', 'DELIVERY', 'ATTEMPTS', 'ID'];

export function eventsText(events: readonly EventReply[], hasHeads = true): string {
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
export function statusOf(payload: EventReply['payload']): string {
  const { refundStatus, status, rejectCode } = payload;
  const changed = cell(refundStatus ?? status);
  return rejectCode === undefined ? changed : `${changed}: ${String(rejectCode)}`;
}

/** The event, its attempts, and the signed text value by value. */
export function eventText(event: EventDetailsReply): string {
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

function attemptsText(attempts: readonly AttemptReply[]): string {
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

function signedText(payload: EventReply['payload']): string {
  const values = Object.entries(payload).map(([name, value]) => [name, String(value)]);
  const joined = Object.values(payload).join('');
  return (
    `The values in the order of the message:\n${table(values, '  ')}\n` +
    `Joined, this is the text whose HMAC-SHA256 with the notification secret is the Signature:\n` +
    `  ${joined}\n`
  );
}
