// Every refusal reason code of Adyen as one of our reject codes. A code that is not listed is a
// decline without a reason; the original code is kept with the attempt.

import type { Declined } from '../outcome.ts';
import type { RejectCode } from '../reject-codes.ts';

const reasons: Readonly<Record<string, RejectCode>> = {
  2: 'DO_NOT_HONOR',
  3: 'DO_NOT_HONOR',
  4: 'ISSUER_UNAVAILABLE',
  5: 'CARD_RESTRICTED',
  6: 'EXPIRED_CARD',
  7: 'AMOUNT_OUT_OF_RANGE',
  8: 'INVALID_CARD',
  9: 'ISSUER_UNAVAILABLE',
  10: 'CARD_RESTRICTED',
  11: 'SCA_FAILED',
  12: 'INSUFFICIENT_FUNDS',
  14: 'SUSPECTED_FRAUD',
  15: 'DO_NOT_HONOR',
  16: 'CANCELLED_BY_CUSTOMER',
  17: 'DO_NOT_HONOR',
  18: 'CARD_RESTRICTED',
  19: 'DO_NOT_HONOR',
  20: 'SUSPECTED_FRAUD',
  21: 'SYSTEM_ERROR',
  22: 'SUSPECTED_FRAUD',
  23: 'CARD_RESTRICTED',
  24: 'INVALID_CVV',
  25: 'CARD_RESTRICTED',
  26: 'CARD_RESTRICTED',
  27: 'DO_NOT_HONOR',
  28: 'LIMIT_EXCEEDED',
  29: 'LIMIT_EXCEEDED',
  31: 'SUSPECTED_FRAUD',
  32: 'DO_NOT_HONOR',
  33: 'CARD_RESTRICTED',
  34: 'CARD_RESTRICTED',
  35: 'CARD_RESTRICTED',
  36: 'SCA_REQUIRED',
  37: 'CARD_RESTRICTED',
  38: 'SCA_REQUIRED',
  39: 'SCA_UNAVAILABLE',
  40: 'CARD_RESTRICTED',
  41: 'SCA_REQUIRED',
  42: 'SCA_UNAVAILABLE',
  43: 'CARD_RESTRICTED',
  44: 'CARD_RESTRICTED',
  45: 'CARD_RESTRICTED',
  46: 'DO_NOT_HONOR',
};

/** The issuer was not reached, or the payment is not permitted at this acquirer. */
const elsewhere: ReadonlySet<string> = new Set(['4', '9', '10', '21', '23']);

const CODE = /^[\x21-\x7e]{1,64}$/;

export function adyenDecline(code: unknown, reference: string | null): Declined {
  const text = typeof code === 'string' && CODE.test(code) ? code : undefined;
  const known = text !== undefined && Object.hasOwn(reasons, text) ? reasons[text] : undefined;
  return {
    kind: 'declined',
    rejectCode: known ?? 'DO_NOT_HONOR',
    reference,
    ...(text === undefined ? {} : { providerCode: text }),
    ...(text !== undefined && elsewhere.has(text) ? { mayTryElsewhere: true } : {}),
  };
}
