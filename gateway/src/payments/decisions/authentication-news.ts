// What each message about an authentication says, and what silence says: the verdict, the facts to
// keep, and the value that proves it to the acquirer. Pure, so that every message can be a row of a
// test.

import type { Authentication } from '../../threeds/authentication.ts';
import type { NoAnswer, NotAsked } from '../../threeds/directory/directory.ts';
import type { ARes, RReq } from '../../threeds/messages/message.ts';
import type { AreqAnswer } from '../../threeds/messages/read.ts';
import { eciOf, verdictOf, type Verdict } from '../../threeds/result.ts';
import type { Told } from './authenticate.ts';

export interface AuthenticationNews extends Told {
  readonly cavv: string | undefined;
}

export type HeardOfDirectory = AreqAnswer | NoAnswer | NotAsked;

/** What the directory server's answer, or its silence, says. */
export function newsOfAnswer(answer: HeardOfDirectory, of: Authentication): AuthenticationNews {
  if (answer.kind === 'not asked') {
    return nothingKnown('answer', answer.why === 'device' ? refusedRequest : unavailable);
  }
  if (answer.kind === 'silence') return nothingKnown('silence', unavailable);
  if (answer.kind === 'error') {
    return nothingKnown('answer', isOurFault(answer, of) ? refusedRequest : unavailable);
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

export function newsOfResult(rreq: RReq, of: Authentication): AuthenticationNews {
  const { transStatus, challengeCancel, authenticationValue: cavv } = rreq;
  const facts = { ...outcomeFacts(rreq, of), challengeCancel: challengeCancel ?? null };
  return { on: 'result', verdict: verdictOf(transStatus, challengeCancel), cavv, facts };
}

/** Nobody answered in time: of a challenge the customer is told, of an answer nobody knows. */
export function newsOfSilence({ state }: Authentication): AuthenticationNews {
  if (state === 'ASKING') return nothingKnown('silence', unavailable);
  const verdict = { kind: 'reject', rejectCode: 'SCA_TIMEOUT' } as const;
  return { on: 'silence', verdict, cavv: undefined, facts: {} };
}

const unavailable: Verdict = { kind: 'unavailable' };
const refusedRequest: Verdict = { kind: 'reject', rejectCode: 'SCA_UNAVAILABLE' };

/** The card number is in no range that takes part. */
const CARD_OUTSIDE = '305';

/**
 * The partners work, but they refuse what we sent, which the customer's device has a part in, or we
 * cannot use their no or their challenge: no policy authorizes that, or it would be a way round. A
 * card of which nobody had told may well take no part, which is nobody's fault.
 */
function isOurFault(
  { errorCode, why }: Extract<AreqAnswer, { kind: 'error' }>,
  { range }: Authentication,
): boolean {
  if (errorCode === CARD_OUTSIDE && range.untold) return false;
  return why === 'unusable' || /^[123]/.test(errorCode ?? '');
}

function nothingKnown(on: 'answer' | 'silence', verdict: Verdict): AuthenticationNews {
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
