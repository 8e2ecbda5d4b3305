// A transfer as customers, programs and the command line see it. The token of its link is shown,
// because nothing in the sandbox is secret.

import { isoTime } from '@bramka/gateway/core/clock.ts';
import { formatAmount, money } from '@bramka/gateway/core/money.ts';
import type { TransferRow } from './transfer.ts';

export type TransferView = ReturnType<typeof viewOf>;

export const providerNames = { autopay: 'BM', pa: 'PA' } as const;

/** `page`: the address of its page. */
export function viewOf(row: TransferRow, page: string) {
  const amount = (minor: bigint): string => formatAmount(money(minor, row.currency));
  return {
    remoteID: row.remoteId,
    provider: providerNames[row.intermediary],
    orderID: row.orderId,
    bankId: row.bankId,
    bankName: row.bankName,
    amount: amount(row.amountMinor),
    currency: row.currency,
    description: row.description,
    state: row.state,
    details: row.details,
    refundedAmount: amount(row.refundedMinor),
    validUntil: isoTime(row.validUntil),
    page,
    /** Where the customer returns to, once the transfer has ended. */
    back: row.dueAt === null ? backUrl(row) : null,
  };
}

export function backUrl(row: TransferRow): string {
  const url = new URL(row.returnUrl);
  for (const [name, value] of backFields(row)) url.searchParams.set(name, value);
  return url.href;
}

export function backFields(row: TransferRow): readonly (readonly [name: string, value: string])[] {
  return [
    ['ServiceID', row.serviceId],
    ['OrderID', row.orderId],
    ['Hash', row.returnHash],
  ];
}
