// Strong customer authentication, step by step: start, end of the fingerprint step, answer, result,
// or time-out. Each step writes the authentication together with its payment and decides what
// follows: authorization, challenge or rejection.

import type { Instant } from '../../core/clock.ts';
import { isSoftlyDeclined, type Attempt } from '../../providers/attempt.ts';
import type { RejectCode } from '../../providers/reject-codes.ts';
import type { ScaPolicy } from '../../merchants/sca-policy.ts';
import {
  authentications,
  type Authentication,
  type StepLimits,
} from '../../threeds/authentication.ts';
import { advanceAuthentication } from '../../threeds/authentication.states.ts';
import type { FingerprintCompletion } from '../../threeds/messages/message.ts';
import { MANDATED } from '../../threeds/policy.ts';
import type { AuthenticationVerdict } from '../../threeds/result.ts';
import type { HeldCardRow } from '../../vault/held-card.store.ts';
import { advance, advanceWithoutEvent, type PaymentFacts } from '../advance.ts';
import type { Loaded } from '../payment.ts';
import {
  dropCard,
  dropDeadline,
  newDecision,
  moveDeadline,
  setPayment,
  setDeadline,
  transactionOf,
  type AuthenticationStep,
  type Decision,
  type Now,
} from './decision.ts';
import { expireIn } from './cancel.ts';
import { decideStart, holdCard, isStored } from './register.ts';

/** What a step of an authentication may need to continue. */
export interface StepContext {
  readonly authentication: Authentication;
  readonly policy: ScaPolicy;
  readonly limits: StepLimits;
  readonly provider: string;
  readonly firstLookMs: number;
  /** The card held in the vault; without it nothing can be authorized. */
  readonly card: HeldCardRow | null;
  /** Another payment of the order was faster. */
  readonly isOrderTaken: boolean;
}

/** Specification section 3, row 3: PENDING because 3-D Secure has started. */
export function decideAuthenticate(
  decision: Decision,
  authentication: Authentication,
  facts: PaymentFacts,
  card: HeldCardRow,
  now: Now,
): Decision {
  const held = holdCard(decision, card);
  const wants = dataRequestOf(authentication);
  const moment = { at: now.at, eventId: now.ids.next() };
  const all = { ...facts, ...held, dataRequest: wants };
  const { payment, event } = advance(decision.loaded.payment, 'start', all, moment);
  const due = earlier(authentication, payment.validUntil);
  if (isStored(decision)) moveDeadline(decision, due);
  else setDeadline(decision, due);
  decision.draft.insert(authentications, authentication);
  return setPayment(decision, payment, event);
}

/**
 * A soft decline: the event reports the transaction as rejected, and the payment continues with an
 * authentication with a challenge, or waits for the device data that it needs.
 */
export function decideAfterSoftDecline(
  decision: Decision,
  declined: Attempt,
  next: AuthenticationStep,
  now: Now,
): Decision {
  const { payment: before, attempts } = decision.loaded;
  const transaction = transactionOf(decision.loaded, declined);
  const moment = { at: now.at, eventId: now.ids.next(), attempts, transaction };
  const dataRequest = next.kind === 'device' ? 'DEVICE' : dataRequestOf(next.authentication);
  const facts = { dataRequest, holdsOrder: false } as const;
  const { payment, event } = advance(before, 'challenge', facts, moment);
  if (next.kind === 'device') {
    setDeadline(decision, payment.validUntil);
  } else {
    setDeadline(decision, earlier(next.authentication, payment.validUntil));
    decision.draft.insert(authentications, next.authentication);
  }
  return setPayment(decision, payment, event);
}

/** The device data that a soft decline waited for was sent. */
export function decideAuthenticateWithDevice(
  decision: Decision,
  authentication: Authentication,
  now: Now,
): Decision {
  decision.draft.insert(authentications, authentication);
  return recordStep(decision, authentication, now);
}

/** The device data was sent, but the card is no longer enrolled in 3-D Secure. */
export function decideRejectUnenrolled(decision: Decision, now: Now): Decision {
  return reject(decision, 'SCA_REQUIRED', now);
}

/** The 3DS Method has run in the browser, or timed out: the directory server is asked next. */
export function decideFingerprint(
  loaded: Loaded,
  before: Authentication,
  methodCompletion: FingerprintCompletion,
  { answerMs }: StepLimits,
  now: Now,
): Decision {
  const facts = { methodCompletion };
  const authentication = advanceAuthentication(
    before,
    'fingerprint',
    facts,
    now.at,
    now.at + answerMs,
  );
  return startNextStep(loaded, authentication, now);
}

/** What a message reported about the authentication. */
export interface AuthenticationReport {
  readonly on: 'answer' | 'result' | 'silence';
  readonly facts: Partial<Authentication>;
  readonly verdict: AuthenticationVerdict;
}

/** Ends a step after an answer, a result or a time-out. */
export function decideReported(
  loaded: Loaded,
  context: StepContext,
  report: AuthenticationReport,
  now: Now,
): Decision {
  const { authentication: before, limits } = context;
  const { verdict, facts } = report;
  if (verdict.kind === 'challenge' || verdict.kind === 'wait') {
    const dueAt = now.at + limits.challengeMs;
    return startNextStep(
      loaded,
      advanceAuthentication(before, verdict.kind, facts, now.at, dueAt),
      now,
    );
  }
  const done = advanceAuthentication(before, report.on, facts, now.at, null);
  const decision = newDecision(loaded);
  decision.draft.update(authentications, done);
  // A paid order takes precedence over any result, and a rejection over an expired payment.
  const rejectCode = context.isOrderTaken
    ? 'ORDER_ALREADY_PAID'
    : rejection(loaded, context, verdict);
  if (rejectCode !== null) return reject(decision, rejectCode, now);
  if (loaded.payment.validUntil <= now.at) return expireIn(decision, now);
  const isProven = verdict.kind === 'authorize' && verdict.liabilityShift;
  const start = {
    provider: context.provider,
    firstLookMs: context.firstLookMs,
    facts: {},
    authenticationId: done.authenticationId,
    exemption: isProven ? null : done.exemption,
    // After a passed challenge the issuer requires no other one; in all other cases it still may.
    keep: isProven && report.on === 'result' ? null : context.card,
  };
  return decideStart(decision, start, now);
}

/**
 * Null: continues with the authorization. Once the issuer has required a challenge, by 3-D Secure
 * or by a soft decline, no policy authorizes without one: breaking a challenge must bring no
 * advantage.
 */
function rejection(
  { attempts }: Loaded,
  { policy, authentication, card }: StepContext,
  verdict: AuthenticationVerdict,
): RejectCode | null {
  if (verdict.kind === 'reject') return verdict.rejectCode;
  if (card === null) return 'SCA_UNAVAILABLE';
  if (verdict.kind === 'authorize' && isSufficient(verdict, authentication)) return null;
  const isAskedFor = authentication.state !== 'ASKING' || attempts.some(isSoftlyDeclined);
  return policy.whenUnavailable === 'AUTHORIZE' && !isAskedFor ? null : 'SCA_UNAVAILABLE';
}

/** Status I (informational) does not satisfy a mandated challenge. */
function isSufficient(
  { liabilityShift }: Extract<AuthenticationVerdict, { kind: 'authorize' }>,
  { challengeInd }: Authentication,
): boolean {
  return liabilityShift || challengeInd !== MANDATED;
}

function reject(decision: Decision, rejectCode: RejectCode, now: Now): Decision {
  dropDeadline(decision);
  const facts = { rejectCode, dataRequest: null, holdsOrder: false, ...dropCard(decision) };
  const moment = { at: now.at, eventId: now.ids.next(), attempts: decision.loaded.attempts };
  const { payment, event } = advance(decision.loaded.payment, 'fail', facts, moment);
  return setPayment(decision, payment, event);
}

function startNextStep(loaded: Loaded, authentication: Authentication, now: Now): Decision {
  const decision = newDecision(loaded);
  decision.draft.update(authentications, authentication);
  return recordStep(decision, authentication, now);
}

/** Another step of the authentication: no new status and no event. */
function recordStep(decision: Decision, authentication: Authentication, now: Now): Decision {
  const { payment: before, attempts } = decision.loaded;
  const facts = { dataRequest: dataRequestOf(authentication) };
  const payment = advanceWithoutEvent(before, 'challenge', facts, { at: now.at, attempts });
  moveDeadline(decision, earlier(authentication, payment.validUntil));
  return setPayment(decision, payment);
}

/** The customer has to act in the fingerprint step and in a challenge. */
function dataRequestOf({ state }: Authentication): 'CARD_3DS' | null {
  return state === 'FINGERPRINT' || state === 'CHALLENGE' ? 'CARD_3DS' : null;
}

function earlier({ dueAt }: Authentication, validUntil: Instant): Instant {
  return Math.min(dueAt ?? validUntil, validUntil);
}
