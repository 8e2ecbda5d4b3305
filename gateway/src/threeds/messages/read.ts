// Readers of the messages that others send: directory server, ACS and the browser between them.
// They trust nothing and never throw; a message that is not exactly right is not believed.

import {
  compareVersions,
  everybodysVersions,
  supportedVersions,
  VERSION_FORM,
  type ProtocolVersion,
} from '../../cards/protocol-version.ts';
import { GARBAGE, openAnswer, UNUSABLE, type Answer, type AnswerError } from './answer.ts';
import { decodeJson } from './base64url.ts';
import { present } from '../../core/json/present.ts';
import * as field from './fields.ts';
import type { Fields } from './fields.ts';
import type { AReq, ARes, CRes, PReq, RReq, TransStatus } from './message.ts';
import { needsProof, proofOf, statusOf, TWO_DIGITS } from './proof.ts';

const REFERENCE = /^[\x20-\x7e]{1,32}$/;
const CARD_DIGITS = /^[0-9]{13,19}$/;
const SERIAL_NUMBER = /^[\x21-\x7e]{1,20}$/;
const METHOD_URL_LENGTH_MAX = 256;
const RANGES_MAX = 250_000;

/**
 * The issuer does not let the customer pass as it is: it wants a challenge here (C) or elsewhere
 * (D), one by a key of the browser, which we cannot do (S), or says no. Whatever else is wrong with
 * such an answer, it must not be taken for silence.
 */
const NOT_WITHOUT = ['C', 'D', 'S', 'N', 'R'] as const;

export type AreqAnswer = { readonly kind: 'answered'; readonly ares: ARes } | AnswerError;

export function readAnswer(answer: Answer, asked: AReq): AreqAnswer {
  const opened = openAnswer(answer, asked, 'ARes');
  if (opened.kind === 'error') return opened;
  const ares = readARes(opened.fields, asked);
  if (ares) return { kind: 'answered', ares };
  return field.oneOfTexts(opened.fields, 'transStatus', NOT_WITHOUT) ? UNUSABLE : GARBAGE;
}

function readARes(fields: Fields, asked: AReq): ARes | undefined {
  const dsTransID = field.uuidOf(fields, 'dsTransID');
  const acsTransID = field.uuidOf(fields, 'acsTransID');
  const transStatus = statusOf(fields, asked.messageVersion);
  if (!dsTransID || !acsTransID || !transStatus) return undefined;
  const ares: ARes = {
    messageType: 'ARes',
    messageVersion: asked.messageVersion,
    threeDSServerTransID: asked.threeDSServerTransID,
    dsTransID,
    acsTransID,
    transStatus,
    ...proofOf(fields),
    ...present({
      acsReferenceNumber: field.textOf(fields, 'acsReferenceNumber', REFERENCE),
      sdkTransID: field.uuidOf(fields, 'sdkTransID'),
      acsURL: field.webUrlOf(fields, 'acsURL'),
      acsSignedContent: field.compactJwsOf(fields, 'acsSignedContent'),
    }),
  };
  return isWhole(ares, asked) ? ares : undefined;
}

/** Whether everything is there that its status needs. */
function isWhole(ares: ARes, asked: AReq): boolean {
  if (needsProof(ares.transStatus, asked.messageCategory)) {
    return ares.authenticationValue !== undefined && ares.eci !== undefined;
  }
  if (ares.transStatus !== 'C') return true;
  if (asked.deviceChannel === '02') return ares.acsURL !== undefined;
  const isSameSdk = ares.sdkTransID !== undefined && ares.sdkTransID === sdkOf(asked);
  return asked.deviceChannel === '01' && isSameSdk && ares.acsSignedContent !== undefined;
}

function sdkOf(asked: AReq): string | undefined {
  return asked.sdkTransID?.toLowerCase();
}

export interface MessageProblem {
  /** The names of the fields at fault. */
  readonly problem: string;
  /** 101 another message, 201 something required is missing, 203 something has a wrong form. */
  readonly errorCode: '101' | '201' | '203';
}

/** The final result; a challenge, a wait or mere information cannot be one. */
export function readRReq(body: unknown): RReq | MessageProblem {
  const fields = field.fieldsOf(body);
  if (!fields || field.own(fields, 'messageType') !== 'RReq') {
    return { problem: 'messageType', errorCode: '101' };
  }
  const version = field.oneOfTexts(fields, 'messageVersion', supportedVersions);
  const required = {
    messageVersion: version,
    messageCategory: field.oneOfTexts(fields, 'messageCategory', ['01', '02']),
    threeDSServerTransID: field.uuidOf(fields, 'threeDSServerTransID'),
    dsTransID: field.uuidOf(fields, 'dsTransID'),
    acsTransID: field.uuidOf(fields, 'acsTransID'),
    transStatus: finalStatusOf(fields, version),
    interactionCounter: field.textOf(fields, 'interactionCounter', TWO_DIGITS),
  };
  const { authenticationValue, eci, ...proof } = proofOf(fields);
  const isProofNeeded = needsProof(required.transStatus, required.messageCategory);
  const problem = problemOf(fields, {
    ...required,
    ...(isProofNeeded ? { authenticationValue, eci } : {}),
  });
  if (problem) return problem;
  return {
    messageType: 'RReq',
    ...(required as { [K in keyof typeof required]: Exclude<(typeof required)[K], undefined> }),
    ...proof,
    ...present({
      authenticationValue,
      eci,
      sdkTransID: field.uuidOf(fields, 'sdkTransID'),
      challengeCancel: field.textOf(fields, 'challengeCancel', TWO_DIGITS),
    }),
  };
}

function finalStatusOf(
  fields: Fields,
  version: ProtocolVersion | undefined,
): TransStatus | undefined {
  const status = version && statusOf(fields, version);
  return status === 'C' || status === 'D' || status === 'I' ? undefined : status;
}

/** What is missing is told before what is wrong. */
function problemOf(fields: Fields, required: object): MessageProblem | undefined {
  const faulty = Object.entries(required).flatMap(([name, value]) =>
    value === undefined ? [name] : [],
  );
  if (faulty.length === 0) return undefined;
  const absent = faulty.filter((name) => (field.own(fields, name) ?? '') === '');
  if (absent.length > 0) return { problem: absent.join(', '), errorCode: '201' };
  return { problem: faulty.join(', '), errorCode: '203' };
}

/** What the browser brings back from the ACS: it ends the challenge but proves nothing. */
export function readCRes(text: string): CRes | undefined {
  const fields = field.fieldsOf(decodeJson(text));
  if (!fields || field.own(fields, 'messageType') !== 'CRes') return undefined;
  const messageVersion = field.textOf(fields, 'messageVersion', VERSION_FORM);
  const threeDSServerTransID = field.uuidOf(fields, 'threeDSServerTransID');
  const acsTransID = field.uuidOf(fields, 'acsTransID');
  const transStatus = field.textOf(fields, 'transStatus', /^[A-Z]$/);
  if (!messageVersion || !threeDSServerTransID || !acsTransID || !transStatus) return undefined;
  return { messageType: 'CRes', messageVersion, threeDSServerTransID, acsTransID, transStatus };
}

/** The transaction whose 3DS Method is done. */
export function readFingerprintNotification(text: string): string | undefined {
  const fields = field.fieldsOf(decodeJson(text));
  return fields && field.uuidOf(fields, 'threeDSServerTransID');
}

export interface CardRange {
  /** Whole card numbers of 13 to 19 digits, both ends included. */
  readonly from: string;
  readonly to: string;
  readonly action: 'A' | 'M' | 'D';
  readonly acsStart: string;
  readonly acsEnd: string;
  readonly dsStart: string;
  readonly dsEnd: string;
  readonly threeDSMethodURL: string | null;
}

export type PresAnswer =
  | {
      readonly kind: 'answered';
      readonly ranges: readonly CardRange[];
      /** Only what changed since the serial number that was asked about. */
      readonly changes: boolean;
      readonly serialNum: string | null;
      /** Entries that do not even say which cards they are about. */
      readonly skipped: number;
      /** Ranges whose versions, or whose action, could not be read and were taken for granted. */
      readonly assumed: number;
    }
  | AnswerError;

/**
 * A whole list may be empty, when no card of the organization takes part; one that is not there, or
 * of which nothing can be used, is not believed: it would switch everything off.
 */
export function readPRes(answer: Answer, asked: PReq): PresAnswer {
  const opened = openAnswer(answer, asked, 'PRes');
  if (opened.kind === 'error') return opened;
  const { fields } = opened;
  const changes = asked.serialNum !== undefined;
  const entries = field.own(fields, 'cardRangeData') ?? (changes ? [] : undefined);
  if (!Array.isArray(entries) || entries.length > RANGES_MAX) return GARBAGE;
  const read = entries.flatMap((entry) => rangeOf(entry, fields) ?? []);
  const skipped = entries.length - read.length;
  if (!changes && read.length === 0 && skipped > 0) return GARBAGE;
  const serialNum = field.textOf(fields, 'serialNum', SERIAL_NUMBER) ?? null;
  const ranges = read.map(({ range }) => range);
  const assumed = read.filter(({ isAssumed }) => isAssumed).length;
  return { kind: 'answered', ranges, changes, serialNum, skipped, assumed };
}

interface ReadRange {
  readonly range: CardRange;
  readonly isAssumed: boolean;
}

/** A range is kept as soon as its ends are sound: left out, its cards would take no part. */
function rangeOf(entry: unknown, message: Fields): ReadRange | undefined {
  const fields = field.fieldsOf(entry);
  if (!fields) return undefined;
  const from = field.textOf(fields, 'startRange', CARD_DIGITS);
  const to = field.textOf(fields, 'endRange', CARD_DIGITS);
  if (!from || !to || from.length !== to.length || from > to) return undefined;
  const given = field.own(fields, 'actionInd') ?? 'A';
  const action = (['A', 'M', 'D'] as const).find((known) => known === given);
  const versions = versionsOf(fields, message);
  const threeDSMethodURL =
    field.webUrlOf(fields, 'threeDSMethodURL', METHOD_URL_LENGTH_MAX) ?? null;
  return {
    range: { from, to, action: action ?? 'M', ...(versions ?? assumedVersions), threeDSMethodURL },
    isAssumed: !action || (!versions && action !== 'D'),
  };
}

const { start, end } = everybodysVersions;
const assumedVersions = { acsStart: start, acsEnd: end, dsStart: start, dsEnd: end };

/** The directory server's own versions count where a range does not name them. */
function versionsOf(fields: Fields, message: Fields) {
  const version = (name: string, otherwise: Fields = fields): string | undefined =>
    field.textOf(fields, name, VERSION_FORM) ?? field.textOf(otherwise, name, VERSION_FORM);
  const acsStart = version('acsStartProtocolVersion');
  const acsEnd = version('acsEndProtocolVersion');
  const dsStart = version('dsStartProtocolVersion', message);
  const dsEnd = version('dsEndProtocolVersion', message);
  if (!acsStart || !acsEnd || compareVersions(acsStart, acsEnd) > 0) return undefined;
  if (!dsStart || !dsEnd || compareVersions(dsStart, dsEnd) > 0) return undefined;
  return { acsStart, acsEnd, dsStart, dsEnd };
}
