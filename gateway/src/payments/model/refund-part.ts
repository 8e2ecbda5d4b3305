// A part of a refund: what it returns of one share, and from which funds.

import { typed, type RowOf } from '../../journal/columns.ts';
import { table } from '../../journal/table.ts';
import type { Funds } from '../../ledger/ledger.ts';

/** What a refund returns of one share. */
const columns = {
  merchantId: 'text',
  paymentId: 'uuid',
  /** The transaction of the refund. */
  transId: 'uuid',
  subpaymentId: 'uuid',
  /** Where the money was reserved; a refund that fails returns it there. */
  funds: typed<Funds>('text'),
  amountMinor: 'bigint',
} as const;

export interface RefundPart extends RowOf<typeof columns> {}

export const refundParts = table<RefundPart>('refund_parts', {
  columns,
  key: ['merchantId', 'paymentId', 'transId', 'subpaymentId'],
});

export function partsOfRefund(
  { refundParts: parts = [] }: { readonly refundParts?: readonly RefundPart[] },
  transId: string,
): RefundPart[] {
  return parts.filter((part) => part.transId === transId);
}
