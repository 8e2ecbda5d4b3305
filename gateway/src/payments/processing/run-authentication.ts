// Runs strong customer authentication: asks the directory server (phase b) and commits every report
// about an authentication (an answer, a result, silence) in one function (phase c). It moves no
// money, so a lost answer is not inquired: the authentication ends as unavailable.

import type { Instant } from '../../core/clock.ts';
import { Refusal } from '../../core/refusals.ts';
import type { Secret } from '../../core/secret.ts';
import type { CardMeans, ThreeDSProof } from '../../providers/means.ts';
import { defaultSettings } from '../../merchants/merchant.ts';
import { defaultScaPolicy } from '../../merchants/sca-policy.ts';
import type { Authentication, StepLimits } from '../../threeds/authentication.ts';
import { readDevice } from '../../threeds/device.ts';
import type { AuthenticationVerdict } from '../../threeds/result.ts';
import type { FingerprintCompletion } from '../../threeds/messages/message.ts';
import {
  decideFingerprint,
  decideReported,
  type StepContext,
} from '../decisions/authentication-steps.ts';
import {
  reportFromAnswer,
  type ReportWithCavv,
  type DirectoryReply,
} from '../../methods/card/sca/authentication-report.ts';
import { relyOnToken } from '../decisions/decision.ts';
import { isFunding, type Loaded, type Payment } from '../model/payment.ts';
import type { PaymentDetails } from '../model/payment-details.ts';
import type { PaymentKey } from '../loading/payment.store.ts';
import { askDirectory } from '../../methods/card/sca/ask-directory.ts';
import { cardMeans, tokenRefusal } from '../../methods/card/card-means.ts';
import { isCardSaved } from '../../methods/card/save-consent.ts';
import { isStoredType } from '../../methods/card/stored-card.ts';
import { heldRecipient, refusalOf, relyOnRecipient } from './recipient.ts';
import type { Actor } from '../../vault/audit/card-use.ts';
import { dropCode } from '../../vault/held-card.ts';
import type { PaymentParts, ProcessorParts } from './parts.ts';
import type { CommittedChange } from './processor.ts';
import { chooseProvider, placeOf } from './choose-provider.ts';
import { isTakenOrder } from './taken-order.ts';

const MINUTE_MS = 60_000;

type AuthenticationParts = ProcessorParts & Pick<PaymentParts, 'processor'>;

/** Phases (b) and (c) of the request to the directory server. */
export async function authenticate(
  parts: AuthenticationParts,
  loaded: Loaded,
  asking: Authentication,
): Promise<Loaded> {
  await parts.failpoints.reach('authentication.committed');
  const { payment } = loaded;
  const details = await parts.store.details(payment.merchantId, payment.paymentId);
  const answer = await askDirectory(parts, payment, details, asking);
  observe(parts, asking, answer);
  await parts.failpoints.reach('answer.received');
  const isOurs = (of: Authentication) =>
    of.authenticationId === asking.authenticationId && of.state === 'ASKING';
  try {
    const committed = await recordReport(parts, asking, 'provider:directory', (of) =>
      isOurs(of) ? reportFromAnswer(answer, of) : undefined,
    );
    await parts.failpoints.reach('answer.committed');
    return committed.loaded;
  } catch (error) {
    if (error instanceof StaleReport) return loaded;
    throw error;
  }
}

function observe(
  { metrics, log }: AuthenticationParts,
  { organization, authenticationId }: Authentication,
  answer: DirectoryReply,
): void {
  const outcome = answer.kind === 'answered' ? answer.ares.transStatus : answer.why;
  metrics.outcomes.inc({ provider: 'directory', verb: 'authenticate', outcome });
  if (answer.kind === 'answered') return;
  const { kind, ...why } = answer;
  log.warn({ organization, authenticationId, ...why }, `directory server: ${kind}`);
}

/** The authentication has changed or the payment has ended: the report has no effect. */
export class StaleReport extends Error {}

/**
 * Phase (c), for reports from any source; `actor` is that source. `read` gets the current
 * authentication and returns undefined when the report does not concern it.
 */
export async function recordReport(
  parts: AuthenticationParts,
  key: PaymentKey,
  actor: Actor,
  read: (authentication: Authentication, payment: Payment) => ReportWithCavv | undefined,
): Promise<CommittedChange> {
  const recordOnce = (isOrderTaken: boolean): Promise<CommittedChange> =>
    parts.processor.change(key, async (loaded, now) => {
      const { payment } = loaded;
      const authentication = await parts.threeds.store.latest(key);
      const isLive = payment.status === 'PENDING' && isOpen(authentication);
      const report = isLive ? read(authentication, payment) : undefined;
      if (!isLive || !report) throw new StaleReport();
      const { cavvs } = parts.threeds;
      const facts = { ...report.facts, ...(await cavvs.seal(authentication, report.cavv)) };
      const after = { ...authentication, ...facts };
      const use = { actor, reason: 'AUTHORIZE' } as const;
      const isNeeded = !isOrderTaken && mayAuthorize(report.verdict);
      const held = isNeeded ? await parts.vault.find(key, now.at, use) : undefined;
      const threeDS = proofOf(after, await cavvs.open(after));
      const means = held && cardMeans(held.card, held.token, { threeDS, exemption: null });
      const isFunded = held !== undefined && isFunding(payment);
      const recipient = isFunded ? await heldRecipient(parts, payment, actor) : undefined;
      const isByToken = isNeeded && isStoredType(payment.instrumentType);
      const context = {
        ...(await contextOf(parts, payment, authentication, means, now.at)),
        means: means ?? null,
        held: held ? dropCode(held.row) : null,
        isOrderTaken,
        tokenRefusal:
          (isByToken ? tokenRefusal(held?.token ?? undefined) : null) ?? refusalOf(recipient),
        funding: recipient?.kind === 'ready' ? recipient.funding : null,
      };
      const decision = decideReported(loaded, context, { ...report, facts }, now);
      if (decision.next.kind !== 'call') return decision;
      return relyOnRecipient(relyOnToken(decision, held?.token), recipient, held?.token);
    });
  try {
    return await recordOnce(false);
  } catch (error) {
    if (!(error instanceof Refusal) || !isTakenOrder(error.code)) throw error;
    return recordOnce(true);
  }
}

/** The 3DS Method has run, or timed out: the directory server is asked next. */
export async function finishFingerprint(
  parts: AuthenticationParts,
  of: Authentication,
  completion: FingerprintCompletion,
): Promise<void> {
  const { store, limits } = parts.threeds;
  await parts.processor.change(of, async (loaded, now) => {
    const latest = await store.latest(of);
    const isWaiting =
      latest?.authenticationId === of.authenticationId && latest.state === 'FINGERPRINT';
    if (loaded.payment.status !== 'PENDING' || !isWaiting) throw new StaleReport();
    return decideFingerprint(loaded, latest, completion, limits, now);
  });
}

async function contextOf(
  parts: AuthenticationParts,
  payment: Payment,
  authentication: Authentication,
  means: CardMeans | undefined,
  at: Instant,
): Promise<Omit<StepContext, 'means' | 'held' | 'isOrderTaken' | 'tokenRefusal'>> {
  const { merchantId, paymentId } = authentication;
  const [merchant, details] = await Promise.all([
    parts.merchants.find(merchantId),
    parts.store.details(merchantId, paymentId),
  ]);
  const chosen =
    means &&
    chooseProvider(parts, {
      ...{ payment, means, at },
      settings: merchant?.settings ?? defaultSettings,
      method: payment.method,
      named: details.provider,
    });
  return {
    authentication,
    policy: merchant?.settings.sca ?? defaultScaPolicy,
    limits: limitsFor(parts, authentication, details),
    at: chosen ? placeOf(chosen, payment) : null,
    firstCheckMs: parts.firstCheckMs,
    isCardSaved: isCardSaved(payment, details),
    options: details.options,
  };
}

/** An app tells the issuer how long a challenge may take; we wait at least as long. */
function limitsFor(
  { threeds }: AuthenticationParts,
  of: Authentication,
  { device }: PaymentDetails,
): StepLimits {
  const { limits } = threeds;
  if (of.deviceChannel !== '01') return limits;
  const read = readDevice(device);
  const sdkMs = read.kind === 'app' ? Number(read.maxTimeout) * MINUTE_MS : 0;
  return { ...limits, challengeMs: Math.max(limits.challengeMs, sdkMs) };
}

/** The card is decrypted only if it may be sent to a provider now. */
function mayAuthorize({ kind }: AuthenticationVerdict): boolean {
  return kind === 'authorize' || kind === 'unavailable';
}

function isOpen(of: Authentication | undefined): of is Authentication {
  return of !== undefined && of.state !== 'DONE';
}

/** Null when no directory server has seen the transaction. */
function proofOf(of: Authentication, cavv: Secret<string> | null): ThreeDSProof | null {
  const { dsTransId, eci, transStatus, messageVersion: version } = of;
  if (dsTransId === null || eci === null || transStatus === null) return null;
  return { eci, cavv, dsTransId, version, transStatus };
}
