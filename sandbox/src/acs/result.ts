// The result of a challenge on its way to the 3DS server: the RReq, what an answer to it means, and
// when it is sent again.

import type { Instant } from '@bramka/gateway/core/clock.ts';
import type { RReq, RRes } from '@bramka/gateway/threeds/messages/message.ts';
import { TRY_MS, type AuthenticationRow } from './authentication.ts';

export interface ResultAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Sent once; `later` when it is to follow after the customer has gone back. Rejects when lost. */
export type DeliverResult = (
  url: string,
  rreq: RReq,
  isFirst: boolean,
) => Promise<ResultAnswer | 'later'>;

/** How long to wait after the first failure, the second and so on; then it is given up. */
export const WAITS_MS: readonly number[] = [2_000, 4_000, 8_000, 16_000, 32_000, 64_000];
const LATER_MS = 1_000;

/** A card issuer's page was filled in: a code that changes. */
const DYNAMIC = '02';

export function rreqOf(row: AuthenticationRow): RReq {
  const { sdkTransId, transStatusReason, eci, cavv, challengeCancel } = row;
  return {
    messageType: 'RReq',
    messageVersion: row.messageVersion,
    messageCategory: row.messageCategory,
    threeDSServerTransID: row.serverTransId,
    dsTransID: row.dsTransId,
    acsTransID: row.acsTransId,
    ...(sdkTransId === null ? {} : { sdkTransID: sdkTransId }),
    transStatus: row.transStatus,
    ...(transStatusReason === null ? {} : { transStatusReason }),
    ...(eci === null ? {} : { eci }),
    ...(cavv === null ? {} : { authenticationValue: cavv }),
    authenticationType: DYNAMIC,
    ...(challengeCancel === null ? {} : { challengeCancel }),
    interactionCounter: String(row.interactionCounter).padStart(2, '0'),
  };
}

/** Undefined: no answer came. */
type Heard = ResultAnswer | 'later' | undefined;

/** The same row when the answer changes nothing any more. */
export function afterTry(
  row: AuthenticationRow,
  tried: number,
  heard: Heard,
  now: Instant,
): AuthenticationRow {
  if (row.resultState !== 'DUE') return row;
  if (isReceived(row, heard)) return { ...row, resultState: 'DELIVERED', dueAt: null };
  // The next try is under way already: it decides.
  if (row.resultTries !== tried) return row;
  if (heard === 'later') return { ...row, dueAt: now + LATER_MS };
  const waitMs = isRefused(heard) ? undefined : WAITS_MS[tried - 1];
  if (waitMs === undefined) return { ...row, resultState: 'GIVEN_UP', dueAt: null };
  return { ...row, dueAt: now + waitMs };
}

/** The next try, taken by whoever commits it. */
export function nextTry(row: AuthenticationRow, now: Instant): AuthenticationRow {
  return { ...row, resultTries: row.resultTries + 1, dueAt: now + TRY_MS };
}

function isReceived(row: AuthenticationRow, heard: Heard): boolean {
  if (heard === undefined || heard === 'later' || heard.status !== 200) return false;
  const rres = heard.body as Partial<RRes> | null | undefined;
  return (
    rres?.messageType === 'RRes' &&
    rres.threeDSServerTransID === row.serverTransId &&
    rres.acsTransID === row.acsTransId
  );
}

/** Conflict, time-out, too early and too many requests: the same result may be welcome later. */
const passing: readonly number[] = [408, 409, 425, 429];

function isRefused(heard: Heard): boolean {
  if (heard === undefined || heard === 'later') return false;
  return heard.status >= 400 && heard.status < 500 && !passing.includes(heard.status);
}
