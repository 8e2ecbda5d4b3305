// What the HTTP API of the simulated Click to Pay system shows: no whole card number.

import { isoTime } from '@bramka/gateway/core/clock.ts';
import { exactNumber } from '@bramka/gateway/core/json.ts';
import { formatAmount } from '@bramka/gateway/core/money.ts';
import type { CheckoutRow } from '../rows.ts';

export const amountOf = (minor: bigint, currency: string): unknown =>
  exactNumber(formatAmount({ minor, currency }));

export function confirmationView(row: CheckoutRow) {
  const { correlationId, dpaId, paymentId, result, confirmedMinor, currency } = row;
  return {
    srcCorrelationId: correlationId,
    dpaId,
    paymentId,
    result,
    amount: confirmedMinor === null ? null : amountOf(confirmedMinor, currency),
    currency,
    form: row.form,
    cardLastFour: row.cardLastFour,
    confirmations: row.confirmations,
    confirmedAt: row.confirmedAt === null ? null : isoTime(row.confirmedAt),
  };
}
