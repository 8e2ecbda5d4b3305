// An order that another payment holds: paid, or in progress. The refusal names that payment, so
// that the shop can read it instead of guessing.

import { refuse } from '../../core/refusals.ts';
import type { Payment } from '../payment.ts';
import type { OrderHolder, PaymentStore } from '../payment.store.ts';

/** Another payment of the order is completed, or in progress. */
export const orderRefusals = ['ORDER_ALREADY_PAID', 'ORDER_IN_PROGRESS'] as const;

type Ordered = Pick<Payment, 'merchantId' | 'extOrderId'>;

/** Nobody is asked to authenticate for an order that is taken; the last word has the index. */
export async function refuseTakenOrder(
  store: PaymentStore,
  { merchantId, extOrderId }: Ordered,
): Promise<void> {
  const holder = extOrderId === null ? undefined : await store.orderHolder(merchantId, extOrderId);
  if (holder) refuseFor(holder);
}

/** The index has refused an entry: somebody held the order, who may be gone again by now. */
export async function refuseAfterConflict(
  store: PaymentStore,
  { merchantId, extOrderId }: Ordered,
): Promise<never> {
  return refuseFor(await store.orderHolder(merchantId, extOrderId ?? ''));
}

function refuseFor(holder: OrderHolder | undefined): never {
  const isPaid = holder?.status === 'COMPLETED' || holder?.status === 'SETTLED';
  const field = 'order.extOrderId';
  const stands = isPaid ? 'is completed' : 'is in progress';
  const details = holder ? [{ field, message: `payment ${holder.paymentId} ${stands}` }] : [];
  return refuse(isPaid ? 'ORDER_ALREADY_PAID' : 'ORDER_IN_PROGRESS', details);
}

/** Whether a refusal says that another payment of the order was faster. */
export function isTakenOrder(code: string): boolean {
  return orderRefusals.some((one) => one === code);
}
