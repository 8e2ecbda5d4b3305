// CReq and CRes of the app flow (EMV 3-D Secure 2) after decryption: their elements, their
// validation, and the message sequence of a challenge.

import { BadAppMessage } from './bad-app-message.ts';

/** The customer's answer: a CReq has at most one of these, the first CReq has none. */
interface AppAnswer {
  readonly challengeDataEntry?: string;
  readonly challengeHTMLDataEntry?: string;
  /** The customer left the field empty. */
  readonly challengeNoEntry?: 'Y';
  /** The customer returned from the bank's app. */
  readonly oobContinue?: true;
  readonly resendChallenge?: 'Y' | 'N';
  /** 01 by the customer, 02 by the merchant's app, 08 timed out in the SDK. */
  readonly challengeCancel?: string;
}

export interface AppCReq extends AppAnswer {
  readonly messageType: 'CReq';
  readonly messageVersion: string;
  readonly threeDSServerTransID: string;
  readonly acsTransID: string;
  readonly sdkTransID: string;
  /** The counter of the message: three digits, starting at 000, never reset. */
  readonly sdkCounterStoA: string;
}

export interface AppCRes {
  readonly messageType: 'CRes';
  readonly messageVersion: string;
  readonly threeDSServerTransID: string;
  readonly acsTransID: string;
  readonly sdkTransID: string;
  readonly acsCounterAtoS: string;
  readonly challengeCompletionInd: 'Y' | 'N';
  /** Set once the challenge is completed. */
  readonly transStatus?: string;
  /** 01: text. */
  readonly acsUiType?: '01';
  readonly challengeInfoHeader?: string;
  readonly challengeInfoLabel?: string;
  readonly challengeInfoText?: string;
  /** Whether the text is a warning, for example after a wrong password. */
  readonly challengeInfoTextIndicator?: 'Y' | 'N';
  readonly submitAuthenticationLabel?: string;
}

/** What the ACS expects of the next CReq of a challenge. */
type ExpectedCReq = Omit<AppCReq, keyof AppAnswer | 'messageType'>;

const TRANSACTION_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const COUNTER = /^[0-9]{3}$/;

const required: Readonly<Record<Exclude<keyof AppCReq, keyof AppAnswer>, RegExp>> = {
  messageType: /^CReq$/,
  messageVersion: /^[0-9]+\.[0-9]+\.[0-9]+$/,
  threeDSServerTransID: TRANSACTION_ID,
  acsTransID: TRANSACTION_ID,
  sdkTransID: TRANSACTION_ID,
  sdkCounterStoA: COUNTER,
};

const answers: Readonly<Record<Exclude<keyof AppAnswer, 'oobContinue'>, RegExp>> = {
  challengeDataEntry: /^[^]{1,45}$/u,
  challengeHTMLDataEntry: /^[^]{1,256}$/u,
  challengeNoEntry: /^Y$/,
  resendChallenge: /^[YN]$/,
  challengeCancel: /^0[1-8]$/,
};

/** Reads the decrypted object; unknown elements are dropped. */
export function readCReq(body: Record<string, unknown>): AppCReq {
  if (body['messageType'] !== 'CReq') throw new BadAppMessage('101', 'messageType');
  const message: Record<string, unknown> = {};
  for (const [element, form] of Object.entries(required)) {
    if (body[element] === undefined) throw new BadAppMessage('201', element);
    message[element] = checkForm(body[element], form, element);
  }
  for (const [element, form] of Object.entries(answers)) {
    if (body[element] !== undefined) message[element] = checkForm(body[element], form, element);
  }
  const { oobContinue } = body;
  if (oobContinue !== undefined && oobContinue !== true) {
    throw new BadAppMessage('203', 'oobContinue');
  }
  if (oobContinue) message['oobContinue'] = true;
  const given = [...Object.keys(answers), 'oobContinue'].filter((element) => element in message);
  const said = given.filter((element) => message[element] !== 'N');
  if (said.length > 1) throw new BadAppMessage('203', said.join(', '));
  return message as unknown as AppCReq;
}

/** Checks that it is the next message of its challenge; replayed and skipped messages fail. */
export function checkCReq(creq: AppCReq, expected: ExpectedCReq): void {
  for (const id of ['threeDSServerTransID', 'acsTransID', 'sdkTransID'] as const) {
    if (creq[id] !== expected[id]) throw new BadAppMessage('301', id);
  }
  if (creq.messageVersion !== expected.messageVersion) {
    throw new BadAppMessage('102', 'messageVersion');
  }
  if (creq.sdkCounterStoA !== expected.sdkCounterStoA) {
    throw new BadAppMessage('302', 'sdkCounterStoA');
  }
}

function checkForm(value: unknown, form: RegExp, element: string): string {
  if (typeof value !== 'string' || !form.test(value)) throw new BadAppMessage('203', element);
  return value;
}
