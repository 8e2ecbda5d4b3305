// Phase (c) of a provider call: turns a finding about an attempt into an entry, decided on the
// given state and again on the reloaded state whenever it has changed.

import type { Clock, Instant } from '../../core/clock.ts';
import type { CommitResult } from '../../journal/entry.ts';
import { isSoftlyDeclined, type Attempt } from '../../providers/attempt.ts';
import type { Finding } from '../../providers/outcome.ts';
import type {
  AlarmName,
  AuthenticationStep,
  Conclusion,
  Decision,
  Now,
} from '../decisions/decision.ts';
import { decideOutcome } from '../decisions/outcome.ts';
import { afterSoftDecline } from '../decisions/sca.ts';
import { isProven } from '../../threeds/result.ts';
import { newAgreement, type Agreement } from '../agreement.ts';
import type { Loaded } from '../payment.ts';
import type { CommittedChange, ProcessParts } from './processor.ts';

const MAX_TRIES = 100;
const DAY_MS = 24 * 60 * 60 * 1000;

export interface ConclusionParts {
  readonly parts: ProcessParts;
  readonly commit: (decision: Decision) => Promise<CommitResult>;
  readonly follow: (decision: Decision) => CommittedChange;
}

/** Decides on the given state, and again on the reloaded one whenever it has changed. */
export async function concludeAttempt(
  { parts, commit, follow }: ConclusionParts,
  attempt: Attempt,
  fence: number,
  finding: Finding,
  inHand: Loaded,
): Promise<Loaded> {
  const { merchantId, paymentId, attemptId, provider, verb } = attempt;
  parts.metrics.outcomes.inc({ provider, verb, outcome: finding.kind });
  const limits = { holdMs: await holdMs(parts, merchantId), firstLookMs: parts.firstLookMs };
  let loaded: Loaded | undefined = inHand;
  for (let tries = 0; loaded; tries += 1) {
    if (tries > MAX_TRIES) throw new Error(`attempt ${attemptId} keeps changing`);
    const now = { at: timeFor(loaded, parts.clock), ids: parts.ids };
    const next = await stepAfterSoftDecline(parts, finding, loaded, now);
    const agreement = await agreementOf(parts, attempt, finding, loaded, now);
    const terms = { ...limits, afterSoftDecline: next, agreement };
    const concluded = decideOutcome(loaded, { attemptId, fence, finding }, terms, now);
    if (concluded.kind !== 'decided') return reportContradiction(parts, concluded, loaded, attempt);
    const verdict = await commit(concluded.decision);
    if (verdict.kind === 'conflict') throw new Error(`conflict with ${verdict.constraint}`);
    if (verdict.kind === 'committed') {
      if (concluded.alarm !== undefined) alarm(parts, concluded.alarm, { paymentId, attemptId });
      return follow(concluded.decision).loaded;
    }
    loaded = await parts.store.load(merchantId, paymentId);
  }
  return inHand;
}

/** The time of a payment never goes back, whichever node's clock is used. */
export function timeFor({ payment }: Loaded, clock: Clock): Instant {
  return Math.max(clock.now(), payment.updatedAt + 1);
}

/** A soft decline leads to an authentication, once, if the vault still has the card. */
async function stepAfterSoftDecline(
  parts: ProcessParts,
  finding: Finding,
  { payment, attempts }: Loaded,
  now: Now,
): Promise<AuthenticationStep | undefined> {
  const isSoft = finding.kind === 'declined' && finding.rejectCode === 'SCA_REQUIRED';
  const isSecond = attempts.some(isSoftlyDeclined);
  if (!isSoft || isSecond || payment.status !== 'PENDING' || !payment.cardHeld) return undefined;
  const [held, latest, details] = await Promise.all([
    parts.vault.find(payment, now.at),
    parts.threeds.store.latest(payment),
    parts.store.details(payment.merchantId, payment.paymentId),
  ]);
  return held && afterSoftDecline(parts, { payment, card: held.card, details }, latest, now);
}

/**
 * The agreement of the first payment of a series: an approved authorization with a proven
 * authentication creates it, and a reversal ends it. Other payments need no look-up.
 */
async function agreementOf(
  { threeds, store }: ProcessParts,
  { verb, authenticationId, exemption }: Attempt,
  finding: Finding,
  { payment }: Loaded,
  { at }: Now,
): Promise<Agreement | undefined> {
  if (payment.recurring !== 'INITIAL' || finding.kind !== 'approved') return undefined;
  if (verb === 'reverse') return store.agreement(payment.merchantId, payment.paymentId);
  if (verb !== 'authorize' || payment.status !== 'PENDING') return undefined;
  if (authenticationId === null || exemption !== null) return undefined;
  const authentication = await threeds.store.find(authenticationId);
  const print = authentication?.cardFingerprint ?? null;
  if (!authentication || print === null || !isProven(authentication)) return undefined;
  return newAgreement(payment, print, at);
}

async function holdMs(parts: ProcessParts, merchantId: string): Promise<number> {
  const merchant = await parts.merchants.find(merchantId);
  return (merchant?.settings.holdDays ?? 30) * DAY_MS;
}

function reportContradiction(
  parts: ProcessParts,
  concluded: Conclusion,
  loaded: Loaded,
  { paymentId, attemptId }: Attempt,
): Loaded {
  if (concluded.kind === 'contradiction') {
    alarm(parts, 'contradicting-outcome', { paymentId, attemptId });
  }
  return loaded;
}

function alarm(parts: ProcessParts, name: AlarmName, facts: object): void {
  parts.metrics.alarms.inc({ alarm: name });
  parts.log.error({ alarm: name, ...facts }, 'an operator must check this');
}
