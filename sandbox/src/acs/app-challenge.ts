// The app flow at the ACS: decrypts an SDK's CReq and answers with a CRes that holds the next
// question or the result. Only a sender with the session key can change the challenge; an invalid
// message from such a sender ends it.

import { isUuid } from '@bramka/gateway/core/id.ts';
import { present } from '@bramka/gateway/core/json/present.ts';
import type { Erro } from '@bramka/gateway/threeds/messages/message.ts';
import { erro } from '../wire/erro.ts';
import { BadAppMessage } from './app/bad-app-message.ts';
import { openCReq, readCReqHeader, sealCRes, type CReqHeader } from './app/challenge-cipher.ts';
import { checkCReq, type AppCReq, type AppCRes } from './app/challenge-message.ts';
import {
  applyAction,
  endChallenge,
  isExpired,
  type AuthenticationRow,
  type Moment,
} from './authentication.ts';
import type { AuthenticationStore } from './authentication.store.ts';
import type { Records } from './records.ts';
import { statusText } from './view.ts';

type SdkAnswer =
  | { readonly kind: 'jose'; readonly body: string }
  | { readonly kind: 'error'; readonly body: Erro };

interface SdkParts {
  readonly store: AuthenticationStore;
  readonly records: Records;
}

export async function answerSdk(jwe: string, { store, records }: SdkParts): Promise<SdkAnswer> {
  let authentication: AuthenticationRow | undefined;
  try {
    const header = readCReqHeader(jwe);
    const row = isUuid(header.kid) ? await store.find(header.kid) : undefined;
    if (!row || row.sessionKey === null) throw new BadAppMessage('301', 'acsTransID');
    const key = Buffer.from(row.sessionKey, 'base64');
    const creq = await openMessage(jwe, key, header.kid, records);
    authentication = row;
    return { kind: 'jose', body: await answerMessage(records, creq, key, header) };
  } catch (error) {
    if (error instanceof BadAppMessage)
      return { kind: 'error', body: erroTo(authentication, error) };
    throw error;
  }
}

/**
 * If decryption fails (302), the sender does not have the session key, so the challenge continues.
 */
async function openMessage(jwe: string, key: Buffer, kid: string, records: Records) {
  try {
    return await openCReq(jwe, key);
  } catch (error) {
    if (error instanceof BadAppMessage && error.errorCode !== '302') {
      await records.step(kid, (row, moment) =>
        row.state === 'FINISHED' ? undefined : endChallenge(row, 'BROKEN', moment),
      );
    }
    throw error;
  }
}

async function answerMessage(
  records: Records,
  creq: AppCReq,
  key: Buffer,
  { kid, enc }: CReqHeader,
): Promise<string> {
  let wrong: BadAppMessage | undefined;
  const row = await records.step(kid, (before, moment) => {
    wrong = errorIn(creq, before);
    const isOver = before.state === 'FINISHED';
    if (wrong) return isOver ? undefined : endChallenge(before, 'BROKEN', moment);
    const next = isOver ? before : applyAnswer(before, creq, moment);
    return { ...next, sdkMessages: before.sdkMessages + 1 };
  });
  if (wrong) throw wrong;
  if (!row) throw new BadAppMessage('301', 'acsTransID');
  return sealCRes(cresOf(row, creq), key, kid, enc);
}

function errorIn(creq: AppCReq, row: AuthenticationRow): BadAppMessage | undefined {
  try {
    checkCReq(creq, {
      messageVersion: row.messageVersion,
      threeDSServerTransID: row.serverTransId,
      acsTransID: row.acsTransId,
      sdkTransID: row.sdkTransId ?? '',
      sdkCounterStoA: String(row.sdkMessages).padStart(3, '0'),
    });
    return undefined;
  } catch (error) {
    if (error instanceof BadAppMessage) return error;
    throw error;
  }
}

function applyAnswer(row: AuthenticationRow, creq: AppCReq, moment: Moment): AuthenticationRow {
  if (isExpired(row, moment.now)) return endChallenge(row, 'EXPIRED', moment);
  const { challengeDataEntry, challengeNoEntry, challengeCancel } = creq;
  if (challengeCancel === '01') return applyAction(row, { do: 'cancel' }, moment);
  if (challengeCancel !== undefined) {
    return { ...endChallenge(row, 'CANCELLED', moment), challengeCancel };
  }
  const password = challengeNoEntry === 'Y' ? '' : challengeDataEntry;
  if (password === undefined) return row;
  return applyAction(row, { do: 'password', password }, moment);
}

/** Both counters increase together. */
function cresOf(row: AuthenticationRow, creq: AppCReq): AppCRes {
  const common = {
    messageType: 'CRes',
    messageVersion: row.messageVersion,
    threeDSServerTransID: row.serverTransId,
    acsTransID: row.acsTransId,
    sdkTransID: creq.sdkTransID,
    acsCounterAtoS: creq.sdkCounterStoA,
  } as const;
  if (row.state === 'FINISHED') {
    const transStatus = statusText(row.transStatus);
    return { ...common, challengeCompletionInd: 'Y', transStatus };
  }
  const isWrong = row.tries > 0;
  const amount = row.amount === null ? '' : ` for ${row.amount} ${row.currency ?? ''}`;
  return {
    ...common,
    challengeCompletionInd: 'N',
    acsUiType: '01',
    challengeInfoHeader: 'Confirm it is you',
    challengeInfoLabel: 'Password',
    challengeInfoText: isWrong
      ? 'That password is wrong. Try again.'
      : `Enter the password of your sandbox bank to pay ${row.merchantName}${amount}.`,
    challengeInfoTextIndicator: isWrong ? 'Y' : 'N',
    submitAuthenticationLabel: 'Confirm',
  };
}

function erroTo(row: AuthenticationRow | undefined, { errorCode, detail }: BadAppMessage): Erro {
  const parts = { component: 'A', messageType: 'CReq' } as const;
  if (!row) return erro(errorCode, detail, parts);
  const ids = {
    threeDSServerTransID: row.serverTransId,
    dsTransID: row.dsTransId,
    acsTransID: row.acsTransId,
    ...present({ sdkTransID: row.sdkTransId }),
  };
  return erro(errorCode, detail, { ...parts, messageVersion: row.messageVersion, ids });
}
