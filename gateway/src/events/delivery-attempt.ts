// What was tried to deliver an event, and the health of the addresses that events are sent to.

import type { Instant } from '../core/clock.ts';
import { table } from '../journal/table.ts';

const deliveryResults = ['ACCEPTED', 'RETRY', 'REFUSED', 'FAILED'] as const;
export type DeliveryResult = (typeof deliveryResults)[number];

/**
 * STATUS: an HTTP answer arrived; the others are reasons why none did. PAUSED was written by
 * version 0.2.0 for attempts that it skipped; now only a request is an attempt.
 */
const deliveryCauses = [
  'STATUS',
  'DNS',
  'ADDRESS',
  'CONNECT',
  'TLS',
  'TIMEOUT',
  'RESET',
  'PROTOCOL',
  'PAUSED',
] as const;
export type DeliveryCause = (typeof deliveryCauses)[number];

export interface DeliveryAttempt {
  readonly merchantId: string;
  readonly eventId: string;
  readonly attempt: number;
  readonly url: string;
  readonly startedAt: Instant;
  readonly durationMs: number;
  readonly result: DeliveryResult;
  readonly cause: DeliveryCause;
  /** Present with the cause STATUS. */
  readonly httpStatus: number | null;
  /** The first kilobyte of the answer, or what went wrong. */
  readonly answer: string;
}

export const deliveryAttempts = table<DeliveryAttempt>('delivery_attempts', {
  columns: {
    merchantId: 'text',
    eventId: 'uuid',
    attempt: 'integer',
    url: 'text',
    startedAt: 'timestamptz',
    durationMs: 'integer',
    result: 'text',
    cause: 'text',
    httpStatus: 'integer',
    answer: 'text',
  },
  key: ['merchantId', 'eventId', 'attempt'],
});

export interface ReceiverHealth {
  readonly merchantId: string;
  readonly origin: string;
  readonly lastSuccessAt: Instant | null;
  readonly lastFailureAt: Instant | null;
  readonly lastCause: string | null;
  readonly consecutiveFailures: number;
  readonly updatedAt: Instant;
}

export const receivers = table<ReceiverHealth>('receivers', {
  columns: {
    merchantId: 'text',
    origin: 'text',
    lastSuccessAt: 'timestamptz',
    lastFailureAt: 'timestamptz',
    lastCause: 'text',
    consecutiveFailures: 'integer',
    updatedAt: 'timestamptz',
  },
  key: ['merchantId', 'origin'],
});
