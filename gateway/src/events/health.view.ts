// What answers show of the health of receivers and of the events of a merchant.

import { Type } from 'typebox';
import { isoTime, type Instant } from '../core/clock.ts';
import { present } from '../core/json/present.ts';
import { oneOf, time } from '../http/schema.ts';
import type { ReceiverHealth } from './delivery-attempt.ts';
import { causeMeanings } from './meanings.ts';
import type { PendingCount } from './seen-event.store.ts';

const receiver = {
  origin: Type.String({ description: 'Scheme, host and port of the address.' }),
  isHealthy: Type.Boolean({ description: 'Whether it accepted the last event that was sent.' }),
  consecutiveFailures: Type.Integer({
    description: 'Events sent since the last accepted one; 0: healthy.',
  }),
  lastSuccessAt: Type.Optional(time('When it last accepted an event')),
  lastFailureAt: Type.Optional(time('When it last did not')),
  lastCause: Type.Optional(oneOf(causeMeanings, 'Why it did not.')),
};

const receiverSchema = Type.Object(receiver);
export const merchantReceiverSchema = Type.Object({
  merchantId: Type.String({ description: 'MID of the merchant.' }),
  ...receiver,
});

export const healthSchema = Type.Object({
  receivers: Type.Array(receiverSchema, {
    description: 'Those that fail first, at most 100. Written about once a second.',
  }),
  pendingEvents: Type.Integer({ description: 'Events that are not finished, at most 10000.' }),
  oldestPendingAt: Type.Optional(time('Time of the oldest of these events')),
  refusedEvents: Type.Integer({
    description: 'Events of the last 24 hours that were refused, at most 10000.',
  }),
  failedEvents: Type.Integer({
    description: 'Events of the last 24 hours that have failed, at most 10000.',
  }),
});

interface MerchantHealth {
  readonly receivers: readonly ReceiverHealth[];
  readonly pending: PendingCount;
  readonly refused: number;
  readonly failed: number;
}

export function receiverView(of: ReceiverHealth) {
  const { origin, consecutiveFailures, lastSuccessAt, lastFailureAt, lastCause } = of;
  return {
    origin,
    isHealthy: consecutiveFailures === 0,
    consecutiveFailures,
    ...present({
      lastSuccessAt: timeOrNull(lastSuccessAt),
      lastFailureAt: timeOrNull(lastFailureAt),
      lastCause,
    }),
  };
}

export function healthView({ receivers, pending, refused, failed }: MerchantHealth) {
  return {
    receivers: receivers.map(receiverView),
    pendingEvents: pending.count,
    ...present({ oldestPendingAt: timeOrNull(pending.oldestAt) }),
    refusedEvents: refused,
    failedEvents: failed,
  };
}

function timeOrNull(at: Instant | null): string | null {
  return at === null ? null : isoTime(at);
}
