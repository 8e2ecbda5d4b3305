// Payments and forms for tests of the page.

import type { FormFields } from '../method.ts';
import type { Facts, MethodEntry, PaymentRecord } from '../state.ts';

/** Fields that only a method knows. */
type OfMethod = Readonly<Record<string, unknown>>;

export const testTimeMs = Date.parse('2026-01-15T11:00:00Z');

export function factsOf(
  change: Partial<PaymentRecord> & OfMethod,
  methods: readonly (MethodEntry | (MethodEntry & OfMethod))[],
  details: Facts['details'] = {},
): Facts {
  return {
    path: '/payment/01890000-0000-7000-8000-000000000000',
    payment: {
      paymentId: '01890000-0000-7000-8000-000000000000',
      status: 'NEW',
      dataRequest: 'INSTRUMENT',
      order: { amount: 19.99, currency: 'PLN', extOrderId: 'order-7' },
      updatedAt: '2026-01-15T10:59:30Z',
      validUntil: '2026-01-15T11:30:00Z',
      ...change,
    },
    methods,
    details,
    look: { name: 'Shop', color: null, logoURL: null, termsURL: null, privacyURL: null },
  };
}

export function formOf(fields: Readonly<Record<string, string>>): FormFields {
  return (name) => fields[name] ?? '';
}
