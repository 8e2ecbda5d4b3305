// A toy payment method: vouchers that the customer redeems at an address. It proves that a method
// is one folder and one line.
import { invalid } from '@bramka/gateway/core/refusals.ts';
import type { CreateMethod, MethodRequest } from '@bramka/gateway/methods/method.ts';

const shown = { cardMask: null, organization: null };
const MAX_MINOR = 100_000n;

export const voucherMethod: CreateMethod = () => ({
  method: 'GPAY',
  types: ['GPAY'],
  means: ['REDIRECT'],
  fits: ({ currency, amountMinor }) => {
    if (currency !== 'PLN') return 'CURRENCY_NOT_SUPPORTED';
    return amountMinor > MAX_MINOR ? 'LIMIT_EXCEEDED' : null;
  },
  options: () => [],
  typeOf: (fields) => (fields.includes('token') ? 'GPAY' : undefined),
  start({ instrument, payment, details }: MethodRequest) {
    const token = instrument?.token;
    if (token === undefined) throw invalid('instrument.token', 'is required for type GPAY');
    if (token === 'VOID')
      return Promise.resolve({ kind: 'refuse', rejectCode: 'INVALID_CARD', shown });
    const { validUntil } = payment;
    const email = details.customer?.email ?? null;
    const payer = { ip: null, userAgent: null, email, language: null };
    return Promise.resolve({
      kind: 'authorize',
      means: { kind: 'redirect', bankId: 1, payer, description: 'voucher', validUntil },
      shown,
      held: null,
      fingerprint: null,
      exemption: null,
      waitUntil: validUntil,
      provider: 'vouchers',
    });
  },
});
