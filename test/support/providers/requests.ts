// Requests to providers with defaults, and one example of each kind of means.
import { uuidV7 } from '@bramka/gateway/core/id.ts';
import { money } from '@bramka/gateway/core/money.ts';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import { secret } from '@bramka/gateway/core/secret.ts';
import type { Means, MeansKind, Payer } from '@bramka/gateway/providers/means.ts';
import type { Authorization, FollowUp, Inquiry } from '@bramka/gateway/providers/provider.ts';
import type { AttemptVerb } from '@bramka/gateway/providers/attempt.ts';
import type { PaymentSource } from './counterpart.ts';

const MERCHANT = '10000001';
export const AMOUNT = money(10_000n, 'PLN');
const newId = (): string => uuidV7(Date.parse('2026-03-01T12:00:00Z'), systemRandom(10));

export async function authorization(
  source: PaymentSource,
  kind: Authorization['kind'] = 'sale',
): Promise<Authorization> {
  const { amount = AMOUNT, means } = typeof source === 'function' ? await source() : source;
  const ids = { attemptId: newId(), paymentId: newId() };
  return { ...ids, merchantId: MERCHANT, amount, means, kind };
}

export function followUpOf(
  original: Authorization,
  reference: string | null,
  amount = original.amount,
): FollowUp {
  const { merchantId, paymentId, attemptId } = original;
  return {
    attemptId: newId(),
    merchantId,
    paymentId,
    amount,
    originalAttemptId: attemptId,
    originalReference: reference,
  };
}

export function inquiryOf(
  attemptId: string,
  verb: AttemptVerb = 'authorize',
  reference: string | null = null,
  amount = AMOUNT,
  more: Partial<Inquiry> = {},
): Inquiry {
  const { minor: amountMinor, currency } = amount;
  const ids = { merchantId: MERCHANT, paymentId: newId(), attemptId };
  return { ...ids, verb, kind: 'sale', reference, amountMinor, currency, ...more };
}

export const payer: Payer = {
  ip: '203.0.113.7',
  userAgent: 'Mozilla/5.0',
  email: 'jan@example.com',
  language: 'pl',
};

export function cardMeans(number: string, numberType: 'PAN' | 'NETWORK_TOKEN' = 'PAN'): Means {
  return {
    kind: 'card',
    numberType,
    networkToken: numberType === 'PAN' ? null : { scheme: 'VTS', instrumentRef: 'token-1' },
    cryptogram: numberType === 'PAN' ? null : secret('AAAAAAAAAAAAAAAAAAAAAAAAAAA='),
    eci: null,
    card: {
      number: secret(number),
      expiry: secret('203012'),
      cvv: numberType === 'PAN' ? secret('123') : null,
      holder: null,
    },
    threeDS: null,
    exemption: null,
    networkTransactionId: null,
  };
}

/** One example of each kind of means. */
export const exampleMeans = {
  PAN: cardMeans('4111111111111111'),
  NETWORK_TOKEN: cardMeans('4111111111111111', 'NETWORK_TOKEN'),
  BLIK: {
    kind: 'blik',
    ticket: { type: 'CODE', code: secret('777123') },
    register: null,
    payer,
    description: 'Order 1',
  },
  REDIRECT: {
    kind: 'redirect',
    bankId: 18,
    payer,
    description: 'Order 1',
    validUntil: Date.parse('2026-03-01T13:00:00Z'),
  },
} satisfies Readonly<Record<MeansKind, Means>>;
