// One authentication as the simulated issuer stores it, and its state changes as pure functions.
// Only the first six and last four digits of the card number are kept.

import type { Instant } from '@bramka/gateway/core/clock.ts';
import type { RandomBytes } from '@bramka/gateway/core/random.ts';
import type { TransStatus } from '@bramka/gateway/threeds/messages/message.ts';
import type { Path } from './test-cards/paths.ts';
import { eciOf, makeCavv } from './proof.ts';

export interface AuthenticationRow {
  readonly createdAt: Instant;
  /** When an unfinished challenge expires. */
  readonly expiresAt: Instant;
  /** When the ACS has to act on its own; null: never. */
  readonly dueAt: Instant | null;
  readonly version: number;
  /** Wrong passwords so far. */
  readonly tries: number;
  /** How many actions the customer has taken. */
  readonly interactionCounter: number;
  /** How often the result was sent, including an attempt in flight. */
  readonly resultTries: number;
  /** How many messages the SDK has sent. */
  readonly sdkMessages: number;
  readonly acsTransId: string;
  readonly dsTransId: string;
  readonly serverTransId: string;
  /** As sent by the SDK; case is not normalized. */
  readonly sdkTransId: string | null;
  readonly organization: string;
  readonly messageVersion: string;
  readonly messageCategory: string;
  readonly deviceChannel: string;
  /** threeDSServerURL, to which the result is sent, exactly as given. */
  readonly serverUrl: string;
  readonly notificationUrl: string | null;
  readonly merchantName: string;
  /** In major units; null if there is no purchase. */
  readonly amount: string | null;
  readonly currency: string | null;
  readonly cardMask: string;
  readonly path: Path;
  readonly state: 'OPEN' | 'PUSHED' | 'FINISHED';
  readonly transStatus: TransStatus;
  readonly transStatusReason: string | null;
  readonly eci: string | null;
  readonly cavv: string | null;
  readonly challengeCancel: string | null;
  readonly sessionData: string | null;
  /** App flow: base64 of the session key shared by SDK and ACS. */
  readonly sessionKey: string | null;
  readonly resultState: 'NONE' | 'DUE' | 'DELIVERED' | 'GIVEN_UP';
}

/** What a customer can do in a challenge. */
export const actionMeanings = {
  password: 'Enter the password; 1234 is correct.',
  push: 'Send the question to the bank app.',
  approve: 'Approve in the bank app.',
  reject: 'Decline.',
  cancel: 'Press the cancel button.',
  abandon: 'Do nothing more.',
} as const;
export type ActionName = keyof typeof actionMeanings;
export const challengeActions = Object.keys(actionMeanings);

export type ChallengeAction =
  | { readonly do: 'password'; readonly password: string }
  | { readonly do: Exclude<ActionName, 'password'> };

const PASSWORD = '1234';
export const MAX_TRIES = 3;
export const CHALLENGE_MS = 10 * 60 * 1000;
export const DECOUPLED_MS = 3_000;
/**
 * An attempt to deliver the result has a shorter time limit; if it takes longer, its process has
 * died.
 */
export const TRY_MS = 10_000;

/** How a challenge can end: transStatusReason and challengeCancel are codes of the protocol. */
const endings = {
  PASSED: { transStatus: 'Y', transStatusReason: null, challengeCancel: null },
  REJECTED: { transStatus: 'N', transStatusReason: '01', challengeCancel: null },
  TOO_MANY_TRIES: { transStatus: 'N', transStatusReason: '19', challengeCancel: null },
  CANCELLED: { transStatus: 'N', transStatusReason: '01', challengeCancel: '01' },
  EXPIRED: { transStatus: 'N', transStatusReason: '14', challengeCancel: '04' },
  /** The SDK sent a message that is not valid at this point. */
  BROKEN: { transStatus: 'U', transStatusReason: '09', challengeCancel: '06' },
} as const;
const MAX_INTERACTIONS = 99;

/** Whether the customer had to do anything. */
export function isChallenge({ state, resultState }: AuthenticationRow): boolean {
  return state !== 'FINISHED' || resultState !== 'NONE';
}

export function isExpired({ state, expiresAt }: AuthenticationRow, now: Instant): boolean {
  return state !== 'FINISHED' && now >= expiresAt;
}

export interface Moment {
  readonly now: Instant;
  readonly random: RandomBytes;
}

/** Finished, with a result that is about to be sent for the first time. */
export function endChallenge(
  row: AuthenticationRow,
  ending: keyof typeof endings,
  { now, random }: Moment,
): AuthenticationRow {
  const { transStatus } = endings[ending];
  return {
    ...row,
    ...endings[ending],
    state: 'FINISHED',
    eci: eciOf(row.organization, transStatus),
    cavv: transStatus === 'Y' ? cavvOf(row, random) : null,
    resultState: 'DUE',
    resultTries: 1,
    dueAt: now + TRY_MS,
  };
}

export function cavvOf(
  row: Pick<AuthenticationRow, 'dsTransId' | 'amount' | 'currency'>,
  random: RandomBytes,
): string {
  return makeCavv([row.dsTransId, row.amount ?? '', row.currency ?? ''], random);
}

function countInteraction(row: AuthenticationRow): AuthenticationRow {
  const interactionCounter = Math.min(row.interactionCounter + 1, MAX_INTERACTIONS);
  return { ...row, interactionCounter };
}

/** Applies a customer's action; returns the same row if it changes nothing. */
export function applyAction(
  before: AuthenticationRow,
  action: ChallengeAction,
  moment: Moment,
): AuthenticationRow {
  if (before.state === 'FINISHED') return before;
  if (isExpired(before, moment.now)) return endChallenge(before, 'EXPIRED', moment);
  if (before.path === 'CHALLENGE_ABANDONED' || action.do === 'abandon') return before;
  const row = countInteraction(before);
  switch (action.do) {
    case 'password':
      return action.password === PASSWORD
        ? endChallenge(row, 'PASSED', moment)
        : countWrongPassword(row, moment);
    case 'push':
      return { ...row, state: 'PUSHED' };
    case 'approve':
      return endChallenge(row, 'PASSED', moment);
    case 'reject':
      return endChallenge(row, 'REJECTED', moment);
    case 'cancel':
      return endChallenge(row, 'CANCELLED', moment);
  }
}

function countWrongPassword(before: AuthenticationRow, moment: Moment): AuthenticationRow {
  const row = { ...before, state: 'OPEN' as const, tries: before.tries + 1 };
  return row.tries < MAX_TRIES ? row : endChallenge(row, 'TOO_MANY_TRIES', moment);
}

/** The customer has confirmed in the bank's app, outside the checkout. */
export function completeDecoupled(row: AuthenticationRow, moment: Moment): AuthenticationRow {
  return endChallenge(countInteraction(row), 'PASSED', moment);
}
