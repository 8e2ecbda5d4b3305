// A part of a refund: what it returns of one share, and from which funds.

import { table } from '../../journal/table.ts';
import type { Funds } from '../../ledger/ledger.ts';

/** What a refund returns of one share. */
export interface RefundPart {
  readonly merchantId: string;
  readonly paymentId: string;
  /** The transaction of the refund. */
  readonly transId: string;
  readonly subpaymentId: string;
  /** Where the money was reserved; a refund that fails returns it there. */
  readonly funds: Funds;
  readonly amountMinor: bigint;
}

export const refundParts = table<RefundPart>('refund_parts', {
  columns: {
    merchantId: 'text',
    paymentId: 'uuid',
    transId: 'uuid',
    subpaymentId: 'uuid',
    funds: 'text',
    amountMinor: 'bigint',
  },
  key: ['merchantId', 'paymentId', 'transId', 'subpaymentId'],
});

export function partsOfRefund(
  { refundParts: parts = [] }: { readonly refundParts?: readonly RefundPart[] },
  transId: string,
): RefundPart[] {
  return parts.filter((part) => part.transId === transId);
}
