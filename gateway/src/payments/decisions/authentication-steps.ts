// Strong authentication of the customer, step by step: it begins, its method step ends, it is
// answered, the result comes, or nobody answers in time. Each step writes the authentication
// together with its payment; what it leads to (authorization, challenge, rejection) is decided
// here.

import type { Instant } from '../../core/clock.ts';
import { isSoftlyDeclined, type Attempt } from '../../acquirers/attempt.ts';
import type { RejectCode } from '../../acquirers/reject-codes.ts';
import type { ScaPolicy } from '../../merchants/sca-policy.ts';
import {
  authentications,
  type Authentication,
  type StepLimits,
} from '../../threeds/authentication.ts';
import { step } from '../../threeds/authentication.states.ts';
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

/** What every step of an authentication may need to go on. */
export interface StepContext {
  readonly authentication: Authentication;
  readonly policy: ScaPolicy;
  readonly limits: StepLimits;
  readonly provider: string;
  readonly firstLookMs: number;
  /** The card as the vault holds it; without it nothing can be authorized. */
  readonly card: HeldCardRow | null;
  /** Another payment of the order was faster. */
  readonly isOrderTaken: boolean;
}

/** Specification section 3, row 3: PENDING by the initialization of 3-D Secure. */
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
 * A soft decline: the transaction is told as rejected, the payment goes on to an authentication
 * with a challenge, or waits for the device to make one on.
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

/** The device a soft decline had to wait for is there. */
export function decideAuthenticateWithDevice(
  decision: Decision,
  authentication: Authentication,
  now: Now,
): Decision {
  decision.draft.insert(authentications, authentication);
  return recordStep(decision, authentication, now);
}

/** The device is there, but the card takes no part in 3-D Secure any more. */
export function decideRejectUnenrolled(decision: Decision, now: Now): Decision {
  return reject(decision, 'SCA_REQUIRED', now);
}

/** The 3DS Method has run in the browser, or its time is over: the directory server is asked. */
export function decideFingerprint(
  loaded: Loaded,
  before: Authentication,
  methodCompletion: FingerprintCompletion,
  { answerMs }: StepLimits,
  now: Now,
): Decision {
  const facts = { methodCompletion };
  const authentication = step(before, 'fingerprint', facts, now.at, now.at + answerMs);
  return startNextStep(loaded, authentication, now);
}

/** What a message told about the authentication. */
export interface AuthenticationReport {
  readonly on: 'answer' | 'result' | 'silence';
  readonly facts: Partial<Authentication>;
  readonly verdict: AuthenticationVerdict;
}

/** The end of a step that brought news: an answer, a result, or silence for too long. */
export function decideReported(
  loaded: Loaded,
  context: StepContext,
  told: AuthenticationReport,
  now: Now,
): Decision {
  const { authentication: before, limits } = context;
  const { verdict, facts } = told;
  if (verdict.kind === 'challenge' || verdict.kind === 'wait') {
    const dueAt = now.at + limits.challengeMs;
    return startNextStep(loaded, step(before, verdict.kind, facts, now.at, dueAt), now);
  }
  const done = step(before, told.on, facts, now.at, null);
  const decision = newDecision(loaded);
  decision.draft.update(authentications, done);
  // An order that is paid says more than any result, and a refusal more than the time that is over.
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
    // Who has passed a challenge is not asked again; anybody else the issuer may still ask for one.
    keep: isProven && told.on === 'result' ? null : context.card,
  };
  return decideStart(decision, start, now);
}

/**
 * Null: it goes on to the authorization. Once the issuer has asked for a challenge, by 3-D Secure
 * or by a soft decline, no policy authorizes without one: whoever breaks it must gain nothing.
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

/** An issuer that merely takes note has not done what was mandated. */
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

/** The customer has something to do in the method step and in a challenge. */
function dataRequestOf({ state }: Authentication): 'CARD_3DS' | null {
  return state === 'FINGERPRINT' || state === 'CHALLENGE' ? 'CARD_3DS' : null;
}

function earlier({ dueAt }: Authentication, validUntil: Instant): Instant {
  return Math.min(dueAt ?? validUntil, validUntil);
}
