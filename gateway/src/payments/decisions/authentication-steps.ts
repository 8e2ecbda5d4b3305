// Strong customer authentication, step by step: start, end of the fingerprint step, answer, result,
// or time-out. Each step writes the authentication together with its payment and decides what
// follows: authorization, challenge or rejection.

import type { TimeAndIds } from '../../core/id.ts';
import type { Instant } from '../../core/clock.ts';
import { isSoftlyDeclined, type Attempt } from '../../providers/attempt.ts';
import type { CardMeans } from '../../providers/means.ts';
import type { Funding } from '../../providers/provider.ts';
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
import type { AuthenticationReport } from '../../methods/card/sca/authentication-report.ts';
import type { StepAfterDecline } from '../../methods/method-step.ts';
import type { PaymentFacts } from '../model/advance.ts';
import type { PaymentOptions } from '../fields/options.ts';
import type { Loaded } from '../model/payment.ts';
import { decideRefused } from './another-try.ts';
import {
  advanceIn,
  advanceSilently,
  askNext,
  dropInstrument,
  holdInstrument,
  newDecision,
  setAttempt,
  setDeadline,
  transactionOf,
  type Decision,
} from './decision.ts';
import { expireIn } from './cancel.ts';
import { decideStart, type Start } from './register.ts';

/** What a step of an authentication may need to continue. */
export interface StepContext {
  readonly authentication: Authentication;
  readonly policy: ScaPolicy;
  readonly limits: StepLimits;
  /** Null: no provider is available. */
  readonly at: Pick<Start, 'provider' | 'route' | 'waitUntil'> | null;
  readonly firstCheckMs: number;
  /** What is authorized; null if the vault no longer has it. */
  readonly means: CardMeans | null;
  /** Of an account funding payment. */
  readonly funding?: Funding | null;
  /** What stays in the vault for an authentication that the issuer may still require. */
  readonly held: HeldCardRow | null;
  /** Another payment of the order was faster. */
  readonly isOrderTaken: boolean;
  /** Why a stored card of the payment can no longer be used; null: it can, or there is none. */
  readonly tokenRefusal: RejectCode | null;
  /** Whether a tokenization takes the card if the authorization succeeds. */
  readonly isCardSaved: boolean;
  /** Whether the payment stays open after a refusal is one of them. */
  readonly options: PaymentOptions | undefined;
}

/**
 * Specification section 3, row 3: PENDING because 3-D Secure has started. Another try of a PENDING
 * payment has no new status and no event.
 */
export function decideAuthenticate(
  decision: Decision,
  authentication: Authentication,
  facts: PaymentFacts,
  row: HeldCardRow,
  now: TimeAndIds,
): Decision {
  const held = holdInstrument(decision, row);
  const all = { ...facts, dataRequest: dataRequestOf(authentication), rejectCode: null };
  const started =
    held.loaded.payment.status === 'PENDING'
      ? advanceSilently(held, 'challenge', all, now)
      : advanceIn(held, 'start', all, now);
  return addAuthentication(started, authentication);
}

/** A new authentication with its deadline; the directory server is asked next, or later. */
function addAuthentication(decision: Decision, authentication: Authentication): Decision {
  decision.draft.insert(authentications, authentication);
  const due = earlier(authentication, decision.loaded.payment.validUntil);
  return askNext(setDeadline(decision, due), authentication);
}

/**
 * A decline after which the payment goes on: the event reports the transaction as rejected, and the
 * payment continues with an authentication, or waits for data of the customer.
 */
export function decideAfterDecline(
  decision: Decision,
  declined: Attempt,
  after: StepAfterDecline,
  now: TimeAndIds,
): Decision {
  const dataRequest =
    after.kind === 'need' ? after.dataRequest : dataRequestOf(after.authentication);
  const isDropped = after.kind === 'need' && after.dropsInstrument === true;
  const kept = isDropped ? dropInstrument(decision) : decision;
  const transaction = transactionOf(kept.loaded, declined);
  const facts = { dataRequest, holdsOrder: false };
  const changed = advanceIn(kept, 'challenge', facts, now, { transaction });
  if (after.kind === 'authenticate') return addAuthentication(changed, after.authentication);
  const { apps } = after;
  const asked = apps
    ? setAttempt(changed, { ...declined, customer: { kind: 'choose', apps } })
    : changed;
  return setDeadline(asked, asked.loaded.payment.validUntil);
}

/** The data that a soft decline waited for was sent. */
export function decideContinueAuthentication(
  decision: Decision,
  authentication: Authentication,
  now: TimeAndIds,
): Decision {
  return recordStep(addAuthentication(decision, authentication), authentication, now);
}

/** The 3DS Method has run in the browser, or timed out: the directory server is asked next. */
export function decideFingerprint(
  loaded: Loaded,
  before: Authentication,
  methodCompletion: FingerprintCompletion,
  { answerMs }: StepLimits,
  now: TimeAndIds,
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

/** Ends a step after an answer, a result or a time-out. */
export function decideReported(
  loaded: Loaded,
  context: StepContext,
  report: AuthenticationReport,
  now: TimeAndIds,
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
  const { options } = context;
  if (rejectCode !== null) return decideRefused(decision, options, rejectCode, {}, now);
  if (loaded.payment.validUntil <= now.at) return expireIn(decision, now);
  const isProven = verdict.kind === 'authorize' && verdict.liabilityShift;
  const { at: place, means, funding = null, firstCheckMs, isCardSaved } = context;
  if (place === null || means === null)
    return decideRefused(decision, options, 'PROVIDER_UNAVAILABLE', {}, now);
  const exemption = isProven ? null : done.exemption;
  const start = {
    ...place,
    firstCheckMs,
    means: { ...means, exemption },
    funding,
    facts: {},
    authenticationId: done.authenticationId,
    exemption,
    // After a passed challenge the issuer requires no other one; in all other cases it still may. A
    // tokenization takes the card later.
    held: isProven && report.on === 'result' && !isCardSaved ? null : context.held,
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
  { policy, authentication, means, tokenRefusal }: StepContext,
  verdict: AuthenticationVerdict,
): RejectCode | null {
  if (verdict.kind === 'reject') return verdict.rejectCode;
  if (tokenRefusal !== null) return tokenRefusal;
  if (means === null) return 'SCA_UNAVAILABLE';
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

function startNextStep(loaded: Loaded, authentication: Authentication, now: TimeAndIds): Decision {
  const decision = newDecision(loaded);
  decision.draft.update(authentications, authentication);
  return recordStep(decision, authentication, now);
}

/** Another step of the authentication: no new status and no event. */
function recordStep(decision: Decision, authentication: Authentication, now: TimeAndIds): Decision {
  const timed = setDeadline(decision, earlier(authentication, decision.loaded.payment.validUntil));
  const facts = { dataRequest: dataRequestOf(authentication) };
  return askNext(advanceSilently(timed, 'challenge', facts, now), authentication);
}

/** The customer has to act in the fingerprint step and in a challenge. */
function dataRequestOf({ state }: Authentication): 'CARD_3DS' | null {
  return state === 'FINGERPRINT' || state === 'CHALLENGE' ? 'CARD_3DS' : null;
}

function earlier({ dueAt }: Authentication, validUntil: Instant): Instant {
  return Math.min(dueAt ?? validUntil, validUntil);
}
