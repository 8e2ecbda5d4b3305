// Facts of an authorization for tests of routing: a Polish Visa card, 100 PLN, on a Wednesday.

import type { RouteFacts } from '../route.ts';

export function routeFacts(other: Partial<RouteFacts> = {}): RouteFacts {
  return {
    paymentId: '019a9500-0000-7000-8000-000000000001',
    method: 'CARD',
    means: 'PAN',
    isFunding: false,
    organization: 'VISA',
    bin: '41111122',
    country: 'PL',
    amountMinor: 100_00n,
    currency: 'PLN',
    isRecurring: false,
    at: Date.parse('2026-11-18T09:00:00.000Z'),
    ...other,
  };
}
