// Interprets each message about an authentication, and silence: the verdict, the facts to store,
// and the value that proves it to the acquirer. Pure, so that every message can be a row of a test.

import type { Authentication } from '../../../threeds/authentication.ts';
import type { NoAnswer, NotAsked } from '../../../threeds/directory/directory.ts';
import type { ARes, RReq } from '../../../threeds/messages/message.ts';
import type { AreqAnswer } from '../../../threeds/messages/read.ts';
import { eciOf, verdictOf, type AuthenticationVerdict } from '../../../threeds/result.ts';

/** What a message reported about the authentication. */
export interface AuthenticationReport {
  readonly on: 'answer' | 'result' | 'silence';
  readonly facts: Partial<Authentication>;
  readonly verdict: AuthenticationVerdict;
}

export interface ReportWithCavv extends AuthenticationReport {
  readonly cavv: string | undefined;
}

export type DirectoryReply = AreqAnswer | NoAnswer | NotAsked;

/** Interprets the directory server's answer, or its silence. */
export function reportFromAnswer(answer: DirectoryReply, of: Authentication): ReportWithCavv {
  if (answer.kind === 'not asked') {
    return reportUnknown('answer', answer.why === 'device' ? refusedRequest : unavailable);
  }
  if (answer.kind === 'silence') return reportUnknown('silence', unavailable);
  if (answer.kind === 'error') {
    return reportUnknown('answer', isRequestRefused(answer, of) ? refusedRequest : unavailable);
  }
  const { ares } = answer;
  return {
    on: 'answer',
    verdict: verdictOf(ares.transStatus),
    cavv: ares.authenticationValue,
    facts: {
      acsTransId: ares.acsTransID,
      dsTransId: ares.dsTransID,
      acsReference: ares.acsReferenceNumber ?? null,
      acsUrl: ares.acsURL ?? null,
      acsSignedContent: ares.acsSignedContent ?? null,
      ...outcomeFacts(ares, of),
    },
  };
}

export function reportFromResult(rreq: RReq, of: Authentication): ReportWithCavv {
  const { transStatus, challengeCancel, authenticationValue: cavv } = rreq;
  const facts = { ...outcomeFacts(rreq, of), challengeCancel: challengeCancel ?? null };
  return { on: 'result', verdict: verdictOf(transStatus, challengeCancel), cavv, facts };
}

/**
 * After a time-out: a challenge was not completed by the customer; a missing answer of the
 * directory server is unavailable.
 */
export function reportFromTimeout({ state }: Authentication): ReportWithCavv {
  if (state === 'ASKING') return reportUnknown('silence', unavailable);
  const verdict = { kind: 'reject', rejectCode: 'SCA_TIMEOUT' } as const;
  return { on: 'silence', verdict, cavv: undefined, facts: {} };
}

const unavailable: AuthenticationVerdict = { kind: 'unavailable' };
const refusedRequest: AuthenticationVerdict = { kind: 'reject', rejectCode: 'SCA_UNAVAILABLE' };

/** The card number is in no enrolled range. */
const CARD_NOT_ENROLLED = '305';

/**
 * The partners work, but they refuse our request, which depends on the customer's device, or we
 * cannot use their refusal or challenge. No policy may authorize that, otherwise authentication
 * could be bypassed. An unlisted card may simply not be enrolled.
 */
function isRequestRefused(
  { errorCode, why }: Extract<AreqAnswer, { kind: 'error' }>,
  { range }: Authentication,
): boolean {
  if (errorCode === CARD_NOT_ENROLLED && range.untold) return false;
  return why === 'unusable' || /^[123]/.test(errorCode ?? '');
}

function reportUnknown(on: 'answer' | 'silence', verdict: AuthenticationVerdict): ReportWithCavv {
  return { on, verdict, cavv: undefined, facts: { transStatus: 'U' } };
}

function outcomeFacts(message: ARes | RReq, { organization }: Authentication) {
  const { transStatus, transStatusReason = null, eci } = message;
  const isOpen = transStatus === 'C' || transStatus === 'D';
  return {
    transStatus,
    transStatusReason,
    eci: isOpen ? null : eciOf(organization, transStatus, eci),
  };
}
