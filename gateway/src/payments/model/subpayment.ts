// A subpayment: the share of one merchant in a MARKETPLACE payment. The shares are written with the
// payment and add up to its amount; only what was refunded changes.

import type { Funds } from '../../ledger/ledger.ts';
import { orNull, table, type RowOf } from '../../journal/table.ts';

export const subpayments = table('subpayments', {
  columns: {
    merchantId: 'text',
    paymentId: 'uuid',
    /** In the order of the request. */
    subpaymentId: 'uuid',
    /** MID of the merchant that receives the share; the marketplace itself is allowed. */
    payeeId: 'text',
    amountMinor: 'bigint',
    /** The part of the share that the marketplace keeps. */
    commissionMinor: 'bigint',
    /** Refunds of the share, completed and pending. */
    refundedMinor: 'bigint',
    description: orNull('text'),
    extSubpaymentId: orNull('text'),
  },
  key: ['merchantId', 'paymentId', 'subpaymentId'],
  hasOwnId: true,
  mutable: ['refundedMinor'],
  unique: [{ name: 'subpayments_ext_id', columns: ['merchantId', 'paymentId', 'extSubpaymentId'] }],
});

export type Subpayment = RowOf<typeof subpayments>;

/** Whether the payment is divided between merchants. */
export function isSplit({ transType }: { readonly transType: string }): boolean {
  return transType === 'MARKETPLACE';
}

/** The account of a share until it is paid out; the marketplace's own share is its own money. */
export function fundsOfShare({ merchantId, payeeId }: Subpayment): Funds {
  return payeeId === merchantId ? 'MERCHANT_PAYABLE' : `PAYABLE_TO:${payeeId}`;
}
