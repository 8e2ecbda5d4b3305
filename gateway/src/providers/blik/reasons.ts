// Every reason for which the BLIK operator, a bank or the customer declines, as reject codes: a
// sentence for the merchant and whether to try again.

import {
  never,
  newCode,
  otherMethod,
  sameInstrument,
  type RejectReason,
} from '../reject-reason.ts';

export const blikRejectReasons = {
  BLIK_WRONG_TICKET: newCode(
    'The BLIK code is wrong. Ask the customer for the code in the bank app.',
  ),
  BLIK_TICKET_EXPIRED: newCode('The BLIK code has expired; codes are valid for two minutes.'),
  BLIK_TICKET_USED: newCode('The BLIK code was used before; each code is valid for one payment.'),
  BLIK_TICKET_CANCELLED: newCode('The customer cancelled the BLIK code in the bank app.'),
  BLIK_ALIAS_NONUNIQUE: sameInstrument(
    'The alias belongs to several bank apps. Name one of them in instrument.app.',
  ),
  BLIK_ALIAS_NOT_FOUND: newCode(
    'The alias is not registered, or the customer has removed it at the bank.',
  ),
  BLIK_ALIAS_DECLINED: newCode('The bank does not accept this payment with the alias.'),
  BLIK_USER_DECLINED: newCode('The customer declined the payment in the bank app.'),
  BLIK_USER_TIMEOUT: newCode('The customer did not confirm the payment in the bank app in time.'),
  BLIK_AM_TIMEOUT: newCode('The bank app did not answer in time.'),
  BLIK_TIMEOUT: newCode('The bank did not answer in time.'),
  BLIK_INSUFFICIENT_FUNDS: otherMethod('The account of the customer has insufficient funds.'),
  BLIK_LIMIT_EXCEEDED: otherMethod(
    'The payment exceeds a BLIK limit of the customer, the bank or the agreement.',
  ),
  BLIK_ISSUER_DECLINED: otherMethod('The bank declined the payment and gave no reason.'),
  BLIK_SEC_DECLINED: never('The bank declined the payment for security reasons.'),
  BLIK_TAS_DECLINED: otherMethod('The BLIK system declined the payment.'),
  BLIK_BAD_PIN: newCode('The customer entered a wrong PIN in the bank app.'),
  BLIK_MIT_NOT_ALLOWED: newCode(
    'The bank does not accept payments without the customer under this alias.',
  ),
  BLIK_RECURRENCY_NOT_SUPPORTED: otherMethod(
    'The bank of the customer, or the provider, does not support recurring BLIK payments.',
  ),
  BLIK_SYSTEM_ERROR: newCode(
    'The payment failed at the BLIK operator for technical reasons; no money was taken.',
  ),
  BLIK_GENERAL_ERROR: otherMethod(
    'The BLIK operator declined the payment and gave no known reason.',
  ),
} as const satisfies Record<`BLIK_${string}`, RejectReason>;

type BlikRejectCode = keyof typeof blikRejectReasons;

declare module '../reject-codes.ts' {
  interface RejectReasons extends Record<BlikRejectCode, RejectReason> {}
}

/** The reject code for a reason of the operator; a reason that we do not know is a general one. */
export function blikRejectCode(reason: string): BlikRejectCode {
  const code = `BLIK_${reason}`;
  return Object.hasOwn(blikRejectReasons, code) ? (code as BlikRejectCode) : 'BLIK_GENERAL_ERROR';
}
