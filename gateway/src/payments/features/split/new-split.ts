// The shares of a new payment. Their merchants must be allowed to receive them: the operator has
// named them for this marketplace, and they are active.

import { refuse, type RefusalDetail } from '../../../core/refusals.ts';
import type { Merchant } from '../../../merchants/merchant.ts';
import type { MerchantStore } from '../../../merchants/merchant.store.ts';
import type { NewPayment } from '../../model/advance.ts';
import type { PaymentParts } from '../../processing/parts.ts';
import type { Payment } from '../../model/payment.ts';
import { copySplit, pathOf, readSplit } from './read-split.ts';
import { addShares } from '../../decisions/register.ts';
import type { FeatureUse, PaymentRequest } from '../feature.ts';
import { isSplit, type Subpayment } from '../../model/subpayment.ts';

type SplitDeps = Pick<PaymentParts, 'merchants' | 'ids' | 'store'>;

/** Feature: the shares of a new payment, or those of the failed one that it repeats. */
export function split(
  deps: SplitDeps,
  { body, failed, payment, merchant }: PaymentRequest,
): Promise<FeatureUse> | undefined {
  if (failed && isSplit(failed)) return repeatShares(deps, merchant, payment, failed);
  const shares = body ? readSplit(body, payment, deps.ids) : [];
  return shares.length === 0 ? undefined : registerShares(deps, merchant, shares);
}

async function repeatShares(
  deps: SplitDeps,
  marketplace: Merchant,
  payment: NewPayment,
  failed: Payment,
): Promise<FeatureUse> {
  const before = await deps.store.subpayments(failed.merchantId, failed.paymentId);
  return registerShares(deps, marketplace, copySplit(before, payment, deps.ids));
}

async function registerShares(
  { merchants }: SplitDeps,
  marketplace: Merchant,
  shares: readonly Subpayment[],
): Promise<FeatureUse> {
  await checkSubmerchants(merchants, marketplace, shares);
  return { register: (decision) => addShares(decision, shares) };
}

/** Whether another merchant exists is not told, unless it is a submerchant of this one. */
async function checkSubmerchants(
  merchants: Pick<MerchantStore, 'find'>,
  marketplace: Merchant,
  shares: readonly Subpayment[],
): Promise<void> {
  const { merchantId: own, settings } = marketplace;
  const named = new Set(settings.submerchants);
  const problems = new Map<string, string>();
  for (const payeeId of new Set(shares.map((share) => share.payeeId))) {
    if (payeeId === own) continue;
    if (!named.has(payeeId)) problems.set(payeeId, 'is not one of your submerchants');
    else if ((await merchants.find(payeeId))?.status !== 'ACTIVE') {
      problems.set(payeeId, 'is not active');
    }
  }
  const details = shares.flatMap(({ payeeId }, index): RefusalDetail[] => {
    const message = problems.get(payeeId);
    const field = `${pathOf(index)}.merchant.merchantId`;
    return message === undefined ? [] : [{ field, message }];
  });
  if (details.length > 0) refuse('SUBMERCHANT_NOT_ALLOWED', details);
}
