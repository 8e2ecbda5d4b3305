// The app flow at the ACS: an SDK's CReq in, a CRes with the next question or the end back. Only
// who holds the key of the challenge can change it; what such a one says wrong ends it.

import { isUuid } from '@bramka/gateway/core/id.ts';
import type { Erro } from '@bramka/gateway/threeds/messages/message.ts';
import { erro } from '../wire/erro.ts';
import { BadAppMessage } from './app/bad-app-message.ts';
import { openCReq, readCReqHeader, sealCRes, type CReqHeader } from './app/challenge-cipher.ts';
import { checkCReq, type AppCReq, type AppCRes } from './app/challenge-message.ts';
import { acted, broken, cancelled, isExpired, timedOut, type Moment } from './authentication.ts';
import type { AuthenticationRow } from './authentication.ts';
import type { AuthenticationStore } from './authentication.store.ts';
import type { Records } from './records.ts';
import { statusText } from './view.ts';

export type SdkAnswer =
  | { readonly kind: 'jose'; readonly body: string }
  | { readonly kind: 'error'; readonly body: Erro };

export interface SdkParts {
  readonly store: AuthenticationStore;
  readonly records: Records;
}

export async function answerSdk(jwe: string, { store, records }: SdkParts): Promise<SdkAnswer> {
  let known: AuthenticationRow | undefined;
  try {
    const header = readCReqHeader(jwe);
    const row = isUuid(header.kid) ? await store.find(header.kid) : undefined;
    if (!row || row.sessionKey === null) throw new BadAppMessage('301', 'acsTransID');
    const key = Buffer.from(row.sessionKey, 'base64');
    const creq = await opened(jwe, key, () => end(records, header));
    known = row;
    return { kind: 'jose', body: await answer(records, creq, key, header) };
  } catch (error) {
    if (error instanceof BadAppMessage) return { kind: 'error', body: erroTo(known, error) };
    throw error;
  }
}

/** Whoever could not encrypt it has no part in the challenge: it goes on. */
async function opened(jwe: string, key: Buffer, end: () => Promise<unknown>): Promise<AppCReq> {
  try {
    return await openCReq(jwe, key);
  } catch (error) {
    if (error instanceof BadAppMessage && error.errorCode !== '302') await end();
    throw error;
  }
}

function end(records: Records, { kid }: CReqHeader): Promise<unknown> {
  return records.step(kid, (row, moment) =>
    row.state === 'FINISHED' ? undefined : broken(row, moment),
  );
}

async function answer(
  records: Records,
  creq: AppCReq,
  key: Buffer,
  { kid, enc }: CReqHeader,
): Promise<string> {
  let wrong: BadAppMessage | undefined;
  const row = await records.step(kid, (before, moment) => {
    wrong = wrongIn(creq, before);
    const isOver = before.state === 'FINISHED';
    if (wrong) return isOver ? undefined : broken(before, moment);
    const next = isOver ? before : answered(before, creq, moment);
    return { ...next, sdkMessages: before.sdkMessages + 1 };
  });
  if (wrong) throw wrong;
  if (!row) throw new BadAppMessage('301', 'acsTransID');
  return sealCRes(cresOf(row, creq), key, kid, enc);
}

function wrongIn(creq: AppCReq, row: AuthenticationRow): BadAppMessage | undefined {
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

function answered(row: AuthenticationRow, creq: AppCReq, moment: Moment): AuthenticationRow {
  if (isExpired(row, moment.now)) return timedOut(row, moment);
  const { challengeDataEntry, challengeNoEntry, challengeCancel } = creq;
  if (challengeCancel === '01') return acted(row, { do: 'cancel' }, moment);
  if (challengeCancel !== undefined) return cancelled(row, challengeCancel, moment);
  const password = challengeNoEntry === 'Y' ? '' : challengeDataEntry;
  if (password === undefined) return row;
  return acted(row, { do: 'password', password }, moment);
}

/** Counters of both sides rise together. */
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
    return {
      ...common,
      challengeCompletionInd: 'Y',
      transStatus: statusText(row.transStatus),
    };
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
  if (!row) return erro(errorCode, detail, { component: 'A', messageType: 'CReq' });
  const { messageVersion, sdkTransId } = row;
  return erro(errorCode, detail, {
    component: 'A',
    messageType: 'CReq',
    messageVersion,
    ids: {
      threeDSServerTransID: row.serverTransId,
      dsTransID: row.dsTransId,
      acsTransID: row.acsTransId,
      ...(sdkTransId === null ? {} : { sdkTransID: sdkTransId }),
    },
  });
}
