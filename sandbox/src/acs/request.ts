// Creates the issuer's row from an authentication request that the directory server has checked,
// and the ARes from that row. The full card number is not stored.

import { currencyCodes, currencyNumeric } from '@bramka/gateway/core/currency.ts';
import type { Instant } from '@bramka/gateway/core/clock.ts';
import { present } from '@bramka/gateway/core/json/present.ts';
import type { RandomBytes } from '@bramka/gateway/core/random.ts';
import type { ARes, AReq } from '@bramka/gateway/threeds/messages/message.ts';
import { CHALLENGE_MS, cavvOf, DECOUPLED_MS, type AuthenticationRow } from './authentication.ts';
import { pathOf, decisionFor } from './test-cards/paths.ts';
import { eciOf } from './proof.ts';

export interface AuthenticationRequest {
  readonly areq: AReq;
  readonly organization: string;
  readonly dsTransID: string;
}

const currencyByNumber = new Map(currencyCodes.map((code) => [currencyNumeric(code), code]));

export function newRow(
  { areq, organization, dsTransID }: AuthenticationRequest,
  acsTransId: string,
  { now, random }: { readonly now: Instant; readonly random: RandomBytes },
): AuthenticationRow {
  const path = pathOf(areq.acctNumber) ?? 'FRICTIONLESS';
  const { transStatus, reason } = decisionFor(path, {
    messageVersion: areq.messageVersion,
    deviceChannel: areq.deviceChannel,
    challengeInd: challengeIndOf(areq),
    isDecoupledAllowed: areq.threeDSRequestorDecReqInd === 'Y',
  });
  const state = transStatus === 'C' ? 'OPEN' : transStatus === 'D' ? 'PUSHED' : 'FINISHED';
  const challengeMs = challengeMsOf(areq);
  const waitMs = { OPEN: challengeMs, PUSHED: DECOUPLED_MS, FINISHED: null }[state];
  const paid = paidIn(areq);
  const isProven = transStatus === 'Y' || transStatus === 'A';
  return {
    createdAt: now,
    expiresAt: now + challengeMs,
    dueAt: waitMs === null ? null : now + waitMs,
    version: 1,
    tries: 0,
    interactionCounter: 0,
    resultTries: 0,
    sdkMessages: 0,
    acsTransId,
    dsTransId: dsTransID,
    serverTransId: areq.threeDSServerTransID,
    sdkTransId: areq.sdkTransID ?? null,
    organization,
    messageVersion: areq.messageVersion,
    messageCategory: areq.messageCategory,
    deviceChannel: areq.deviceChannel,
    serverUrl: areq.threeDSServerURL,
    notificationUrl: areq.notificationURL ?? null,
    merchantName: areq.merchantName ?? areq.threeDSRequestorName,
    ...paid,
    cardMask: maskOf(areq.acctNumber),
    path,
    state,
    transStatus,
    transStatusReason: reason,
    eci: eciOf(organization, transStatus),
    cavv: isProven ? cavvOf({ dsTransId: dsTransID, ...paid }, random) : null,
    challengeCancel: null,
    sessionData: null,
    sessionKey: null,
    resultState: 'NONE',
  };
}

/** An app sets the time limit of its challenge, in minutes. */
function challengeMsOf({ sdkMaxTimeout }: AReq): number {
  return sdkMaxTimeout === undefined ? CHALLENGE_MS : Number(sdkMaxTimeout) * 60_000;
}

/** A single value; from 2.3.1 on a list of one or two, the preferred one first. */
function challengeIndOf({ threeDSRequestorChallengeInd: said }: AReq): string | null {
  return (typeof said === 'string' ? said : said?.[0]) ?? null;
}

function maskOf(cardNumber: string): string {
  const hidden = '*'.repeat(cardNumber.length - 10);
  return `${cardNumber.slice(0, 6)}${hidden}${cardNumber.slice(-4)}`;
}

function paidIn(areq: AReq): Pick<AuthenticationRow, 'amount' | 'currency'> {
  const { purchaseAmount, purchaseCurrency, purchaseExponent = '0' } = areq;
  if (purchaseAmount === undefined || purchaseCurrency === undefined) {
    return { amount: null, currency: null };
  }
  const decimals = Number(purchaseExponent);
  const digits = purchaseAmount.padStart(decimals + 1, '0');
  const major = digits.slice(0, digits.length - decimals);
  const amount = decimals === 0 ? major : `${major}.${digits.slice(-decimals)}`;
  return { amount, currency: currencyByNumber.get(purchaseCurrency) ?? purchaseCurrency };
}

/** How the SDK renders the question; the protocol requires it with an app challenge. */
const NATIVE_TEXT = { acsInterface: '01', acsUiTemplate: '01' };

/** `target`: the URL of the page on which a challenge takes place, or the content for the SDK. */
export function aresOf(
  row: AuthenticationRow,
  target: Pick<ARes, 'acsURL' | 'acsSignedContent'>,
): ARes {
  const { transStatus, transStatusReason, eci, cavv: authenticationValue } = row;
  const isChallenge = transStatus === 'C';
  const isApp = isChallenge && row.deviceChannel === '01';
  const answer: ARes & { readonly acsRenderingType?: typeof NATIVE_TEXT } = {
    messageType: 'ARes',
    messageVersion: row.messageVersion,
    threeDSServerTransID: row.serverTransId,
    dsTransID: row.dsTransId,
    acsTransID: row.acsTransId,
    dsReferenceNumber: 'BRAMKA_SANDBOX_DS',
    acsReferenceNumber: 'BRAMKA_SANDBOX_ACS',
    acsOperatorID: 'BRAMKA-SANDBOX',
    ...present({ sdkTransID: row.sdkTransId }),
    transStatus,
    ...present({ transStatusReason, eci, authenticationValue }),
    ...(isChallenge ? { acsChallengeMandated: 'Y', authenticationType: '02', ...target } : {}),
    ...(isApp ? { acsRenderingType: NATIVE_TEXT } : {}),
    ...(transStatus === 'D' ? { acsDecConInd: 'Y', authenticationType: '04' } : {}),
  };
  return answer;
}
