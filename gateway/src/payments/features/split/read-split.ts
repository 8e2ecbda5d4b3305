// Reads the shares of a MARKETPLACE payment from its creation request: they must add up to the
// amount of the order exactly.

import type { Ids } from '../../../core/id.ts';
import { formatAmount, money } from '../../../core/money.ts';
import { invalid } from '../../../core/refusals.ts';
import type { NewPayment } from '../../model/advance.ts';
import type { GivenSubpayment } from '../../fields/subpayment.ts';
import { readAmount, readCommission } from '../../requests/new-payment.ts';
import type { CreateRequest } from '../../requests/schema.ts';
import { isSplit, type Subpayment } from '../../model/subpayment.ts';

/** Empty for a STANDARD payment. */
export function readSplit({ order }: CreateRequest, fresh: NewPayment, ids: Ids): Subpayment[] {
  const given = order.subpayments;
  const shares = (given ?? []).map((one, index) => readShare(one, pathOf(index), fresh, ids));
  if (!isSplit(fresh)) {
    if (given !== undefined) throw invalid('order.subpayments', 'need transType MARKETPLACE');
    return [];
  }
  if (given === undefined) {
    throw invalid('order.subpayments', 'are required with transType MARKETPLACE');
  }
  refuseSameIds(shares);
  refuseOtherSum(shares, fresh);
  refuseOtherCommission(order.commission, shares, fresh);
  return shares;
}

/** The same shares for a retried payment, with ids of their own. */
export function copySplit(
  shares: readonly Subpayment[],
  { paymentId }: Pick<NewPayment, 'paymentId'>,
  ids: Ids,
): Subpayment[] {
  return shares.map((share) => ({
    ...share,
    paymentId,
    subpaymentId: ids.next(),
    refundedMinor: 0n,
  }));
}

export function pathOf(index: number): string {
  return `order.subpayments[${String(index)}]`;
}

function readShare(
  given: GivenSubpayment,
  path: string,
  { merchantId, paymentId, currency }: NewPayment,
  ids: Ids,
): Subpayment {
  const amountMinor = readAmount(given.amount, currency, `${path}.amount`).minor;
  const commissionMinor = readCommission(given.commission, currency, `${path}.commission`);
  const payeeId = given.merchant.merchantId;
  if (commissionMinor > amountMinor) {
    throw invalid(`${path}.commission`, 'must be at most the amount of the share');
  }
  if (payeeId === merchantId && commissionMinor > 0n) {
    throw invalid(`${path}.commission`, 'must be 0, because the share is your own');
  }
  return {
    merchantId,
    paymentId,
    subpaymentId: ids.next(),
    payeeId,
    amountMinor,
    commissionMinor,
    refundedMinor: 0n,
    description: given.description ?? null,
    extSubpaymentId: given.extSubpaymentId ?? null,
  };
}

function refuseSameIds(shares: readonly Subpayment[]): void {
  const seen = new Map<string, number>();
  shares.forEach(({ extSubpaymentId }, index) => {
    if (extSubpaymentId === null) return;
    const earlier = seen.get(extSubpaymentId);
    if (earlier !== undefined) {
      const field = `${pathOf(index)}.extSubpaymentId`;
      throw invalid(field, `must differ from that of ${pathOf(earlier)}`);
    }
    seen.set(extSubpaymentId, index);
  });
}

function refuseOtherSum(
  shares: readonly Subpayment[],
  { amountMinor, currency }: NewPayment,
): void {
  const sum = shares.reduce((total, share) => total + share.amountMinor, 0n);
  if (sum === amountMinor) return;
  const [is, expected] = [sum, amountMinor].map((minor) => formatAmount(money(minor, currency)));
  const message = `must add up to order.amount, ${String(expected)}; they add up to ${String(is)}`;
  throw invalid('order.subpayments', message);
}

function refuseOtherCommission(
  given: unknown,
  shares: readonly Subpayment[],
  { currency }: NewPayment,
): void {
  if (given === undefined) return;
  const stated = readCommission(given, currency, 'order.commission');
  const sum = shares.reduce((total, share) => total + share.commissionMinor, 0n);
  if (stated === sum) return;
  const shown = formatAmount(money(sum, currency));
  throw invalid('order.commission', `must be the sum of the commissions of the shares, ${shown}`);
}
