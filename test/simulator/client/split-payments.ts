// Split payments of marketplaces, and refunds of their shares.

import type { Payment } from '@bramka/gateway/payments/model/payment.ts';
import type { Subpayment } from '@bramka/gateway/payments/model/subpayment.ts';
import { createChance, type Chance } from '../world/chance.ts';
import { currencies, majorOf, submerchantIds } from '../world/merchants.ts';
import { splitRowsOf } from '../money/shares.ts';
import type { World } from '../world/world.ts';

/** How many percent of the payments of a world are split. */
export function splitShareOf({ seed }: World): number {
  return createChance(seed, 59).pick([0, 20, 80]);
}

/** Divides a new payment into two to four shares, in any currency. */
export function splitBody<Body extends { order: object; options: object }>(
  chance: Chance,
  merchantId: string,
  body: Body,
): Body {
  const currency = chance.pick(currencies);
  const shares = Array.from({ length: chance.between(2, 4) }, () => drawShare(chance, merchantId));
  const sum = shares.reduce((total, { amount }) => total + amount, 0);
  // Sometimes the shares do not add up, which must be refused.
  const amount = chance.percent(3) ? sum + 1 : sum;
  const subpayments = shares.map(({ payeeId, amount: minor, commission }) => ({
    merchant: { merchantId: payeeId },
    amount: majorOf(minor, currency),
    commission: majorOf(commission, currency),
  }));
  const order = { ...body.order, amount: majorOf(amount, currency), currency, subpayments };
  return { ...body, order, options: { ...body.options, transType: 'MARKETPLACE' } };
}

/** The marketplace may have a share of its own, without a commission. */
function drawShare(chance: Chance, merchantId: string) {
  const isOwn = chance.percent(15);
  const amount = chance.between(1, 15_000);
  const commission = chance.weighted([
    [20, 0],
    [60, chance.between(0, Math.floor(amount / 5))],
    [20, chance.between(0, amount)],
  ]);
  const payeeId = isOwn ? merchantId : chance.pick(submerchantIds);
  return { payeeId, amount, commission: isOwn ? 0 : commission };
}

export interface RefundedShare {
  readonly subpaymentId: string;
  readonly left: number;
}

/** Usually a share with a rest; undefined: the refund names none. */
export function pickShare(world: World, chance: Chance, of: Payment): RefundedShare | undefined {
  const shares = splitRowsOf(world.storage.memory, of)?.shares ?? [];
  if (shares.length === 0 || chance.percent(25)) return undefined;
  const open = shares.filter((share) => leftOf(share) > 0n);
  const share = chance.pick(open.length > 0 && chance.percent(90) ? open : shares);
  return { subpaymentId: share.subpaymentId, left: Number(leftOf(share)) };
}

export function leftOf({ amountMinor, refundedMinor }: Subpayment): bigint {
  return amountMinor - refundedMinor;
}
