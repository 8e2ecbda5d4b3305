// A payment to be registered, for tests of decisions: 123.45 PLN by card, with defaults.

import type { NewPayment } from '../../advance.ts';
import type { Now } from '../decision.ts';

export function freshPayment(now: Now, given: Partial<NewPayment> = {}): NewPayment {
  return {
    merchantId: '10000001',
    paymentId: now.ids.next(),
    agentId: null,
    channel: 'WEBAPI',
    method: 'CARD',
    transKind: 'AUTH',
    transType: 'STANDARD',
    recurring: null,
    currency: 'PLN',
    amountMinor: 12_345n,
    authorizedMinor: 0n,
    capturedMinor: 0n,
    refundedMinor: 0n,
    extOrderId: null,
    holdsOrder: false,
    description: null,
    rejectCode: null,
    dataRequest: null,
    instrumentType: 'CARD',
    cardMask: null,
    cardHeld: false,
    organization: null,
    generation: 1,
    validUntil: now.at + 1000,
    holdUntil: null,
    createdAt: now.at,
    ...given,
  };
}
