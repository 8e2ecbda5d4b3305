// Watches how card payments end: a decline counts for the budgets of the try, and a high share of
// declines of a merchant raises an alarm and slows its card payments down.

import { isIssuerAnswer } from '../../providers/coarse-reasons.ts';
import type { Clock } from '../../core/clock.ts';
import type { Budgets } from '../../http/budget/budgets.ts';
import { methodFacts } from '../../methods/registry.ts';
import type { PaymentStore } from '../loading/payment.store.ts';
import { waitsForTry, type Payment } from '../model/payment.ts';
import { declineBudgets } from './decline-budgets.ts';

/** The share counts from so many payments on, in this time, on each node. */
const MIN_PAYMENTS = 40;
const SHARE_MS = 10 * 60_000;
const MAX_MERCHANTS = 10_000;

interface WatchParts {
  readonly budgets: Budgets;
  readonly store: Pick<PaymentStore, 'details'>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

/** How a card try ended with this committed change; undefined if it did not end. */
export function endOfTry(
  payment: Payment,
  changesStatus: boolean,
): 'paid' | 'declined' | undefined {
  // Payments without the customer rely on a card that is known.
  const { countsDeclines } = methodFacts(payment.method) ?? {};
  if (!countsDeclines || payment.recurring === 'SUBSEQUENT') return undefined;
  const { status, rejectCode, refusedAt, updatedAt } = payment;
  if (status === 'COMPLETED') return changesStatus ? 'paid' : undefined;
  if (rejectCode === null || !isIssuerAnswer(rejectCode)) return undefined;
  const isEnd = status === 'REJECTED' && changesStatus;
  const isRefusedTry = waitsForTry(payment) && refusedAt === updatedAt;
  return isEnd || isRefusedTry ? 'declined' : undefined;
}

interface Share {
  readonly sinceMs: number;
  payments: number;
  declines: number;
}

/** Counts the end of a card try; undefined: there is nothing to write. */
type WatchDeclines = (payment: Payment, changesStatus: boolean) => Promise<void> | undefined;

export function createDeclineWatch({ budgets, store, clock }: WatchParts): WatchDeclines {
  const shares = new Map<string, Share>();
  const { declineShare } = budgets.settings;

  const shareOf = (merchantId: string): Share => {
    const nowMs = clock.monotonicMs();
    const known = shares.get(merchantId);
    if (known && nowMs - known.sinceMs < SHARE_MS) return known;
    if (shares.size >= MAX_MERCHANTS) shares.clear();
    const fresh = { sinceMs: nowMs, payments: 0, declines: 0 };
    shares.set(merchantId, fresh);
    return fresh;
  };
  const countDecline = async (payment: Payment, isHigh: boolean): Promise<void> => {
    const { merchantId, paymentId } = payment;
    const details = await store.details(merchantId, paymentId);
    const list = declineBudgets(payment, details);
    const high = { merchantId, kind: 'DECLINE_SHARE', subject: '' } as const;
    const use = { merchantId, paymentId, caller: null };
    await budgets.count(isHigh ? [...list, high] : list, use);
  };
  return (payment, changesStatus) => {
    const end = endOfTry(payment, changesStatus);
    if (end === undefined) return undefined;
    const { merchantId } = payment;
    const share = shareOf(merchantId);
    share.payments += 1;
    if (end === 'paid') return undefined;
    share.declines += 1;
    const isHigh =
      share.payments >= MIN_PAYMENTS && share.declines * 100 >= share.payments * declineShare;
    return countDecline(payment, isHigh);
  };
}
