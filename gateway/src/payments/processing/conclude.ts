// Phase (c) of a provider call: turns a finding about an attempt into an entry, decided on the
// given state and again on the reloaded state whenever it has changed.

import type { TimeAndIds } from '../../core/id.ts';
import type { Clock, Instant } from '../../core/clock.ts';
import type { CommitResult } from '../../journal/entry.ts';
import type { Attempt } from '../../providers/attempt.ts';
import type { Approved, Finding } from '../../providers/outcome.ts';
import type { RejectCode } from '../../providers/reject-codes.ts';
import { MAX_AUTHORIZATIONS, mayTryAgain } from '../decisions/another-try.ts';
import type { Decision, NextCall } from '../decisions/decision.ts';
import {
  decideOutcome,
  type AttemptReport,
  type Conclusion,
  type ConclusionTerms,
} from '../decisions/outcome.ts';
import { isCardSaved } from '../../methods/card/save-consent.ts';
import { isCardNumber, timeOutCodeOf } from '../../methods/registry.ts';
import { isProven } from '../../threeds/result.ts';
import { newAgreement, type AgreedTerms, type Agreement } from '../model/agreement.ts';
import type { PaymentOptions } from '../fields/options.ts';
import type { Loaded, Payment } from '../model/payment.ts';
import type { ProcessorParts } from './parts.ts';
import type { CommittedChange } from './processor.ts';
import { raiseAlarm } from './alarm.ts';
import { placeElsewhere } from './choose-provider.ts';
import { callTerms } from './provider-call.ts';

const MAX_TRIES = 100;
const DAY_MS = 24 * 60 * 60 * 1000;

interface ConclusionParts {
  readonly parts: ProcessorParts;
  readonly commit: (decision: Decision) => Promise<CommitResult>;
  readonly follow: (decision: Decision) => CommittedChange;
}

/** Decides on the given state, and again on the reloaded one whenever it has changed. */
export async function concludeAttempt(
  { parts, commit, follow }: ConclusionParts,
  attempt: Attempt,
  { fence, finding }: Omit<AttemptReport, 'attemptId'>,
  known: Loaded,
  sent?: NextCall,
): Promise<Loaded> {
  const { merchantId, paymentId, attemptId, provider, verb } = attempt;
  parts.metrics.outcomes.inc({ provider, verb, outcome: finding.kind });
  const limits = { holdMs: await holdMs(parts, merchantId), ...callTerms(parts) };
  let loaded: Loaded | undefined = known;
  for (let tries = 0; loaded; tries += 1) {
    if (tries > MAX_TRIES) throw new Error(`attempt ${attemptId} keeps changing`);
    const now = { at: timeFor(loaded, parts.clock), ids: parts.ids };
    const step = await stepAfterEnd(parts, attempt, finding, loaded, now, sent);
    const agreement = await agreementOf(parts, attempt, finding, loaded, now);
    const saveCard = await saveCardOf(parts, attempt, finding, loaded);
    const terms = { ...limits, ...step, agreement, saveCard };
    const report = { attemptId, fence, finding };
    const concluded = decideOutcome(parts.conclusions, loaded, report, terms, now);
    if (concluded.kind !== 'decided') return reportContradiction(parts, concluded, loaded, attempt);
    const result = await commit(concluded.decision);
    if (result.kind === 'conflict') throw new Error(`conflict with ${result.constraint}`);
    if (result.kind === 'committed') {
      const { alarm } = concluded;
      if (alarm !== undefined) raiseAlarm(parts, alarm, { paymentId, attemptId });
      return follow(concluded.decision).loaded;
    }
    loaded = await parts.store.load(merchantId, paymentId);
  }
  return known;
}

/** The time of a payment never goes back, whichever node's clock is used. */
export function timeFor({ payment }: Loaded, clock: Clock): Instant {
  return Math.max(clock.now(), payment.updatedAt + 1);
}

type AfterEnd = Pick<ConclusionTerms, 'elsewhere' | 'afterDecline' | 'anotherTry'>;

/**
 * A payment may go on after the end of an authorization without money: at another provider, as its
 * method decides, or it stays open for another try. Another provider needs what was sent, which is
 * known only where the call was made.
 */
async function stepAfterEnd(
  parts: ProcessorParts,
  attempt: Attempt,
  finding: Finding,
  { payment, attempts }: Loaded,
  now: TimeAndIds,
  sent: NextCall | undefined,
): Promise<AfterEnd> {
  const rejectCode = rejectCodeOf(attempt, finding, payment);
  if (rejectCode === undefined || payment.status !== 'PENDING') return {};
  const elsewhere = sent && placeElsewhere(parts, sent, finding, { payment, attempts }, now.at);
  if (elsewhere) return { elsewhere };
  const { methods, store } = parts;
  const details = () => store.details(payment.merchantId, payment.paymentId);
  const isPage = payment.channel === 'PAYWALL';
  const authorizations = attempts.filter(({ verb }) => verb === 'authorize');
  const isLast = authorizations.length >= MAX_AUTHORIZATIONS;
  const method = payment.method === null ? undefined : methods.find(payment.method);
  const isDecline = finding.kind === 'declined' && !isLast;
  const report = isDecline && { payment, attempts, attempt, finding, details };
  const afterDecline = report ? await method?.afterDecline?.(report, now) : undefined;
  if (afterDecline?.kind === 'authenticate') return { afterDecline };
  if (afterDecline?.dataRequest === 'DEVICE') return { afterDecline };
  const options = isPage ? (await details()).options : undefined;
  const loaded = { payment, attempts };
  if (!isPage || !mayTryAgain(loaded, options, rejectCode, now)) return { afterDecline };
  const isChoice = afterDecline?.apps !== undefined;
  if (isChoice) return { anotherTry: { ...afterDecline, rejectCode } };
  return { anotherTry: { dataRequest: 'INSTRUMENT', rejectCode } };
}

/** Why an authorization ends without money; undefined if it does not end so. */
function rejectCodeOf(
  { verb }: Attempt,
  finding: Finding,
  { method }: Payment,
): RejectCode | undefined {
  // The customer did not act at the provider in time.
  if (verb === 'stop') return timeOutCodeOf(method);
  if (verb !== 'authorize') return undefined;
  if (finding.kind === 'declined') return finding.rejectCode;
  return finding.kind === 'not-found' ? 'SYSTEM_ERROR' : undefined;
}

/**
 * The agreement of the first payment of a series: an approved authorization with a proven
 * authentication creates it, and the return of the money ends it. Other payments need no look-up.
 */
async function agreementOf(
  { threeds, store }: ProcessorParts,
  { verb, authenticationId, exemption }: Attempt,
  finding: Finding,
  { payment }: Loaded,
  { at }: TimeAndIds,
): Promise<Agreement | undefined> {
  if (payment.recurring !== 'INITIAL' || finding.kind !== 'approved') return undefined;
  if (verb === 'reverse' || verb === 'refund')
    return store.agreement(payment.merchantId, payment.paymentId);
  if (verb !== 'authorize' || payment.status !== 'PENDING') return undefined;
  if (authenticationId === null || exemption !== null) return undefined;
  const authentication = await threeds.store.find(authenticationId);
  const print = authentication?.cardFingerprint ?? null;
  if (!authentication || print === null || !isProven(authentication)) return undefined;
  const { options } = await store.details(payment.merchantId, payment.paymentId);
  return newAgreement(payment, print, termsOf(payment, options, finding), at);
}

/**
 * The card of this try becomes a token of the customer: registered in the entry of the approval, so
 * that neither exists without the other. Only a card that is still held can be taken.
 */
async function saveCardOf(
  { store, tokenizing }: ProcessorParts,
  { verb }: Attempt,
  finding: Finding,
  { payment }: Loaded,
): Promise<ConclusionTerms['saveCard']> {
  if (verb !== 'authorize' || finding.kind !== 'approved') return undefined;
  const { channel, instrumentType, cardHeld, tokenizerId } = payment;
  const isPossible = channel === 'PAYWALL' && isCardNumber(instrumentType) && cardHeld;
  if (!isPossible || tokenizerId !== null) return undefined;
  const details = await store.details(payment.merchantId, payment.paymentId);
  if (!isCardSaved(payment, details)) return undefined;
  const extCustomerId = details.customer?.extCustomerId ?? null;
  return (draft, paid, now) => tokenizing.register(draft, paid, extCustomerId, now);
}

function termsOf(
  { amountMinor, currency }: Payment,
  options: PaymentOptions = {},
  { networkTransactionId }: Approved,
): AgreedTerms {
  const { recurringCycle, recurringExpDate } = options;
  const cycleDays = recurringCycle === undefined ? null : Number(recurringCycle);
  const expiresOn = recurringExpDate ?? null;
  return { amountMinor, currency, cycleDays, expiresOn, networkTransactionId };
}

async function holdMs(parts: ProcessorParts, merchantId: string): Promise<number> {
  const merchant = await parts.merchants.find(merchantId);
  return (merchant?.settings.holdDays ?? 30) * DAY_MS;
}

function reportContradiction(
  parts: ProcessorParts,
  concluded: Conclusion,
  loaded: Loaded,
  { paymentId, attemptId }: Attempt,
): Loaded {
  if (concluded.kind === 'contradiction') {
    raiseAlarm(parts, 'contradicting-outcome', { paymentId, attemptId });
  }
  return loaded;
}
