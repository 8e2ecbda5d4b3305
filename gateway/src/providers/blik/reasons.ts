// Every reason for which the BLIK operator, a bank or the customer declines, as reject codes: a
// sentence for the merchant and whether to try again.

import type { RejectReason } from '../reject-reason.ts';

export const blikReasons = [
  'WRONG_TICKET',
  'TICKET_EXPIRED',
  'TICKET_USED',
  'TICKET_CANCELLED',
  'ALIAS_NONUNIQUE',
  'ALIAS_NOT_FOUND',
  'ALIAS_DECLINED',
  'USER_DECLINED',
  'USER_TIMEOUT',
  'AM_TIMEOUT',
  'TIMEOUT',
  'INSUFFICIENT_FUNDS',
  'LIMIT_EXCEEDED',
  'ISSUER_DECLINED',
  'SEC_DECLINED',
  'TAS_DECLINED',
  'BAD_PIN',
  'MIT_NOT_ALLOWED',
  'RECURRENCY_NOT_SUPPORTED',
  'SYSTEM_ERROR',
  'GENERAL_ERROR',
] as const;
type BlikReason = (typeof blikReasons)[number];
type BlikRejectCode = `BLIK_${BlikReason}`;

export const blikRejectReasons = {
  BLIK_WRONG_TICKET: {
    info: 'The BLIK code is wrong. Ask the customer for the code in the bank app.',
    retry: 'new-code',
  },
  BLIK_TICKET_EXPIRED: {
    info: 'The BLIK code has expired; codes are valid for two minutes.',
    retry: 'new-code',
  },
  BLIK_TICKET_USED: {
    info: 'The BLIK code was used before; each code is valid for one payment.',
    retry: 'new-code',
  },
  BLIK_TICKET_CANCELLED: {
    info: 'The customer cancelled the BLIK code in the bank app.',
    retry: 'new-code',
  },
  BLIK_ALIAS_NONUNIQUE: {
    info: 'The alias belongs to several bank apps. Name one of them in instrument.app.',
    retry: 'same-instrument',
  },
  BLIK_ALIAS_NOT_FOUND: {
    info: 'The alias is not registered, or the customer has removed it at the bank.',
    retry: 'new-code',
  },
  BLIK_ALIAS_DECLINED: {
    info: 'The bank does not accept this payment with the alias.',
    retry: 'new-code',
  },
  BLIK_USER_DECLINED: {
    info: 'The customer declined the payment in the bank app.',
    retry: 'new-code',
  },
  BLIK_USER_TIMEOUT: {
    info: 'The customer did not confirm the payment in the bank app in time.',
    retry: 'new-code',
  },
  BLIK_AM_TIMEOUT: {
    info: 'The bank app did not answer in time.',
    retry: 'new-code',
  },
  BLIK_TIMEOUT: {
    info: 'The bank did not answer in time.',
    retry: 'new-code',
  },
  BLIK_INSUFFICIENT_FUNDS: {
    info: 'The account of the customer has insufficient funds.',
    retry: 'other-method',
  },
  BLIK_LIMIT_EXCEEDED: {
    info: 'The payment exceeds a BLIK limit of the customer, the bank or the agreement.',
    retry: 'other-method',
  },
  BLIK_ISSUER_DECLINED: {
    info: 'The bank declined the payment and gave no reason.',
    retry: 'other-method',
  },
  BLIK_SEC_DECLINED: {
    info: 'The bank declined the payment for security reasons.',
    retry: 'never',
  },
  BLIK_TAS_DECLINED: {
    info: 'The BLIK system declined the payment.',
    retry: 'other-method',
  },
  BLIK_BAD_PIN: {
    info: 'The customer entered a wrong PIN in the bank app.',
    retry: 'new-code',
  },
  BLIK_MIT_NOT_ALLOWED: {
    info: 'The bank does not accept payments without the customer under this alias.',
    retry: 'new-code',
  },
  BLIK_RECURRENCY_NOT_SUPPORTED: {
    info: 'The bank of the customer does not support recurring BLIK payments.',
    retry: 'other-method',
  },
  BLIK_SYSTEM_ERROR: {
    info: 'The payment failed at the BLIK operator for technical reasons; no money was taken.',
    retry: 'new-code',
  },
  BLIK_GENERAL_ERROR: {
    info: 'The BLIK operator declined the payment and gave no known reason.',
    retry: 'other-method',
  },
} as const satisfies Record<BlikRejectCode, RejectReason>;

declare module '../reject-codes.ts' {
  interface RejectReasons extends Record<BlikRejectCode, RejectReason> {}
}

export function isBlikReason(value: unknown): value is BlikReason {
  return blikReasons.some((reason) => reason === value);
}
