// The payment a call is about: of the token's merchant, or 404, whether it exists elsewhere or not.

import { Type } from 'typebox';
import { isUuid } from '../core/id.ts';
import { refuse } from '../core/refusals.ts';
import type { Caller } from '../http/caller.ts';
import type { Payment } from './payment.ts';
import type { PaymentStore } from './payment.store.ts';

export const paymentParams = Type.Object({
  paymentId: Type.String({ maxLength: 64, description: 'Id of the payment' }),
});

export async function findPayment(
  store: PaymentStore,
  caller: Caller,
  paymentId: string,
): Promise<Payment> {
  if (!('merchantId' in caller) || !isUuid(paymentId)) return refuse('PAYMENT_NOT_FOUND');
  if (caller.kind === 'client' && caller.paymentId !== paymentId) refuse('PAYMENT_NOT_FOUND');
  return (await store.find(caller.merchantId, paymentId)) ?? refuse('PAYMENT_NOT_FOUND');
}
