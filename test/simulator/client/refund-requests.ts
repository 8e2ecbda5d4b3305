// Requests for refunds: full, partial, more than was paid, with amounts that the acquirer declines
// or leaves pending, and with the id of another refund.

import type { Payment } from '@bramka/gateway/payments/model/payment.ts';
import { transactions, type Transaction } from '@bramka/gateway/payments/model/transaction.ts';
import { refundTriggers } from '@bramka/sandbox/acquirer/triggers/triggers.ts';
import type { Chance } from '../world/chance.ts';
import { majorOf } from '../world/merchants.ts';
import type { World } from '../world/world.ts';
import { pickShare } from './split-payments.ts';

/** Paid, with money that was taken. */
export function isRefundable({ status, capturedMinor }: Payment): boolean {
  return (status === 'COMPLETED' || status === 'SETTLED') && capturedMinor > 0n;
}

export function refundBody(world: World, chance: Chance, of: Payment, mark: string): object {
  const share = pickShare(world, chance, of);
  const left = share?.left ?? Number(of.capturedMinor - of.refundedMinor);
  // Without a share, a split payment can only be refunded whole.
  const mustBeComplete = of.transType === 'MARKETPLACE' && !share && chance.percent(80);
  const amount = mustBeComplete ? undefined : refundAmount(chance, left);
  return {
    ...(share ? { subpaymentId: share.subpaymentId } : {}),
    ...(amount === undefined ? {} : { amount: majorOf(amount, of.currency) }),
    description: mark,
    ...(chance.percent(60) ? { extRefundId: extRefundId(world, chance, of, mark) } : {}),
  };
}

/** In minor units; undefined: everything that is left. */
function refundAmount(chance: Chance, left: number): number | undefined {
  if (left <= 0) return chance.percent(50) ? undefined : chance.between(1, 100);
  const kind = chance.weighted([
    [30, 'all'],
    [40, 'part'],
    [20, 'trigger'],
    [10, 'more'],
  ] as const);
  if (kind === 'all') return undefined;
  if (kind === 'more') return left + chance.between(1, 100);
  const part = chance.between(1, left);
  const ending = Number(chance.pick(refundTriggers).value.slice(-2));
  const triggered = part - (part % 100) + ending;
  return kind === 'trigger' && triggered <= left ? triggered : part;
}

/** Usually a new one; sometimes that of an earlier refund, which has another content. */
function extRefundId(world: World, chance: Chance, { merchantId }: Payment, mark: string): string {
  const refunds = world.storage.memory
    .rows<Transaction>(transactions)
    .filter((row) => row.merchantId === merchantId && row.extRefundId !== null);
  if (refunds.length === 0 || chance.percent(80)) return `refund-${mark}`;
  return chance.pick(refunds).extRefundId ?? '';
}
