// Limits for those who test stolen cards: an address or an order with many declines cannot pay by
// card for a while. If a merchant has many declines, each address is slowed down there, so that
// one party cannot stop the others.

import { addressKey } from '../../http/admission/address.ts';
import type { PaymentParts } from '../processing/parts.ts';
import type { PaymentDetails } from '../model/payment-details.ts';
import { addressOf, slows, stops, type TryPayment } from '../watching/decline-budgets.ts';
import type { Origin } from '../../http/caller.ts';
import type { FeatureUse, PaymentRequest } from './feature.ts';

/** Feature: the try of a card with the customer present may be refused. */
export function cardTries(
  deps: Pick<PaymentParts, 'budgets'>,
  { customerPresent }: Pick<PaymentRequest, 'customerPresent'>,
): FeatureUse | undefined {
  if (!customerPresent) return undefined;
  return {
    async start(decision, { shown }, { method, details }) {
      const { payment } = decision.loaded;
      if (method?.countsDeclines !== true) return decision;
      await refuseTooManyTries(deps, { ...payment, ...shown }, details);
      return decision;
    },
  };
}

/** Before anybody is asked about the card. */
async function refuseTooManyTries(
  { budgets }: Pick<PaymentParts, 'budgets'>,
  payment: TryPayment,
  details: PaymentDetails,
): Promise<void> {
  const [address] = addressOf(payment, details);
  if (details.seenFrom !== undefined) budgets.tries.take(details.seenFrom);
  await budgets.refuseUsedUp(stops(payment, details), 'TOO_MANY_DECLINES');
  if (!address || !(await budgets.isUsedUp(slows(payment)))) return;
  budgets.slowTries.take(`${payment.merchantId} ${address.subject}`);
}

/** Where the customer sent this instrument from; the merchant's own server is no customer. */
export function withSeenFrom(details: PaymentDetails, { caller, address }: Origin): PaymentDetails {
  const { seenFrom, ...rest } = details;
  if (caller.kind !== 'client') return seenFrom === undefined ? details : rest;
  const seen = addressKey(address);
  return seen === seenFrom ? details : { ...details, seenFrom: seen };
}
