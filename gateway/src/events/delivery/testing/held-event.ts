// An event that a node holds, for tests of the delivery.

import type { HeldEvent } from '../delivery.store.ts';
import { merchantId } from './commit-events.ts';

/** The first event of a payment, not sent yet. */
export function heldEvent(changes: Partial<HeldEvent> = {}): HeldEvent {
  return {
    merchantId,
    paymentId: '01990000-0000-7000-8000-000000000001',
    sequence: 1,
    eventId: '01990000-0000-7000-8000-000000000002',
    event: 'PAYMENT_STATUS',
    body: '{}',
    hasNotifyUrl: false,
    attempts: 0,
    earlierAttempts: 0,
    lease: 0,
    ...changes,
  };
}
