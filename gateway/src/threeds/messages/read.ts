// Parsers of messages from the directory server, the ACS and the browser. They trust nothing and
// never throw; a message that is not exactly as required is not accepted.

import {
  supportedVersions,
  VERSION_FORM,
  type ProtocolVersion,
} from '../../cards/protocol-version.ts';
import type { JsonAnswer } from '../../http/outgoing.ts';
import { GARBAGE, openAnswer, UNUSABLE, type AnswerError } from './answer.ts';
import { decodeJson } from './base64url.ts';
import { present } from '../../core/json/present.ts';
import * as field from './fields.ts';
import type { Fields } from './fields.ts';
import type { AReq, ARes, CRes, RReq, TransStatus } from './message.ts';
import { needsProof, proofOf, statusOf, TWO_DIGITS } from './proof.ts';

const REFERENCE = /^[\x20-\x7e]{1,32}$/;

/**
 * The issuer requires a challenge here (C) or elsewhere (D), one with a key of the browser, which
 * we do not support (S), or refuses. Whatever else is wrong with such an answer, it must not be
 * treated as silence.
 */
const NOT_FRICTIONLESS = ['C', 'D', 'S', 'N', 'R'] as const;

export type AreqAnswer = { readonly kind: 'answered'; readonly ares: ARes } | AnswerError;

export function readAreqAnswer(answer: JsonAnswer, asked: AReq): AreqAnswer {
  const opened = openAnswer(answer, asked, 'ARes');
  if (opened.kind === 'error') return opened;
  const ares = readARes(opened.fields, asked);
  if (ares) return { kind: 'answered', ares };
  return field.oneOfTexts(opened.fields, 'transStatus', NOT_FRICTIONLESS) ? UNUSABLE : GARBAGE;
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
  return isComplete(ares, asked) ? ares : undefined;
}

/** Whether every field that its status requires is present. */
function isComplete(ares: ARes, asked: AReq): boolean {
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

interface MessageProblem {
  /** The names of the wrong fields. */
  readonly problem: string;
  /** 101 wrong message type, 201 a required field is missing, 203 a field has an invalid format. */
  readonly errorCode: '101' | '201' | '203';
}

/** The final result; C, D and I are not final. */
export function readRReq(body: unknown): RReq | MessageProblem {
  const fields = field.fieldsOf(body);
  if (!fields || field.ownValue(fields, 'messageType') !== 'RReq') {
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

/** Missing fields are reported before invalid ones. */
function problemOf(fields: Fields, required: object): MessageProblem | undefined {
  const faulty = Object.entries(required).flatMap(([name, value]) =>
    value === undefined ? [name] : [],
  );
  if (faulty.length === 0) return undefined;
  const absent = faulty.filter((name) => (field.ownValue(fields, name) ?? '') === '');
  if (absent.length > 0) return { problem: absent.join(', '), errorCode: '201' };
  return { problem: faulty.join(', '), errorCode: '203' };
}

/** What the browser brings back from the ACS: it ends the challenge but proves nothing. */
export function readCRes(text: string): CRes | undefined {
  const fields = field.fieldsOf(decodeJson(text));
  if (!fields || field.ownValue(fields, 'messageType') !== 'CRes') return undefined;
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
