// What messages about an operation have in every JSON protocol of ours.

import { textOf, type Fields } from '../core/json/fields.ts';
import type { Inquiry, ProviderRequest } from './provider.ts';

/** The fields of requests; amounts in minor units as text. */
export interface OperationMessage {
  readonly merchantId?: string;
  readonly paymentId?: string;
  readonly amountMinor?: string;
  readonly currency?: string;
  readonly originalAttemptId?: string;
}

export function operationMessage({ attemptId, merchantId, paymentId, amount }: ProviderRequest) {
  const { minor, currency } = amount;
  return { attemptId, merchantId, paymentId, amountMinor: String(minor), currency };
}

/** What was asked about; a success must be about exactly this amount. */
export type AskedAttempt = Pick<Inquiry, 'attemptId' | 'amountMinor' | 'currency'>;

export function isAskedAmount(reply: Fields, asked: AskedAttempt): boolean {
  return reply['amountMinor'] === String(asked.amountMinor) && reply['currency'] === asked.currency;
}

/** Only printable ASCII of limited length is stored from an answer: the database accepts no NUL. */
export function storedText(value: unknown): string | null {
  return textOf(value, /^[\x20-\x7e]{1,128}$/) ?? null;
}
