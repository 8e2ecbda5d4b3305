// Limits for those who test stolen cards: an address or an order with many declines cannot pay by
// card for a while. If a merchant has many declines, each address is slowed down there, so that
// one party cannot stop the others.

import { addressKey } from '../../http/admission/address.ts';
import type { Budget } from '../../http/budget/budget.store.ts';
import type { PaymentParts } from '../parts.ts';
import type { Payment } from '../payment.ts';
import type { PaymentDetails } from '../payment-details.ts';
import type { Origin } from './card-guess.ts';

type TryPayment = Pick<Payment, 'merchantId' | 'paymentId' | 'extOrderId' | 'cardMask'>;

const RANGE_DIGITS = 6;

/**
 * The address of the customer. One that the gateway has seen counts for all merchants; one that a
 * merchant names counts only for that merchant, so that it cannot stop customers of others.
 */
function addressOf({ merchantId }: TryPayment, { seenFrom, device }: PaymentDetails): Budget[] {
  const kind = 'ADDRESS_DECLINES';
  if (seenFrom !== undefined) return [{ merchantId: '', kind, subject: seenFrom }];
  if (device?.ip === undefined) return [];
  const subject = addressKey(device.ip);
  return subject === 'unknown' ? [] : [{ merchantId, kind, subject }];
}

/** These stop the try. */
function stops(payment: TryPayment, details: PaymentDetails): Budget[] {
  const { merchantId, paymentId, extOrderId } = payment;
  const order: Budget = { merchantId, kind: 'ORDER_DECLINES', subject: extOrderId ?? paymentId };
  return [...addressOf(payment, details), order];
}

/** These slow down every address. */
function slows({ merchantId, cardMask }: TryPayment): Budget[] {
  const range = cardMask?.slice(0, RANGE_DIGITS);
  return [
    { merchantId, kind: 'MERCHANT_DECLINES', subject: '' },
    { merchantId, kind: 'DECLINE_SHARE', subject: '' },
    ...(range === undefined
      ? []
      : [{ merchantId, kind: 'RANGE_DECLINES', subject: range } as const]),
  ];
}

/** What a declined card is counted for. */
export function declineBudgets(payment: TryPayment, details: PaymentDetails): Budget[] {
  const counted = slows(payment).filter(({ kind }) => kind !== 'DECLINE_SHARE');
  return [...stops(payment, details), ...counted];
}

/** Refuses the try of a card with the customer present before anybody is asked about it. */
export async function refuseTooManyTries(
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
