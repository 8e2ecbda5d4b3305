// Who decrypts a card and why: every method of the vault that decrypts takes a `CardUse`, which
// becomes a row of the audit log. Actions of the operator that concern money are rows too.

import type { Caller } from '../../http/caller.ts';

/** Why a card is decrypted, with the meaning for operators. */
export const useReasonMeanings = {
  COMPLETE: 'Data of a waiting payment was completed.',
  LOOK_UP: 'The card range was looked up for a payment.',
  AUTHENTICATE: 'The customer is authenticated by 3-D Secure.',
  AUTHORIZE: 'The card is sent to a provider.',
  AFTER_DECLINE: 'A payment goes on after a decline.',
  TOKENIZE: 'A token is made from the card.',
  CONVERT: 'A stored card is converted to another kind of token.',
  ROTATE: 'The card is encrypted with a new key.',
  UPDATE: 'The expiry date of a network token has changed.',
} as const;

export type UseReason = keyof typeof useReasonMeanings;

/** Actions of the operator that concern money or messages to merchants. */
export const actionMeanings = {
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

export type AuditReason = UseReason | keyof typeof actionMeanings | keyof typeof stopMeanings;

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
