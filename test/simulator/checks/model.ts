// The reference model: which operation a payment may start next, and its amounts after each
// outcome. It is written from the specification, small enough to review, and shares no code with
// the engine's decisions.

import type { Attempt } from '@bramka/gateway/providers/attempt.ts';
import type { Payment } from '@bramka/gateway/payments/model/payment.ts';
import { holdMsOf, toleranceOf } from '../world/merchants.ts';
import { SKEW_MS } from '../world/faults.ts';
import { isOpen, successOf } from './payment-rows.ts';
import { isElsewhere, wentElsewhere, whyNotElsewhere } from '../failover/failover-model.ts';
import { isWaitingForTry } from '../tries/try-model.ts';

/** Specification section 3: the statuses that may follow each status; absent means final. */
export const successors: Readonly<Record<string, readonly Payment['status'][]>> = {
  '': ['NEW'],
  NEW: ['NEW', 'PENDING', 'REJECTED', 'CANCELLED'],
  PENDING: ['COMPLETED', 'REJECTED', 'CANCELLED', 'ERROR'],
  COMPLETED: ['CANCELLED', 'SETTLED'],
};

export interface Money {
  authorized: bigint;
  captured: bigint;
  /** Preauthorized amounts before each adjustment in force. */
  readonly before: bigint[];
}

export function noMoney(): Money {
  return { authorized: 0n, captured: 0n, before: [] };
}

/** Why this attempt may not start on the payment in its previous state, or undefined. */
export function whyNot(
  before: Payment | undefined,
  earlier: readonly Attempt[],
  attempt: Attempt,
  money: Money,
  now: number,
): string | undefined {
  if (attempt.verb === 'authorize') return whyNotAuthorize(before, earlier, attempt);
  if (!before) return 'there is no payment';
  if (isRefund(attempt)) return whyNotRefund(before, earlier, attempt, money);
  if (earlier.some(isOpen)) return 'another operation is in progress';
  if (attempt.intent === 'LATE_SUCCESS') {
    return before.status === 'CANCELLED' ? undefined : `it was ${before.status}`;
  }
  if (before.status !== 'COMPLETED') return `it was ${before.status}`;
  const isHold = before.transKind === 'PREAUTH';
  if (isHold && money.captured > 0n) return 'it was captured before';
  if (attempt.verb === 'reverse') return whyNotReverse(before, earlier, attempt, money, now);
  if (!isHold) return 'it is not a preauthorization';
  if (attempt.verb === 'capture' && attempt.amountMinor > money.authorized)
    return 'the amount is too high';
  if (attempt.verb === 'adjust' && attempt.intent !== 'WITHDRAW') {
    const most = maxAmountFor(before.merchantId, earlier);
    const isRaised = attempt.amountMinor > money.authorized;
    if (isRaised && attempt.amountMinor > most) return 'the amount exceeds what was authenticated';
  }
  if (attempt.intent === 'WITHDRAW' && attempt.amountMinor !== money.before.at(-1)) {
    return `the amount before was ${String(money.before.at(-1))}`;
  }
  return undefined;
}

/**
 * An exemption covers the amount it was requested for. An authentication, and a merchant-initiated
 * payment, also cover the tolerance. A card outside 3-D Secure has no limit.
 */
function maxAmountFor(merchantId: string, earlier: readonly Attempt[]): bigint {
  const success = successOf(earlier);
  const isFree = success?.authenticationId === null && success.exemption === null;
  if (!success || isFree) return BigInt(Number.MAX_SAFE_INTEGER);
  const { exemption, amountMinor } = success;
  if (exemption === 'LOW_VALUE' || exemption === 'TRA') return amountMinor;
  return BigInt(Math.floor(Number(amountMinor) * (1 + toleranceOf(merchantId) / 100) + 1e-6));
}

const MAX_AUTHORIZATIONS = 10;

/** Allowed once in each try, and once more after a soft decline. */
function whyNotAuthorize(
  before: Payment | undefined,
  all: readonly Attempt[],
  attempt: Attempt,
): string | undefined {
  const isFirst = attempt.authenticationId === null;
  const status = before?.status ?? 'NEW';
  if (all.some(isOpen) || successOf(all)) return 'another operation is in progress';
  if (all.length >= MAX_AUTHORIZATIONS) return 'it was authorized ten times before';
  if (isElsewhere(attempt)) return whyNotElsewhere(before, all, attempt);
  const ofTry = all.filter(({ startedAt }) => startedAt > (before?.refusedAt ?? 0));
  const earlier = ofTry.filter((one) => !wentElsewhere(one, ofTry));
  if (isFirst && isWaitingForTry(before)) return undefined;
  if (status !== (isFirst ? 'NEW' : 'PENDING')) return `it was ${status}`;
  if (isFirst) return earlier.length > 0 ? 'it was authorized before' : undefined;
  const isSoft = earlier.every(({ rejectCode }) => rejectCode === 'SCA_REQUIRED');
  if (!isSoft || earlier.some(isOpen)) return 'it was authorized before';
  return earlier.length > 1 ? 'it was authorized twice before' : undefined;
}

function whyNotReverse(
  before: Payment,
  earlier: readonly Attempt[],
  attempt: Attempt,
  money: Money,
  now: number,
): string | undefined {
  if (refundedBy(earlier) > 0n) return 'it was refunded before';
  if (attempt.amountMinor !== money.authorized) return `${String(money.authorized)} were live`;
  if (attempt.intent !== 'HOLD_EXPIRED') return undefined;
  const since = successOf(earlier)?.finishedAt ?? now;
  const ends = since + holdMsOf(before.merchantId);
  return now + SKEW_MS < ends ? 'the hold period has not passed' : undefined;
}

/** Specification 4.2, rule 1. Several refunds may be in progress. */
function whyNotRefund(
  { status }: Payment,
  earlier: readonly Attempt[],
  { amountMinor }: Attempt,
  money: Money,
): string | undefined {
  if (status !== 'COMPLETED' && status !== 'SETTLED') return `it was ${status}`;
  const others = earlier.filter((one) => isOpen(one) && !isRefund(one));
  if (others.length > 0) return 'another operation is in progress';
  const after = refundedBy(earlier) + amountMinor;
  return after > money.captured ? `only ${String(money.captured)} were paid` : undefined;
}

/** Refunds that were made or may still be made. */
export function refundedBy(list: readonly Attempt[]): bigint {
  return sumOf(list.filter((one) => isRefund(one) && (isOpen(one) || one.state === 'APPROVED')));
}

/** Refunds that were made. */
export function returnedBy(list: readonly Attempt[]): bigint {
  return sumOf(list.filter((one) => isRefund(one) && one.state === 'APPROVED'));
}

/** What refunds and cancellations in progress will take from the merchant's funds. */
export function reservedBy({ transKind }: Payment, list: readonly Attempt[]): bigint {
  const isTaken = transKind !== 'PREAUTH';
  const isCancel = ({ verb, intent }: Attempt) => verb === 'reverse' && intent !== 'LATE_SUCCESS';
  const isReserving = (one: Attempt) => isRefund(one) || (isTaken && isCancel(one));
  return sumOf(list.filter((one) => isOpen(one) && isReserving(one)));
}

function isRefund({ verb, intent }: Attempt): boolean {
  return verb === 'refund' && intent === null;
}

function sumOf(list: readonly Attempt[]): bigint {
  return list.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
}

/** The amounts after an approved attempt; other outcomes change nothing. */
export function settle(money: Money, attempt: Attempt, payment: Payment): void {
  if (attempt.state !== 'APPROVED') return;
  switch (attempt.verb) {
    case 'authorize':
      money.authorized = attempt.amountMinor;
      if (payment.transKind !== 'PREAUTH') money.captured = attempt.amountMinor;
      break;
    case 'capture':
      money.captured = attempt.amountMinor;
      break;
    case 'adjust':
      if (attempt.intent === 'WITHDRAW') money.before.pop();
      else money.before.push(money.authorized);
      money.authorized = attempt.amountMinor;
      break;
    case 'refund':
      break;
    default:
      money.authorized = 0n;
      money.captured = 0n;
  }
}
