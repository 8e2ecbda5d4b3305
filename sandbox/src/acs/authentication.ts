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

const FAILED = '01';
const SECURITY_FAILURE = '09';
const TIMED_OUT = '14';
const TOO_MANY_TRIES = '19';
const CANCELLED_BY_CUSTOMER = '01';
const CANCELLED_BY_TIME = '04';
const CANCELLED_BY_ERROR = '06';
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

interface Ending {
  readonly transStatus: 'Y' | 'N' | 'U';
  readonly reason?: string;
  readonly cancel?: string;
}

/** Finished, with a result that is about to be sent for the first time. */
function endChallenge(
  row: AuthenticationRow,
  ending: Ending,
  { now, random }: Moment,
): AuthenticationRow {
  const { transStatus, reason = null, cancel = null } = ending;
  return {
    ...row,
    state: 'FINISHED',
    transStatus,
    transStatusReason: reason,
    challengeCancel: cancel,
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

/** Applies a customer's action; returns the same row if it changes nothing. */
export function applyAction(
  before: AuthenticationRow,
  action: ChallengeAction,
  moment: Moment,
): AuthenticationRow {
  if (before.state === 'FINISHED') return before;
  if (isExpired(before, moment.now)) return expireChallenge(before, moment);
  if (before.path === 'CHALLENGE_ABANDONED' || action.do === 'abandon') return before;
  const interactionCounter = Math.min(before.interactionCounter + 1, MAX_INTERACTIONS);
  const row = { ...before, interactionCounter };
  switch (action.do) {
    case 'password':
      return action.password === PASSWORD
        ? endChallenge(row, { transStatus: 'Y' }, moment)
        : countWrongPassword(row, moment);
    case 'push':
      return { ...row, state: 'PUSHED' };
    case 'approve':
      return endChallenge(row, { transStatus: 'Y' }, moment);
    case 'reject':
      return endChallenge(row, { transStatus: 'N', reason: FAILED }, moment);
    case 'cancel':
      return cancelChallenge(row, CANCELLED_BY_CUSTOMER, moment);
  }
}

function countWrongPassword(before: AuthenticationRow, moment: Moment): AuthenticationRow {
  const row = { ...before, state: 'OPEN' as const, tries: before.tries + 1 };
  if (row.tries < MAX_TRIES) return row;
  return endChallenge(row, { transStatus: 'N', reason: TOO_MANY_TRIES }, moment);
}

export function cancelChallenge(
  row: AuthenticationRow,
  cancel: string,
  moment: Moment,
): AuthenticationRow {
  return endChallenge(row, { transStatus: 'N', reason: FAILED, cancel }, moment);
}

export function expireChallenge(row: AuthenticationRow, moment: Moment): AuthenticationRow {
  return endChallenge(
    row,
    { transStatus: 'N', reason: TIMED_OUT, cancel: CANCELLED_BY_TIME },
    moment,
  );
}

/** The SDK sent a message that is not valid at this point. */
export function failChallenge(row: AuthenticationRow, moment: Moment): AuthenticationRow {
  const ending = { transStatus: 'U', reason: SECURITY_FAILURE } as const;
  return endChallenge(row, { ...ending, cancel: CANCELLED_BY_ERROR }, moment);
}

/** The customer has confirmed in the bank's app, outside the checkout. */
export function completeDecoupled(row: AuthenticationRow, moment: Moment): AuthenticationRow {
  const interactionCounter = Math.min(row.interactionCounter + 1, MAX_INTERACTIONS);
  return endChallenge({ ...row, interactionCounter }, { transStatus: 'Y' }, moment);
}
