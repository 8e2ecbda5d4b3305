// Who decrypts a card and why: every method of the vault that decrypts takes a `CardUse`, which
// becomes a row of the audit log. Actions of the operator are rows too.

import type { Caller } from '../../http/caller.ts';

/** Why a card is decrypted, with the meaning for operators. */
export const useReasonMeanings = {
  COMPLETE: 'Data of a waiting payment was completed.',
  LOOK_UP: 'The card range was looked up.',
  AUTHENTICATE: 'The customer is authenticated by 3-D Secure.',
  AUTHORIZE: 'The card is sent to a provider.',
  AFTER_DECLINE: 'A payment goes on after a decline.',
  TOKENIZE: 'A token is made from the card.',
  CONVERT: 'A stored card is converted to another kind of token.',
  ROTATE: 'The card is encrypted with a new key.',
  UPDATE: 'The expiry date of a network token has changed.',
} as const;

type UseReason = keyof typeof useReasonMeanings;

/** Actions of the operator; each endpoint that changes something names its own. */
export const actionMeanings = {
  ADD_MERCHANT: 'The operator added a merchant.',
  CHANGE_MERCHANT: 'The operator changed settings or the status of a merchant.',
  ROLL_SECRET: 'The operator made a new secret for a merchant.',
  REVOKE_TOKENS: 'The operator revoked the access tokens of a merchant.',
  PREVIEW_PAGE: 'The operator made a preview of the payment page of a merchant.',
  ROTATE_SIGNING_KEY: 'The operator replaced the key that signs access tokens.',
  ROTATE_ENCRYPTION_KEY: 'The operator replaced the key for encrypted card fields.',
  START_ROTATION: 'The operator started a rotation of the root key or of data keys.',
  ADD_CREDENTIAL: 'The operator made a key pair for a wallet.',
  IMPORT_CREDENTIAL: 'The operator imported a private key for a wallet.',
  INSTALL_CERTIFICATE: 'The operator installed the certificate of a wallet credential.',
  REMOVE_CREDENTIAL: 'The operator removed a wallet credential.',
  SET_PROVIDER_CREDENTIALS: 'The operator set the credentials of a merchant at a provider.',
  REMOVE_PROVIDER_CREDENTIALS: 'The operator removed the credentials of a merchant at a provider.',
  START_RECONCILIATION: 'The operator started the import of a settlement file.',
  ADD_SETTLEMENT_LINES: 'The operator sent lines of a settlement file.',
  FINISH_RECONCILIATION: 'The operator had a settlement file compared.',
  START_SETTLEMENT: 'The operator started a settlement of the merchant.',
  START_LEDGER_CHECK: 'The operator started a check of the ledger.',
  ADD_FEE_RULE: 'The operator added a fee rule.',
  ADD_DEPOSIT: 'The operator recorded a deposit of the merchant.',
  ADD_WITHDRAWAL: 'The operator recorded a withdrawal of the merchant.',
  RESOLVE_ITEM: 'The operator resolved a difference between a settlement file and the ledger.',
  REPLAY_EVENT: 'The operator sent an event of the merchant again.',
  REPLAY_EVENTS: 'The operator sent events of the merchant again by a filter.',
  SEND_TEST_EVENT: 'The operator sent a test event to the merchant.',
} as const;

/** What the gateway did by itself. */
export const stopMeanings = {
  CARD_GUESSES_USED_UP: 'Too many wrong card numbers: right ones are refused for a day as well.',
} as const;

export type ActionName = keyof typeof actionMeanings;
export type AuditReason = UseReason | ActionName | keyof typeof stopMeanings;

/**
 * `merchant` and `agent`: a call with a MERCHANT token; `client`: the payment page; `job`: a
 * background job, or the processing that follows a step; `provider`: a message of a provider.
 */
export type Actor =
  | 'operator'
  | `${'merchant' | 'agent' | 'client' | 'job' | 'provider'}:${string}`;

/** Follows a committed step: the next call to a directory server or provider. */
export const PROCESSING: Actor = 'job:processing';

export interface CardUse {
  readonly actor: Actor;
  readonly reason: UseReason;
}

export function actorOf(caller: Caller): Actor {
  switch (caller.kind) {
    case 'merchant':
      return caller.agentId === null ? `merchant:${caller.merchantId}` : `agent:${caller.agentId}`;
    case 'client':
      return `client:${caller.paymentId}`;
    case 'operator':
      return 'operator';
    case 'anyone':
      return 'provider:unknown';
  }
}
