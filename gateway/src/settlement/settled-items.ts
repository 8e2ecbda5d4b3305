// The items of a payment: what its payee gets, and what is deducted. Pure; the amounts of all items
// of a payment and the fees add up to what was captured and not refunded.

import type { Instant } from '../core/clock.ts';
import { feeOf, type FeeTable } from '../fees/fee.ts';
import type { Funds } from '../ledger/ledger.ts';
import type { Loaded } from '../payments/payment.ts';
import type { ItemKind, SettledAmounts } from './batch.ts';

export interface PayeeItem extends SettledAmounts {
  readonly kind: ItemKind;
  readonly payeeId: string;
  readonly subpaymentId: string | null;
  /** The account from which fee and commission are deducted and the payee is paid. */
  readonly funds: Funds;
}

/** Whose fee rules a payment needs. */
export function payeesOf({ payment }: Loaded): readonly string[] {
  return [payment.merchantId];
}

export function itemsOf(
  { payment }: Loaded,
  capturedAt: Instant,
  feesOf: (merchantId: string) => FeeTable,
): readonly PayeeItem[] {
  const { merchantId, method, organization, currency } = payment;
  const { capturedMinor: grossMinor, refundedMinor } = payment;
  const feeMinor = feeOf(feesOf(merchantId), {
    method: method ?? '',
    organization,
    currency,
    amountMinor: grossMinor - refundedMinor,
    at: capturedAt,
  });
  const item: PayeeItem = {
    kind: 'PAYMENT',
    payeeId: merchantId,
    subpaymentId: null,
    funds: 'MERCHANT_PAYABLE',
    grossMinor,
    refundedMinor,
    feeMinor,
    commissionMinor: 0n,
    netMinor: grossMinor - refundedMinor - feeMinor,
  };
  return [item];
}

/** The account from which a payee is paid. */
export function fundsOf(merchantId: string, payeeId: string): Funds {
  return payeeId === merchantId ? 'MERCHANT_PAYABLE' : `PAYABLE_TO:${payeeId}`;
}
