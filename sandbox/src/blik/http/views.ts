// What the phone API and the phone page show of codes, pushes and saved shops.

import { isoTime } from '@bramka/gateway/core/clock.ts';
import { formatAmount, money } from '@bramka/gateway/core/money.ts';
import { appOf, phones } from '../phone/phones.ts';
import type { Recurring } from '../request.ts';
import type { BlikAlias, BlikCode, BlikPayment } from '../rows.ts';

export type CodeView = ReturnType<typeof codeView>;
export type PushView = ReturnType<typeof pushView>;
export type AliasView = ReturnType<typeof aliasView>;
export type PaymentView = ReturnType<typeof paymentView>;

export function codeView({ code, phone, expiresAt }: BlikCode) {
  return { code: code ?? '', phone, expiresAt: isoTime(expiresAt) };
}

export function pushView(row: BlikPayment) {
  const { aliasType, aliasLabel, recurring } = row;
  return {
    pushId: row.attemptId,
    phone: row.phone ?? '',
    merchantId: row.merchantId,
    paymentId: row.paymentId,
    description: row.description ?? '',
    amount: formatAmount(money(row.amountMinor, row.currency)),
    currency: row.currency,
    expiresAt: isoTime(row.expiresAt ?? 0),
    saves:
      aliasType === null
        ? null
        : { type: aliasType, label: aliasLabel ?? '', recurring: readRecurring(recurring) },
  };
}

export function aliasView(row: BlikAlias) {
  const { aliasId, merchantId, type, alias, label, phone, createdAt, recurring } = row;
  const shown = { aliasId, merchantId, type, alias, label, phone };
  return { ...shown, createdAt: isoTime(createdAt), recurring: readRecurring(recurring) };
}

export function paymentView({ attemptId, state, reason }: BlikPayment) {
  return { pushId: attemptId, state, reason };
}

/** Everything that was recorded for a payment, for tests. */
export function recordView(row: BlikPayment) {
  return {
    attemptId: row.attemptId,
    originalAttemptId: row.originalAttemptId,
    verb: row.verb,
    state: row.state,
    reason: row.reason,
    reference: row.reference,
    ticketType: row.ticketType,
    phone: row.phone,
    amount: formatAmount(money(row.amountMinor, row.currency)),
    refundedAmount: formatAmount(money(row.refundedMinor, row.currency)),
    isReversed: row.isReversed,
    currency: row.currency,
    createdAt: isoTime(row.createdAt),
  };
}

export const phoneViews = phones.map(({ key, bank, supportsRecurring }) => {
  return { phone: key, bank, app: appOf(key).key, supportsRecurring };
});

function readRecurring(text: string | null): Recurring | null {
  return text === null ? null : (JSON.parse(text) as Recurring);
}
