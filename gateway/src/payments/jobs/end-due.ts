// Processes deadlines: an unfinished payment past its validity time is cancelled, an uncaptured
// hold past its period is released, and an authentication continues without a missing answer. A
// payment with a provider call in progress is left to its outcome.

import type { TimeAndIds } from '../../core/id.ts';
import type { DepsOf } from '../../http/endpoint.ts';
import { Refusal } from '../../core/refusals.ts';
import { isUnavailable } from '../../storage/errors.ts';
import type { Authentication } from '../../threeds/authentication.ts';
import { timeOutCodeOf } from '../../methods/registry.ts';
import { reportFromTimeout } from '../../methods/card/sca/authentication-report.ts';
import { mayTryAgain } from '../decisions/another-try.ts';
import { decideExpire, decideStopTry } from '../decisions/cancel.ts';
import { changeBeside, setDeadline, type CallTerms, type Decision } from '../decisions/decision.ts';
import { decideReverse, decideReverseAgain, holdsMoneyAfterEnd } from '../decisions/operate.ts';
import type { Deadline, Loaded } from '../model/payment.ts';
import { finishFingerprint, StaleReport, recordReport } from '../processing/run-authentication.ts';
import type { PaymentParts } from '../processing/parts.ts';
import { callTerms } from '../processing/provider-call.ts';

/** When a deadline is checked again after an operation in progress prevented it. */
const RETRY_AFTER_MS = 30_000;

export async function endDue(
  parts: Pick<PaymentParts, 'store' | 'clock'> & DepsOf<typeof endOne>,
  limit: number,
): Promise<number> {
  const due = await parts.store.dueDeadlines(parts.clock.now(), limit);
  await Promise.all(due.map((deadline) => endOne(parts, deadline)));
  return due.length;
}

/** The deadline was extended or removed after it was read. */
class NotDue extends Error {}

type EndOneDeps = Pick<PaymentParts, 'log'> &
  DepsOf<typeof overdueAuthentication | typeof endStep | typeof endPayment | typeof changeDue>;

async function endOne(parts: EndOneDeps, due: Deadline): Promise<void> {
  try {
    const overdue = await overdueAuthentication(parts, due);
    if (overdue) await endStep(parts, overdue);
    else await endPayment(parts, due);
  } catch (error) {
    if (error instanceof NotDue || error instanceof StaleReport) return;
    if (isUnavailable(error)) return;
    parts.log.error({ err: error, paymentId: due.paymentId }, 'a deadline could not be processed');
    // The oldest deadlines are processed first: one that fails must not delay the others for ever.
    await changeDue(parts, due, (loaded, now) => postpone(loaded, true, now)).catch(
      () => undefined,
    );
  }
}

/** Refusals that may not apply later; a provider that is not connected now offers no operation. */
const temporary: readonly string[] = ['OPERATION_IN_PROGRESS', 'OPERATION_NOT_SUPPORTED'];

type EndPaymentDeps = DepsOf<typeof changeDue | typeof staysOpen | typeof callTerms>;

async function endPayment(parts: EndPaymentDeps, due: Deadline): Promise<void> {
  await changeDue(parts, due, async (loaded, now) => {
    const isOpen = await staysOpen(parts, loaded, now);
    try {
      const terms = callTerms(parts);
      return (isOpen ? decideStopTry(loaded, terms, now) : undefined) ?? end(loaded, terms, now);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return postpone(loaded, temporary.includes(error.code), now);
    }
  });
}

/** Whether the customer may try again after the provider has waited in vain. */
async function staysOpen(
  { store }: Pick<PaymentParts, 'store'>,
  loaded: Loaded,
  now: TimeAndIds,
): Promise<boolean> {
  const { merchantId, paymentId, channel, status, method } = loaded.payment;
  if (channel !== 'PAYWALL' || status !== 'PENDING') return false;
  const { options } = await store.details(merchantId, paymentId);
  return mayTryAgain(loaded, options, timeOutCodeOf(method), now);
}

/**
 * The deadline is read after the payment and changes only together with it. Its effect is decided
 * under the payment's version, so that a new deadline is never mistaken for an old one.
 */
async function changeDue(
  parts: Pick<PaymentParts, 'processor' | 'store'>,
  due: Deadline,
  decide: (loaded: Loaded, now: TimeAndIds) => Decision | Promise<Decision>,
): Promise<void> {
  await parts.processor.change(due, async (loaded, now) => {
    const present = await parts.store.deadline(due.merchantId, due.paymentId);
    if (!present || present.dueAt > now.at) throw new NotDue();
    return decide(loaded, now);
  });
}

/** The authentication whose step timed out before the payment's own validity time. */
async function overdueAuthentication(
  { store, threeds, clock }: Pick<PaymentParts, 'store' | 'threeds' | 'clock'>,
  due: Deadline,
): Promise<Authentication | undefined> {
  const payment = await store.find(due.merchantId, due.paymentId);
  if (payment?.status !== 'PENDING') return undefined;
  const authentication = await threeds.store.latest(payment);
  const now = clock.now();
  const dueAt = authentication?.dueAt ?? Infinity;
  if (dueAt > now || dueAt > payment.validUntil) return undefined;
  // The directory server is not asked for a payment whose validity time has passed.
  const isTooLate = authentication?.state === 'FINGERPRINT' && payment.validUntil <= now;
  return isTooLate ? undefined : authentication;
}

async function endStep(
  parts: DepsOf<typeof finishFingerprint>,
  overdue: Authentication,
): Promise<void> {
  if (overdue.state === 'FINGERPRINT') return finishFingerprint(parts, overdue, 'N');
  const isStill = (of: Authentication): boolean =>
    of.authenticationId === overdue.authenticationId && of.state === overdue.state;
  await recordReport(parts, overdue, 'job:end', (of) =>
    isStill(of) ? reportFromTimeout(of) : undefined,
  );
}

function end(loaded: Loaded, terms: CallTerms, now: TimeAndIds): Decision {
  if (loaded.payment.status === 'COMPLETED') {
    return decideReverse(loaded, 'release', 'HOLD_EXPIRED', terms, now);
  }
  if (holdsMoneyAfterEnd(loaded)) return decideReverseAgain(loaded, terms, now);
  return decideExpire(loaded, terms, now);
}

/** Nothing can be done now: check again later, or never. */
function postpone(loaded: Loaded, again: boolean, now: TimeAndIds): Decision {
  return setDeadline(changeBeside(loaded), again ? now.at + RETRY_AFTER_MS : null);
}
