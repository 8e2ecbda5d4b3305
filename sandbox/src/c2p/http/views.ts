// What the HTTP API of the simulated Click to Pay system shows: no whole card number.

import { isoTime } from '@bramka/gateway/core/clock.ts';
import { exactNumber } from '@bramka/gateway/core/json.ts';
import { formatAmount } from '@bramka/gateway/core/money.ts';
import { drawCard } from '../../tokens/cards/art.ts';
import type { ConsumerCard } from '../consumers.ts';
import type { CheckoutRow } from '../rows.ts';

const amountOf = (minor: bigint, currency: string): unknown =>
  exactNumber(formatAmount({ minor, currency }));

export const maskOf = (number: string): string =>
  `${number.slice(0, 6)}${'*'.repeat(number.length - 10)}${number.slice(-4)}`;

export function sessionView(row: CheckoutRow, page: string) {
  const { sessionId, state, dpaId, amountMinor, currency, email, code, triesLeft } = row;
  return {
    sessionId,
    state,
    dpaId,
    amount: amountOf(amountMinor, currency),
    currency,
    email,
    code,
    triesLeft,
    expiresAt: isoTime(row.expiresAt),
    page,
  };
}

/** The picture of a card of the profile. */
export function artOf({ organization, number }: ConsumerCard): string {
  return drawCard(organization === 'VISA' ? 'VTS' : 'SCOF', number);
}

/** `art`: the address of the picture. */
export function cardView({ cardId, number, organization }: ConsumerCard, art: string) {
  return { cardId, organization, cardMask: maskOf(number), art };
}

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
