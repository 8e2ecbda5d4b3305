// A challenge as shown by its pages and its JSON API, and the CRes that the browser takes back to
// the shop.

import type { CRes } from '@bramka/gateway/threeds/messages/message.ts';
import { MAX_TRIES, type AuthenticationRow } from './authentication.ts';

export type ChallengeView = ReturnType<typeof viewOf>;

export function viewOf(row: AuthenticationRow) {
  const isFinished = row.state === 'FINISHED';
  return {
    acsTransID: row.acsTransId,
    threeDSServerTransID: row.serverTransId,
    merchantName: row.merchantName,
    /** In major units, such as "123.45"; empty if there is no purchase. */
    amount: row.amount ?? '',
    currency: row.currency ?? '',
    cardMask: row.cardMask,
    state: row.state,
    transStatus: isFinished ? (row.transStatus as 'Y' | 'N' | 'U') : null,
    triesLeft: MAX_TRIES - row.tries,
    isWrongPassword: row.state === 'OPEN' && row.tries > 0,
    expiresAt: row.expiresAt,
    /** After a challenge in a browser has finished: the URL it returns to and the form fields. */
    back: isFinished && row.deviceChannel === '02' ? returnForm(row) : null,
  };
}

function returnForm({ notificationUrl, sessionData, ...row }: AuthenticationRow) {
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

/** Browser and SDK only get Y or N; the RReq carries the exact status. */
export function statusText(transStatus: string): 'Y' | 'N' {
  return transStatus === 'Y' ? 'Y' : 'N';
}
