// Which refunds and cancellations are possible, by the rows: they must succeed when nothing fails.

import { balances, type Balance } from '@bramka/gateway/ledger/ledger.ts';
import { payments, type Payment } from '@bramka/gateway/payments/model/payment.ts';
import { merchant, type Request } from '../client/call.ts';
import { isRefundable } from '../client/refund-requests.ts';
import { leftOf } from '../client/split-payments.ts';
import { majorOf } from '../world/merchants.ts';
import type { World } from '../world/world.ts';
import { splitRowsOf, sumOf } from './shares.ts';

/** Whether this amount can be refunded: it is left, and the merchant's funds cover it. */
export function isCovered({ storage }: World, payment: Payment, amountMinor: bigint): boolean {
  const { merchantId, currency, capturedMinor, refundedMinor } = payment;
  const key = { merchantId, currency, account: 'MERCHANT_PAYABLE' };
  const funds = storage.memory.find<Balance>(balances, key)?.balanceMinor ?? 0n;
  const isLeft = capturedMinor - refundedMinor >= amountMinor;
  return isRefundable(payment) && isLeft && funds >= amountMinor;
}

/** The part of a payment that is paid from the merchant's own funds: not the shares of others. */
export function ownMoney({ storage }: World, payment: Payment): bigint {
  const split = splitRowsOf(storage.memory, payment);
  if (!split) return payment.capturedMinor;
  return sumOf(split.shares.filter(({ payeeId }) => payeeId === payment.merchantId));
}

/** A refund of a share that has a rest and whose funds cover it. */
export function shareRefund(world: World, mark: string): Request | undefined {
  const { memory } = world.storage;
  for (const payment of memory.rows<Payment>(payments)) {
    const { merchantId, paymentId, currency, status } = payment;
    const share = splitRowsOf(memory, payment)?.shares.find((one) => leftOf(one) > 0n);
    if (!share) continue;
    const isOfOwner = status === 'SETTLED' || share.payeeId === merchantId;
    if (!isCovered(world, payment, isOfOwner ? 1n : 0n)) continue;
    const { subpaymentId } = share;
    const body = { subpaymentId, amount: majorOf(1, currency), description: mark };
    const caller = merchant(merchantId);
    return { operation: 'refund', caller, params: { paymentId }, body, key: null };
  }
  return undefined;
}
