// A payment to be registered, for tests of decisions: 123.45 PLN by card, with defaults.

import type { TimeAndIds } from '../../../core/id.ts';
import { secret } from '../../../core/secret.ts';
import type { StoredRoute } from '../../../providers/attempt.ts';
import type { CardMeans } from '../../../providers/means.ts';
import type { Start } from '../register.ts';
import type { NewPayment } from '../../model/advance.ts';

const card = {
  number: secret('4111111111111111'),
  expiry: secret('203012'),
  cvv: secret('123'),
  holder: null,
};

/** A card, sent without authentication. */
export const plainMeans: CardMeans = {
  kind: 'card',
  card,
  numberType: 'PAN',
  networkToken: null,
  cryptogram: null,
  eci: null,
  networkTransactionId: null,
  threeDS: null,
  exemption: null,
};

/** To one provider, without a rule. */
export const plainRoute: StoredRoute = {
  rule: null,
  why: 'test',
  providers: ['sandbox'],
  position: 0,
};

/** The start of an authorization without authentication. */
export const plainStart: Start = {
  provider: 'sandbox',
  route: plainRoute,
  means: plainMeans,
  facts: {},
  held: null,
  authenticationId: null,
  exemption: null,
  waitUntil: null,
  firstCheckMs: 1000,
};

/** A provider with every operation. */
export const plainTerms = { holdMs: 1000, firstCheckMs: 1000, supports: () => true };

export function freshPayment(now: TimeAndIds, given: Partial<NewPayment> = {}): NewPayment {
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
    tokenizerId: null,
    organization: null,
    generation: 1,
    validUntil: now.at + 1000,
    refusedTries: 0,
    refusedAt: null,
    holdUntil: null,
    createdAt: now.at,
    ...given,
  };
}
