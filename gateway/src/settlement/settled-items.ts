// The items of a payment: what its payee gets, and what is deducted. Pure; the amounts of all items
// of a payment and the fees add up to what was captured and not refunded.

import { assert } from '../core/assert.ts';
import type { Instant } from '../core/clock.ts';
import { feeOf, type FeeTable } from '../fees/fee.ts';
import type { Funds } from '../ledger/ledger.ts';
import type { Loaded, Payment } from '../payments/model/payment.ts';
import { leftOfShare } from '../refunds/refund-shares.ts';
import { fundsOfShare, isSplit, type Subpayment } from '../payments/model/subpayment.ts';
import type { ItemKind, SettledAmounts } from './batch.ts';

export interface PayeeItem extends SettledAmounts {
  readonly kind: ItemKind;
  readonly payeeId: string;
  readonly subpaymentId: string | null;
  /** The account from which fee and commission are deducted and the payee is paid. */
  readonly funds: Funds;
}

/** Whose fee rules a payment needs. */
export function payeesOf({ payment, subpayments = [] }: Loaded): readonly string[] {
  return isSplit(payment) ? subpayments.map(({ payeeId }) => payeeId) : [payment.merchantId];
}

type FeesOf = (merchantId: string) => FeeTable;

export function itemsOf(loaded: Loaded, capturedAt: Instant, feesOf: FeesOf): readonly PayeeItem[] {
  const { payment, subpayments = [] } = loaded;
  const { merchantId, capturedMinor: grossMinor, refundedMinor } = payment;
  const amountMinor = grossMinor - refundedMinor;
  if (isSplit(payment)) {
    const left = subpayments.reduce((sum, share) => sum + leftOfShare(share), 0n);
    assert(left === amountMinor, 'what is left of the shares is what is left of the payment');
    return subpayments.flatMap((share) => shareItems(loaded, share, capturedAt, feesOf));
  }
  const feeMinor = feeFor(payment, amountMinor, amountMinor, capturedAt, feesOf(merchantId));
  const item: PayeeItem = {
    kind: 'PAYMENT',
    payeeId: merchantId,
    subpaymentId: null,
    funds: 'MERCHANT_PAYABLE',
    grossMinor,
    refundedMinor,
    feeMinor,
    commissionMinor: 0n,
    netMinor: amountMinor - feeMinor,
  };
  return [item];
}

function feeFor(
  { method, organization, currency }: Payment,
  amountMinor: bigint,
  mostMinor: bigint,
  at: Instant,
  fees: FeeTable,
): bigint {
  const of = { method: method ?? '', organization, currency, amountMinor, mostMinor, at };
  return feeOf(fees, of);
}

/** The share of a submerchant, and the commission on it, which the marketplace gets. */
function shareItems(
  { payment }: Loaded,
  share: Subpayment,
  capturedAt: Instant,
  feesOf: FeesOf,
): PayeeItem[] {
  const { merchantId, payeeId, subpaymentId, amountMinor: grossMinor, refundedMinor } = share;
  const left = leftOfShare(share);
  const commissionMinor = commissionOn(share, left);
  const most = left - commissionMinor;
  const feeMinor = feeFor(payment, left, most, capturedAt, feesOf(payeeId));
  const common = { subpaymentId, grossMinor, refundedMinor, feeMinor, commissionMinor };
  const payout: PayeeItem = {
    ...common,
    kind: 'SHARE',
    payeeId,
    funds: fundsOfShare(share),
    netMinor: most - feeMinor,
  };
  if (commissionMinor === 0n) return [payout];
  const commission: PayeeItem = {
    kind: 'COMMISSION',
    payeeId: merchantId,
    subpaymentId,
    funds: 'MERCHANT_PAYABLE',
    grossMinor: commissionMinor,
    refundedMinor: 0n,
    feeMinor: 0n,
    commissionMinor: 0n,
    netMinor: commissionMinor,
  };
  return [payout, commission];
}

/** In proportion to what is left of the share, rounded half up. */
export function commissionOn(
  { amountMinor, commissionMinor }: Pick<Subpayment, 'amountMinor' | 'commissionMinor'>,
  leftMinor: bigint,
): bigint {
  return (2n * commissionMinor * leftMinor + amountMinor) / (2n * amountMinor);
}

/** The account from which a payee is paid. */
export function fundsOf(merchantId: string, payeeId: string): Funds {
  return payeeId === merchantId ? 'MERCHANT_PAYABLE' : `PAYABLE_TO:${payeeId}`;
}
