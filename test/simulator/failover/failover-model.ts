// The reference model of failover, written from decision 0086: when a payment may go on at another
// provider. It shares no code with the engine.

import type { Attempt } from '@bramka/gateway/providers/attempt.ts';
import type { Payment } from '@bramka/gateway/payments/model/payment.ts';
import { isWaitingForTry } from '../tries/try-model.ts';

const MAX_PROVIDERS = 3;

/** Declines of simulated acquirers, and of the guard, that another provider may approve. */
const elsewhereCodes: readonly unknown[] = ['ISSUER_UNAVAILABLE', 'PROVIDER_UNAVAILABLE'];

/** Whether it follows an attempt at another provider. */
export function isElsewhere({ route }: Attempt): boolean {
  return (route?.position ?? 0) > 0;
}

/** Whether the next attempt was made at another provider. */
export function wentElsewhere(one: Attempt, list: readonly Attempt[]): boolean {
  const next = list.find((later) => isElsewhere(later) && later.startedAt === one.finishedAt);
  return next !== undefined && one.verb === 'authorize';
}

/** Why this authorization may not follow the one before; all earlier ones have ended. */
export function whyNotElsewhere(
  before: Payment | undefined,
  earlier: readonly Attempt[],
  attempt: Attempt,
): string | undefined {
  const { route, provider, startedAt } = attempt;
  if (before?.status !== 'PENDING') return `it was ${before?.status ?? 'new'}`;
  if (isWaitingForTry(before)) return 'its try was refused';
  if (before.validUntil <= startedAt) return 'it has expired';
  // One entry has one time: the decline and the next attempt are written together.
  const last = earlier.find(({ verb, finishedAt }) => {
    return verb === 'authorize' && finishedAt === startedAt;
  });
  if (!last?.route || !route) return 'no authorization has just ended';
  if (last.state !== 'DECLINED') return `${last.provider} is ${last.state}`;
  if (!elsewhereCodes.includes(last.rejectCode)) return `${last.rejectCode ?? ''} is final`;
  if (route.position >= MAX_PROVIDERS) return 'three providers were tried';
  if (route.position !== last.route.position + 1) return 'its position is wrong';
  const order = last.route.providers;
  if (order.join() !== route.providers.join()) return 'its route has changed';
  if (order.indexOf(provider) <= order.indexOf(last.provider)) return 'its provider is not next';
  const { authenticationId, exemption, amountMinor } = last;
  const isSame = authenticationId === attempt.authenticationId && exemption === attempt.exemption;
  if (!isSame) return 'its authentication has changed';
  return amountMinor === attempt.amountMinor ? undefined : 'its amount has changed';
}
