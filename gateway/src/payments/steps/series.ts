// Payments without the customer (`options.recurring` SUBSEQUENT): finds the agreement they rely on,
// with one refusal for each reason why there is none.

import { isUuid } from '../../core/id.ts';
import { invalid, refuse, type RefusalCode } from '../../core/refusals.ts';
import type { Merchant } from '../../merchants/merchant.ts';
import { isInForce, recurringAgreements, type Agreement } from '../agreement.ts';
import type { Decision, Now } from '../decisions/decision.ts';
import type { PaymentOptions } from '../fields/options.ts';
import type { PaymentParts } from '../parts.ts';
import type { Payment } from '../payment.ts';
import { servedSince } from '../requests/find-payment.ts';

/** The possible refusals of a payment without the customer. */
export const seriesRefusals = [
  'RECURRING_NOT_ALLOWED',
  'REF_PAYMENT_NOT_FOUND',
  'REF_PAYMENT_NOT_INITIAL',
  'REF_PAYMENT_NOT_COMPLETED',
  'REF_PAYMENT_NOT_AUTHENTICATED',
  'REF_PAYMENT_OTHER_CARD',
  'CHANGED_MEANWHILE',
] as const satisfies readonly RefusalCode[];

type SeriesParts = Pick<PaymentParts, 'store' | 'clock'>;

/** The agreement that a SUBSEQUENT payment relies on; undefined for other payments. */
export async function agreementFor(
  parts: SeriesParts,
  merchant: Merchant,
  { recurring, channel }: Pick<Payment, 'recurring' | 'channel'>,
  options: PaymentOptions | undefined,
): Promise<Agreement | undefined> {
  if (recurring !== 'SUBSEQUENT') return undefined;
  if (channel === 'PAYWALL') {
    throw invalid(
      'options.recurring',
      'cannot be SUBSEQUENT with channel PAYWALL: the customer is not present',
    );
  }
  const refPaymentId = options?.refPaymentId;
  if (refPaymentId === undefined) {
    throw invalid('options.refPaymentId', 'is required when options.recurring is SUBSEQUENT');
  }
  if (!merchant.settings.recurringAllowed) return refuse('RECURRING_NOT_ALLOWED');
  if (!isUuid(refPaymentId)) return refuseReference('REF_PAYMENT_NOT_FOUND');
  const { merchantId } = merchant;
  const agreement = await parts.store.agreement(merchantId, refPaymentId);
  if (agreement && isInForce(agreement, parts.clock.now())) return agreement;
  return refuseReference(await reasonForNoAgreement(parts, merchantId, refPaymentId));
}

/** Why a payment has no agreement, as far as the merchant may know. */
async function reasonForNoAgreement(
  { store, clock }: SeriesParts,
  merchantId: string,
  refPaymentId: string,
): Promise<RefusalCode> {
  const named = await store.find(merchantId, refPaymentId);
  if (!named || named.createdAt <= servedSince(clock.now())) return 'REF_PAYMENT_NOT_FOUND';
  if (named.recurring !== 'INITIAL') return 'REF_PAYMENT_NOT_INITIAL';
  const hasSucceeded = named.status === 'COMPLETED' || named.status === 'SETTLED';
  return hasSucceeded ? 'REF_PAYMENT_NOT_AUTHENTICATED' : 'REF_PAYMENT_NOT_COMPLETED';
}

function refuseReference(code: RefusalCode): never {
  return refuse(code, [
    { field: 'options.refPaymentId', message: 'cannot be used for a SUBSEQUENT payment' },
  ]);
}

/**
 * The entry relies on the agreement: it becomes stale if the agreement ends at the same time
 * because the INITIAL payment was reversed. An instrument without a fingerprint is not its card.
 */
export function useAgreement(
  { draft }: Decision,
  agreement: Agreement,
  fingerprint: Uint8Array | null,
  now: Now,
): void {
  if (!fingerprint || !Buffer.from(fingerprint).equals(agreement.cardFingerprint)) {
    const field = 'instrument.instrumentNo';
    refuse('REF_PAYMENT_OTHER_CARD', [{ field, message: 'is another card' }]);
  }
  const lastUsedAt = Math.max(now.at, agreement.lastUsedAt);
  draft.change(recurringAgreements, { ...agreement, lastUsedAt }, agreement.version);
}
