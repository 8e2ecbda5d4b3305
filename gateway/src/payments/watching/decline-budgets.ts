// What declined cards are counted for: the address of the customer, the order, the merchant and the
// range of the card.

import { addressKey } from '../../http/admission/address.ts';
import type { Budget } from '../../http/budget/budget.store.ts';
import type { Payment } from '../model/payment.ts';
import type { PaymentDetails } from '../model/payment-details.ts';

export type TryPayment = Pick<Payment, 'merchantId' | 'paymentId' | 'extOrderId' | 'cardMask'>;

const RANGE_DIGITS = 6;

/**
 * The address of the customer. One that the gateway has seen counts for all merchants; one that a
 * merchant names counts only for that merchant, so that it cannot stop customers of others.
 */
export function addressOf(
  { merchantId }: TryPayment,
  { seenFrom, device }: PaymentDetails,
): Budget[] {
  const kind = 'ADDRESS_DECLINES';
  if (seenFrom !== undefined) return [{ merchantId: '', kind, subject: seenFrom }];
  if (device?.ip === undefined) return [];
  const subject = addressKey(device.ip);
  return subject === 'unknown' ? [] : [{ merchantId, kind, subject }];
}

/** These stop the try. */
export function stops(payment: TryPayment, details: PaymentDetails): Budget[] {
  const { merchantId, paymentId, extOrderId } = payment;
  const order: Budget = { merchantId, kind: 'ORDER_DECLINES', subject: extOrderId ?? paymentId };
  return [...addressOf(payment, details), order];
}

/** These slow down every address. */
export function slows({ merchantId, cardMask }: TryPayment): Budget[] {
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
