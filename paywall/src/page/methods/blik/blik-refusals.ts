// What customers are told after a refused BLIK payment.

import type { RefusalRow } from '../../method.ts';

const newCode = 'blik:refused.newCode';

export const blikRefusals: Readonly<Record<string, RefusalRow>> = {
  BLIK_WRONG_TICKET: ['blik:refused.code', newCode],
  BLIK_TICKET_EXPIRED: ['blik:refused.codeExpired', newCode],
  BLIK_TICKET_USED: ['blik:refused.codeUsed', newCode],
  BLIK_TICKET_CANCELLED: ['blik:refused.codeCancelled', newCode],
  BLIK_ALIAS_NONUNIQUE: ['blik:refused.severalApps', 'blik:refused.chooseApp', { isSilent: true }],
  BLIK_ALIAS_NOT_FOUND: ['blik:refused.notSaved', newCode],
  BLIK_ALIAS_DECLINED: ['blik:refused.notSaved', newCode],
  BLIK_USER_DECLINED: ['blik:refused.inApp', newCode],
  BLIK_USER_TIMEOUT: ['blik:refused.notConfirmed', newCode],
  BLIK_AM_TIMEOUT: ['refusal.bankDoesNotAnswer', newCode],
  BLIK_TIMEOUT: ['refusal.bankDoesNotAnswer', newCode],
  BLIK_INSUFFICIENT_FUNDS: ['blik:refused.noFunds', 'refusal.chooseOther'],
  BLIK_LIMIT_EXCEEDED: ['blik:refused.limit', 'refusal.chooseOther'],
  BLIK_ISSUER_DECLINED: ['refusal.declined', 'refusal.chooseOther'],
  BLIK_SEC_DECLINED: ['refusal.declined', 'refusal.chooseOther'],
  BLIK_TAS_DECLINED: ['refusal.declined', 'refusal.chooseOther'],
  BLIK_BAD_PIN: ['blik:refused.pin', newCode],
  BLIK_MIT_NOT_ALLOWED: ['blik:refused.notPossible', newCode],
  BLIK_RECURRENCY_NOT_SUPPORTED: ['blik:refused.notPossible', 'refusal.chooseOther'],
  BLIK_SYSTEM_ERROR: ['refusal.technical', newCode],
  BLIK_GENERAL_ERROR: ['refusal.declined', 'refusal.chooseOther'],
};
