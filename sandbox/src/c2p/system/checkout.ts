// One checkout as pure functions of its row: recognition, the one-time code, the response and its
// confirmation.

import type { Instant } from '@bramka/gateway/core/clock.ts';
import type { CheckoutForm, CheckoutRow } from '../rows.ts';

/** Wrong codes that end a checkout. */
const CODE_TRIES = 3;
const SESSION_LIFE_MS = 10 * 60_000;

export interface Order {
  readonly dpaId: string;
  readonly amountMinor: bigint;
  readonly currency: string;
}

/** What a new checkout knows of the customer. */
type NewCheckout = Order &
  Pick<CheckoutRow, 'correlationId' | 'sessionId' | 'email' | 'origin' | 'code'>;

export function newCheckout(given: NewCheckout, now: Instant): CheckoutRow {
  return {
    ...given,
    state: 'CODE_SENT',
    triesLeft: CODE_TRIES,
    cardLastFour: null,
    form: null,
    createdAt: now,
    expiresAt: now + SESSION_LIFE_MS,
    paymentId: null,
    result: null,
    confirmedMinor: null,
    confirmedAt: null,
    confirmations: 0,
    version: 1,
  };
}

export function isOver({ state, expiresAt }: CheckoutRow, now: Instant): boolean {
  return state === 'COMPLETED' || state === 'CANCELLED' || now >= expiresAt;
}

/** After a code was entered, right or wrong. */
export function afterCode(row: CheckoutRow, code: string): CheckoutRow {
  if (code === row.code) return { ...row, state: 'RECOGNISED', code: null };
  const triesLeft = row.triesLeft - 1;
  return triesLeft === 0
    ? { ...row, triesLeft, state: 'CANCELLED', code: null }
    : { ...row, triesLeft };
}

export function cancelled(row: CheckoutRow): CheckoutRow {
  return { ...row, state: 'CANCELLED', code: null };
}

export function completed(row: CheckoutRow, card: string, form: CheckoutForm): CheckoutRow {
  return { ...row, state: 'COMPLETED', code: null, cardLastFour: card.slice(-4), form };
}

export interface Confirmation {
  readonly correlationId: string;
  readonly dpaId: string;
  readonly paymentId: string;
  readonly result: 'SUCCESS' | 'FAILURE';
  readonly amountMinor: bigint;
  readonly currency: string;
}

/** Undefined: it contradicts the checkout or an earlier confirmation. */
export function confirmed(
  row: CheckoutRow,
  { dpaId, paymentId, result, amountMinor, currency }: Confirmation,
  now: Instant,
): CheckoutRow | undefined {
  if (row.state !== 'COMPLETED' || row.dpaId !== dpaId || row.currency !== currency)
    return undefined;
  const confirmations = row.confirmations + 1;
  if (row.confirmations === 0) {
    const first = { paymentId, result, confirmedMinor: amountMinor, confirmedAt: now };
    return { ...row, ...first, confirmations };
  }
  const isSame =
    row.paymentId === paymentId && row.result === result && row.confirmedMinor === amountMinor;
  return isSame ? { ...row, confirmations } : undefined;
}
