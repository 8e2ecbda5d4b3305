// What customers are told about a refused card. What an issuer says about a card would help a
// thief, so it reads like any refusal; the gateway tells a page no more than that either.

import type { RefusalRow } from '../../method.ts';

const byIssuer: RefusalRow = ['refusal.declined', 'refusal.checkCard'];
const unsupported: RefusalRow = ['card:refused.unsupported', 'refusal.useAnother'];
const savedGone: RefusalRow = ['card:refused.savedGone', 'refusal.useAnother'];
const recipient: RefusalRow = ['card:refused.recipient', 'refusal.goBack', { isAlways: true }];

export const cardRefusals: Readonly<Record<string, RefusalRow>> = {
  DO_NOT_HONOR: byIssuer,
  INSUFFICIENT_FUNDS: byIssuer,
  EXPIRED_CARD: byIssuer,
  LOST_CARD: byIssuer,
  STOLEN_CARD: byIssuer,
  LIMIT_EXCEEDED: byIssuer,
  INVALID_CVV: byIssuer,
  INVALID_CARD: byIssuer,
  CARD_RESTRICTED: byIssuer,
  SUSPECTED_FRAUD: byIssuer,
  ISSUER_UNAVAILABLE: ['refusal.bankDoesNotAnswer', 'refusal.tryLater'],
  UNSUPPORTED_BIN: unsupported,
  TEST_CARD: unsupported,
  TOKENIZATION_DECLINED: savedGone,
  TOKEN_SUSPENDED: savedGone,
  TOKEN_NOT_ACTIVE: savedGone,
  TOKENIZATION_NOT_SUPPORTED: savedGone,
  RECIPIENT_CARD_NOT_SUPPORTED: recipient,
  RECIPIENT_TOKEN_NOT_ACTIVE: recipient,
};
