// What was tried to deliver an event, and the health of the addresses that events are sent to.

import { orNull, table, typed, type RowOf } from '../journal/table.ts';

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

export const deliveryAttempts = table('delivery_attempts', {
  columns: {
    merchantId: 'text',
    eventId: 'uuid',
    attempt: 'integer',
    url: 'text',
    startedAt: 'timestamptz',
    durationMs: 'integer',
    result: typed<DeliveryResult>('text'),
    cause: typed<DeliveryCause>('text'),
    /** Present with the cause STATUS. */
    httpStatus: orNull('integer'),
    /** The first kilobyte of the answer, or what went wrong. */
    answer: 'text',
  },
  key: ['merchantId', 'eventId', 'attempt'],
});

export type DeliveryAttempt = RowOf<typeof deliveryAttempts>;

export const receivers = table('receivers', {
  columns: {
    merchantId: 'text',
    origin: 'text',
    lastSuccessAt: orNull('timestamptz'),
    lastFailureAt: orNull('timestamptz'),
    lastCause: orNull('text'),
    consecutiveFailures: 'integer',
    updatedAt: 'timestamptz',
  },
  key: ['merchantId', 'origin'],
});

export type ReceiverHealth = RowOf<typeof receivers>;
