// One authentication as the simulated issuer keeps it, and what the customer and the time make of
// it, as pure decisions. Of the card it knows the first six and the last four digits.

import type { Instant } from '@bramka/gateway/core/clock.ts';
import type { RandomBytes } from '@bramka/gateway/core/random.ts';
import type { TransStatus } from '@bramka/gateway/threeds/messages/message.ts';
import type { Path } from './test-cards/paths.ts';
import { eciOf, makeCavv } from './proof.ts';

export interface AuthenticationRow {
  readonly createdAt: Instant;
  /** When a challenge that nobody finished is over. */
  readonly expiresAt: Instant;
  /** When the ACS has to do something by itself; null: never. */
  readonly dueAt: Instant | null;
  readonly version: number;
  /** Wrong passwords so far. */
  readonly tries: number;
  /** How often the customer did something. */
  readonly interactionCounter: number;
  /** How often the result was sent, counting the try under way. */
  readonly resultTries: number;
  /** How many messages the SDK has sent. */
  readonly sdkMessages: number;
  readonly acsTransId: string;
  readonly dsTransId: string;
  readonly serverTransId: string;
  /** As the SDK writes it, in whichever case. */
  readonly sdkTransId: string | null;
  readonly organization: string;
  readonly messageVersion: string;
  readonly messageCategory: string;
  readonly deviceChannel: string;
  /** Where the result goes: threeDSServerURL, kept exactly as it was given. */
  readonly serverUrl: string;
  readonly notificationUrl: string | null;
  readonly merchantName: string;
  /** In major units; null when nothing is paid. */
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
  /** App flow: base64 of the key that SDK and ACS share. */
  readonly sessionKey: string | null;
  readonly resultState: 'NONE' | 'DUE' | 'DELIVERED' | 'GIVEN_UP';
}

/** What customers do on the page of their issuer, or do not. */
export const challengeActions = [
  'password',
  'push',
  'approve',
  'reject',
  'cancel',
  'abandon',
] as const;
type ActionName = (typeof challengeActions)[number];

export type ChallengeAction =
  | { readonly do: 'password'; readonly password: string }
  | { readonly do: Exclude<ActionName, 'password'> };

export const PASSWORD = '1234';
export const MOST_TRIES = 3;
export const CHALLENGE_MS = 10 * 60 * 1000;
export const DECOUPLED_MS = 3_000;
/** A try to deliver the result takes less; one that takes longer died with its process. */
export const TRY_MS = 10_000;

const FAILED = '01';
const SECURITY_FAILURE = '09';
const TIMED_OUT = '14';
const TOO_MANY_TRIES = '19';
const CANCELLED_BY_CUSTOMER = '01';
const CANCELLED_BY_TIME = '04';
const CANCELLED_BY_ERROR = '06';
const MOST_INTERACTIONS = 99;

/** Whether there was something for the customer to do. */
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

/** Over, with a result that is about to be sent for the first time. */
function ended(row: AuthenticationRow, ending: Ending, { now, random }: Moment): AuthenticationRow {
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

/** What the customer did; the very same row when that changes nothing. */
export function acted(
  before: AuthenticationRow,
  action: ChallengeAction,
  moment: Moment,
): AuthenticationRow {
  if (before.state === 'FINISHED') return before;
  if (isExpired(before, moment.now)) return timedOut(before, moment);
  if (before.path === 'CHALLENGE_ABANDONED' || action.do === 'abandon') return before;
  const interactionCounter = Math.min(before.interactionCounter + 1, MOST_INTERACTIONS);
  const row = { ...before, interactionCounter };
  switch (action.do) {
    case 'password':
      return action.password === PASSWORD
        ? ended(row, { transStatus: 'Y' }, moment)
        : wrongPassword(row, moment);
    case 'push':
      return { ...row, state: 'PUSHED' };
    case 'approve':
      return ended(row, { transStatus: 'Y' }, moment);
    case 'reject':
      return ended(row, { transStatus: 'N', reason: FAILED }, moment);
    case 'cancel':
      return cancelled(row, CANCELLED_BY_CUSTOMER, moment);
  }
}

function wrongPassword(before: AuthenticationRow, moment: Moment): AuthenticationRow {
  const row = { ...before, state: 'OPEN' as const, tries: before.tries + 1 };
  if (row.tries < MOST_TRIES) return row;
  return ended(row, { transStatus: 'N', reason: TOO_MANY_TRIES }, moment);
}

export function cancelled(
  row: AuthenticationRow,
  cancel: string,
  moment: Moment,
): AuthenticationRow {
  return ended(row, { transStatus: 'N', reason: FAILED, cancel }, moment);
}

export function timedOut(row: AuthenticationRow, moment: Moment): AuthenticationRow {
  return ended(row, { transStatus: 'N', reason: TIMED_OUT, cancel: CANCELLED_BY_TIME }, moment);
}

/** The SDK said what makes no sense at this point. */
export function broken(row: AuthenticationRow, moment: Moment): AuthenticationRow {
  const ending = { transStatus: 'U', reason: SECURITY_FAILURE } as const;
  return ended(row, { ...ending, cancel: CANCELLED_BY_ERROR }, moment);
}

/** The customer has said yes in the bank's app, long after the shop's page was gone. */
export function decoupledDone(row: AuthenticationRow, moment: Moment): AuthenticationRow {
  const interactionCounter = Math.min(row.interactionCounter + 1, MOST_INTERACTIONS);
  return ended({ ...row, interactionCounter }, { transStatus: 'Y' }, moment);
}
