// A part of a refund: what it returns of one share, and from which funds.

import { table, typed, type RowOf } from '../../journal/table.ts';
import type { Funds } from '../../ledger/ledger.ts';

export const refundParts = table('refund_parts', {
  columns: {
    merchantId: 'text',
    paymentId: 'uuid',
    /** The transaction of the refund. */
    transId: 'uuid',
    subpaymentId: 'uuid',
    /** Where the money was reserved; a refund that fails returns it there. */
    funds: typed<Funds>('text'),
    amountMinor: 'bigint',
  },
  key: ['merchantId', 'paymentId', 'transId', 'subpaymentId'],
});

/** What a refund returns of one share. */
export type RefundPart = RowOf<typeof refundParts>;

export function partsOfRefund(
  { refundParts: parts = [] }: { readonly refundParts?: readonly RefundPart[] },
  transId: string,
): RefundPart[] {
  return parts.filter((part) => part.transId === transId);
}
