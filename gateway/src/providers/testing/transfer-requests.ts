// Requests of a bank transfer of 123.45 PLN, for tests of the adapters that send customers to a
// bank.

import { money } from '../../core/money.ts';
import type { RedirectMeans } from '../means.ts';
import type { Authorization, FollowUp, Inquiry } from '../provider.ts';

export const ATTEMPT = '0198c5d1-7b2a-7000-8000-000000000001';
export const ORIGINAL = '0198c5d1-7b2a-7000-8000-000000000009';

const operation = {
  attemptId: ATTEMPT,
  merchantId: '10000001',
  paymentId: '0198c5d1-7b2a-7000-8000-000000000002',
  amount: money(12345n, 'PLN'),
};

export function transferRequest(means: Partial<RedirectMeans> = {}): Authorization {
  return {
    ...operation,
    kind: 'sale',
    means: {
      kind: 'redirect',
      bankId: 106,
      payer: { ip: null, userAgent: null, email: null, language: null },
      description: 'Order 1',
      validUntil: Date.parse('2026-01-15T10:30:00Z'),
      ...means,
    },
  };
}

export function transferFollowUp(originalReference: string): FollowUp {
  return { ...operation, originalAttemptId: ORIGINAL, originalReference };
}

export function transferInquiry(verb: Inquiry['verb']): Inquiry {
  const amount = { amountMinor: 12345n, currency: 'PLN' };
  return { ...operation, ...amount, verb, kind: 'sale', reference: null };
}

/** The settings that both adapters have. */
export const transferSettings = {
  maxInFlightMs: 60_000,
  returnUrl: (): string => 'https://pay.example/return',
  allowsPlainLinks: false,
};

export const unknown = (why: string) => ({ kind: 'unknown', why });
export const garbage = unknown('garbage');
