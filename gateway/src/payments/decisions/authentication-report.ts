// What each message about an authentication says, and what silence says: the verdict, the facts to
// keep, and the value that proves it to the acquirer. Pure, so that every message can be a row of a
// test.

import type { Authentication } from '../../threeds/authentication.ts';
import type { NoAnswer, NotAsked } from '../../threeds/directory/directory.ts';
import type { ARes, RReq } from '../../threeds/messages/message.ts';
import type { AreqAnswer } from '../../threeds/messages/read.ts';
import { eciOf, verdictOf, type AuthenticationVerdict } from '../../threeds/result.ts';
import type { AuthenticationReport } from './authentication-steps.ts';

export interface ReportWithCavv extends AuthenticationReport {
  readonly cavv: string | undefined;
}

export type DirectoryReply = AreqAnswer | NoAnswer | NotAsked;

/** What the directory server's answer, or its silence, says. */
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

/** Nobody answered in time: of a challenge the customer is told, of an answer nobody knows. */
export function reportFromTimeout({ state }: Authentication): ReportWithCavv {
  if (state === 'ASKING') return reportUnknown('silence', unavailable);
  const verdict = { kind: 'reject', rejectCode: 'SCA_TIMEOUT' } as const;
  return { on: 'silence', verdict, cavv: undefined, facts: {} };
}

const unavailable: AuthenticationVerdict = { kind: 'unavailable' };
const refusedRequest: AuthenticationVerdict = { kind: 'reject', rejectCode: 'SCA_UNAVAILABLE' };

/** The card number is in no range that takes part. */
const CARD_OUTSIDE = '305';

/**
 * The partners work, but they refuse what we sent, which the customer's device has a part in, or we
 * cannot use their no or their challenge: no policy authorizes that, or it would be a way round. A
 * card of which nobody had told may well take no part, which is nobody's fault.
 */
function isRequestRefused(
  { errorCode, why }: Extract<AreqAnswer, { kind: 'error' }>,
  { range }: Authentication,
): boolean {
  if (errorCode === CARD_OUTSIDE && range.untold) return false;
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
