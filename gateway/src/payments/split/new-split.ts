// The shares of a new payment. Their merchants must be allowed to receive them: the operator has
// named them for this marketplace, and they are active.

import { refuse, type RefusalDetail } from '../../core/refusals.ts';
import type { Merchant } from '../../merchants/merchant.ts';
import type { MerchantStore } from '../../merchants/merchant.store.ts';
import type { NewPayment } from '../advance.ts';
import type { PaymentParts } from '../parts.ts';
import type { CreateRequest } from '../requests/schema.ts';
import { copySplit, pathOf, readSplit } from './read-split.ts';
import type { Payment } from '../payment.ts';
import { isSplit, type Subpayment } from './subpayment.ts';

type SplitParts = Pick<PaymentParts, 'merchants' | 'ids'>;

/** The shares of a new payment, which the marketplace may make. */
export async function newSplit(
  parts: SplitParts,
  body: CreateRequest,
  fresh: NewPayment,
  marketplace: Merchant,
): Promise<Subpayment[]> {
  const shares = readSplit(body, fresh, parts.ids);
  await checkSubmerchants(parts.merchants, marketplace, shares);
  return shares;
}

/** The shares of a failed payment for the one that repeats it. */
export async function repeatedSplit(
  parts: SplitParts & Pick<PaymentParts, 'store'>,
  failed: Payment,
  fresh: NewPayment,
  marketplace: Merchant,
): Promise<Subpayment[]> {
  if (!isSplit(failed)) return [];
  const before = await parts.store.subpayments(failed.merchantId, failed.paymentId);
  const shares = copySplit(before, fresh, parts.ids);
  await checkSubmerchants(parts.merchants, marketplace, shares);
  return shares;
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
