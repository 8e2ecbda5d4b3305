// A challenge as its pages and its HTTP twin show it, and the CRes that brings the browser back.

import type { Instant } from '@bramka/gateway/core/clock.ts';
import type { CRes } from '@bramka/gateway/threeds/messages/message.ts';
import { MOST_TRIES, type AuthenticationRow } from './authentication.ts';

export interface ChallengeView {
  readonly acsTransID: string;
  readonly threeDSServerTransID: string;
  readonly merchantName: string;
  /** Major units such as "123.45"; empty when nothing is paid. */
  readonly amount: string;
  readonly currency: string;
  readonly cardMask: string;
  readonly state: 'OPEN' | 'PUSHED' | 'FINISHED';
  readonly transStatus: 'Y' | 'N' | 'U' | null;
  readonly triesLeft: number;
  readonly isWrongPassword: boolean;
  readonly expiresAt: Instant;
  /** Once finished in a browser: where it goes back to, and with what. */
  readonly back: {
    readonly url: string;
    readonly cres: string;
    readonly threeDSSessionData: string | null;
  } | null;
}

export function viewOf(row: AuthenticationRow): ChallengeView {
  const isFinished = row.state === 'FINISHED';
  return {
    acsTransID: row.acsTransId,
    threeDSServerTransID: row.serverTransId,
    merchantName: row.merchantName,
    amount: row.amount ?? '',
    currency: row.currency ?? '',
    cardMask: row.cardMask,
    state: row.state,
    transStatus: isFinished ? (row.transStatus as 'Y' | 'N' | 'U') : null,
    triesLeft: MOST_TRIES - row.tries,
    isWrongPassword: row.state === 'OPEN' && row.tries > 0,
    expiresAt: row.expiresAt,
    back: isFinished && row.deviceChannel === '02' ? wayBack(row) : null,
  };
}

function wayBack({ notificationUrl, sessionData, ...row }: AuthenticationRow) {
  const cres: CRes & { readonly challengeCompletionInd: 'Y' } = {
    messageType: 'CRes',
    messageVersion: row.messageVersion,
    threeDSServerTransID: row.serverTransId,
    acsTransID: row.acsTransId,
    challengeCompletionInd: 'Y',
    transStatus: statusText(row.transStatus),
  };
  return {
    url: notificationUrl ?? '',
    cres: Buffer.from(JSON.stringify(cres)).toString('base64url'),
    threeDSSessionData: sessionData,
  };
}

/** Browser and SDK hear yes or no; the whole truth travels in the RReq. */
export function statusText(transStatus: string): 'Y' | 'N' {
  return transStatus === 'Y' ? 'Y' : 'N';
}
