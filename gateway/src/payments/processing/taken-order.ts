// An order that another payment holds: paid, or in progress. The refusal names that payment, so
// that the shop can read it.

import { refuse } from '../../core/refusals.ts';
import type { Payment } from '../model/payment.ts';
import type { OrderHolder, PaymentStore } from '../loading/payment.store.ts';

/** Another payment of the order is completed, or in progress. */
export const orderRefusals = ['ORDER_ALREADY_PAID', 'ORDER_IN_PROGRESS'] as const;

type Ordered = Pick<Payment, 'merchantId' | 'extOrderId'>;

/**
 * Skips authentication when the order is already taken. The unique index decides races. If the
 * payment itself has taken the order since it was loaded, the comparison of versions decides.
 */
export async function refuseTakenOrder(
  store: PaymentStore,
  { merchantId, paymentId, extOrderId }: Ordered & Pick<Payment, 'paymentId'>,
): Promise<void> {
  const holder = extOrderId === null ? undefined : await store.orderHolder(merchantId, extOrderId);
  if (holder && holder.paymentId !== paymentId) refuseFor(holder);
}

/**
 * The unique index refused an entry: another payment held the order, and may have released it
 * since.
 */
export async function refuseAfterConflict(
  store: PaymentStore,
  { merchantId, extOrderId }: Ordered,
): Promise<never> {
  return refuseFor(await store.orderHolder(merchantId, extOrderId ?? ''));
}

function refuseFor(holder: OrderHolder | undefined): never {
  const isPaid = holder?.status === 'COMPLETED' || holder?.status === 'SETTLED';
  const field = 'order.extOrderId';
  const state = isPaid ? 'is completed' : 'is in progress';
  const details = holder ? [{ field, message: `payment ${holder.paymentId} ${state}` }] : [];
  return refuse(isPaid ? 'ORDER_ALREADY_PAID' : 'ORDER_IN_PROGRESS', details);
}

/** Whether a refusal means that another payment of the order was faster. */
export function isTakenOrder(code: string): boolean {
  return orderRefusals.some((one) => one === code);
}
