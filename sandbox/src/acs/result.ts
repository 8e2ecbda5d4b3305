// Delivery of a challenge's result to the 3DS server: the RReq, how its answer is interpreted, and
// when it is sent again.

import type { Instant } from '@bramka/gateway/core/clock.ts';
import { present } from '@bramka/gateway/core/json/present.ts';
import type { RReq, RRes } from '@bramka/gateway/threeds/messages/message.ts';
import type { DeliveryAnswer } from '../party/faulty-delivery.ts';
import { TRY_MS, type AuthenticationRow } from './authentication.ts';

/**
 * Sends the result once. Resolves to `later` if it must be sent after the customer's return;
 * rejects if it was lost.
 */
export type DeliverResult = (
  url: string,
  rreq: RReq,
  isFirst: boolean,
) => Promise<DeliveryAnswer | 'later'>;

/** Undefined: no answer. */
type Heard = DeliveryAnswer | 'later' | undefined;

/** The waiting times after each failed attempt; after the last one delivery is given up. */
const WAITS_MS: readonly number[] = [2_000, 4_000, 8_000, 16_000, 32_000, 64_000];
const LATER_MS = 1_000;

/** authenticationMethod: dynamic authentication, such as a one-time code. */
const DYNAMIC = '02';

export function rreqOf(row: AuthenticationRow): RReq {
  const { transStatusReason, eci, cavv: authenticationValue, challengeCancel } = row;
  return {
    messageType: 'RReq',
    messageVersion: row.messageVersion,
    messageCategory: row.messageCategory,
    threeDSServerTransID: row.serverTransId,
    dsTransID: row.dsTransId,
    acsTransID: row.acsTransId,
    ...present({ sdkTransID: row.sdkTransId }),
    transStatus: row.transStatus,
    ...present({ transStatusReason, eci, authenticationValue }),
    authenticationType: DYNAMIC,
    ...present({ challengeCancel }),
    interactionCounter: String(row.interactionCounter).padStart(2, '0'),
  };
}

/** Returns the same row if the answer changes nothing. */
export function afterTry(
  row: AuthenticationRow,
  tried: number,
  heard: Heard,
  now: Instant,
): AuthenticationRow {
  if (row.resultState !== 'DUE') return row;
  if (isReceived(row, heard)) return { ...row, resultState: 'DELIVERED', dueAt: null };
  // A later attempt has already started; its answer decides.
  if (row.resultTries !== tried) return row;
  if (heard === 'later') return { ...row, dueAt: now + LATER_MS };
  const waitMs = isRefused(heard) ? undefined : WAITS_MS[tried - 1];
  if (waitMs === undefined) return { ...row, resultState: 'GIVEN_UP', dueAt: null };
  return { ...row, dueAt: now + waitMs };
}

/** Claims the next attempt; the caller that commits it sends the result. */
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

/** Request timeout, conflict, too early, too many requests: the result may be accepted later. */
const passing: readonly number[] = [408, 409, 425, 429];

function isRefused(heard: Heard): boolean {
  if (heard === undefined || heard === 'later') return false;
  return heard.status >= 400 && heard.status < 500 && !passing.includes(heard.status);
}
