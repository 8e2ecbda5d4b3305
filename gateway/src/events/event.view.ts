// What answers show of an event: its message, the state of its delivery, and each attempt.

import { Type } from 'typebox';
import { isoTime, type Instant } from '../core/clock.ts';
import { present } from '../core/json/present.ts';
import { oneOf, time } from '../http/schema.ts';
import type { DeliveryAttempt } from './delivery-attempt.ts';
import { eventFields, type EventName } from './event.ts';
import {
  causeMeanings,
  deliveryStateMeanings,
  eventMeanings,
  fieldMeanings,
  resultMeanings,
  type DeliveryState,
} from './meanings.ts';

/** An event with the state of its delivery. */
export interface SeenEvent {
  readonly eventId: string;
  readonly event: EventName;
  readonly body: string;
  readonly occurredAt: Instant;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly nextAttemptAt: Instant | null;
}

export type SeenAttempt = Omit<DeliveryAttempt, 'merchantId' | 'eventId'>;

export const eventId = Type.String({ maxLength: 64, description: 'Id of the event.' });

const payloadSchema = Type.Object(
  Object.fromEntries(
    eventFields.map((field) => {
      const description = fieldMeanings[field];
      const value = field === 'sequence' ? Type.Integer : Type.String;
      return [field, Type.Optional(value({ description }))];
    }),
  ),
  { description: 'The message as it is sent; fields without a value are absent.' },
);

const deliverySchema = Type.Object(
  {
    state: oneOf(deliveryStateMeanings, 'State of the delivery.'),
    attempts: Type.Integer({ description: 'How often it was sent, replays included.' }),
    nextAttemptAt: Type.Optional(
      time('When it is sent next; absent while it is being sent, and when it is finished'),
    ),
  },
  { description: 'The delivery to the notification address.' },
);

export const eventSchema = Type.Object(
  {
    eventId,
    event: oneOf(eventMeanings, 'Name of the event.'),
    occurredAt: time('When the change happened'),
    paymentId: Type.Optional(Type.String({ description: 'Id of the payment.' })),
    tokenizerId: Type.Optional(Type.String({ description: 'Id of the tokenization.' })),
    delivery: deliverySchema,
    payload: payloadSchema,
  },
  { description: 'The event.' },
);

export const attemptSchema = Type.Object({
  attempt: Type.Integer({ description: 'Number of the attempt, replays included.' }),
  startedAt: time('When it was sent'),
  durationMs: Type.Integer({ description: 'Time until the answer or the error.' }),
  url: Type.String({ description: 'Where it was sent.' }),
  result: oneOf(resultMeanings, 'What followed.'),
  cause: oneOf(causeMeanings, 'What decided the result.'),
  httpStatus: Type.Optional(Type.Integer({ description: 'Status of the answer.' })),
  answer: Type.Optional(
    Type.String({
      description: 'The first 1024 bytes of the answer, or the details of the network error.',
    }),
  ),
});

/** The body is the message that the gateway has written itself. */
function payloadOf(body: string): Readonly<Record<string, string | number>> {
  return JSON.parse(body) as Record<string, string | number>;
}

export function eventView({ eventId: id, event, occurredAt, body, ...delivery }: SeenEvent) {
  const { state, attempts, nextAttemptAt } = delivery;
  const payload = payloadOf(body);
  const { paymentId, tokenizerId } = payload;
  const next = nextAttemptAt === null ? null : isoTime(nextAttemptAt);
  return {
    eventId: id,
    event,
    occurredAt: isoTime(occurredAt),
    ...present({ paymentId, tokenizerId }),
    delivery: { state, attempts, ...present({ nextAttemptAt: next }) },
    payload,
  };
}

export function attemptView({ startedAt, url, answer, httpStatus, ...rest }: SeenAttempt) {
  const { attempt, durationMs, result, cause } = rest;
  return {
    attempt,
    startedAt: isoTime(startedAt),
    durationMs,
    url: withoutCredentials(url),
    result,
    cause,
    ...present({ httpStatus, answer: answer === '' ? null : answer }),
  };
}

/** Addresses with a user name and password are refused; this also covers those stored earlier. */
function withoutCredentials(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed || (parsed.username === '' && parsed.password === '')) return url;
  parsed.username = '';
  parsed.password = '';
  return parsed.href;
}
