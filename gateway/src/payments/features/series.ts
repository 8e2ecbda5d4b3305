// Payments without the customer (`options.recurring` SUBSEQUENT): finds the agreement they rely on,
// with one refusal for each reason why there is none.

import { isUuid, type TimeAndIds } from '../../core/id.ts';
import { invalid, refuse, type RefusalCode } from '../../core/refusals.ts';
import type { Instant } from '../../core/clock.ts';
import type { Merchant } from '../../merchants/merchant.ts';
import { methodFacts } from '../../methods/registry.ts';
import type { Means } from '../../providers/means.ts';
import type { RecurringRules } from '../../merchants/recurring-rules.ts';
import {
  isAgreedCard,
  isInForce,
  recurringAgreements,
  type Agreement,
} from '../model/agreement.ts';
import type { Decision } from '../decisions/decision.ts';
import type { PaymentOptions } from '../fields/options.ts';
import type { PaymentParts } from '../processing/parts.ts';
import { isPaid, type Payment } from '../model/payment.ts';
import { servedSince } from '../model/served-since.ts';
import { countGuess } from './card-guess.ts';
import type { FeatureUse, PaymentRequest } from './feature.ts';
import { breachOf, ruleRefusals } from './series-rules.ts';

/** The possible refusals of a payment without the customer. */
export const seriesRefusals = [
  'RECURRING_NOT_ALLOWED',
  'REF_PAYMENT_NOT_FOUND',
  'REF_PAYMENT_NOT_INITIAL',
  'REF_PAYMENT_NOT_COMPLETED',
  'REF_PAYMENT_NOT_AUTHENTICATED',
  'REF_PAYMENT_OTHER_CARD',
  'TOO_MANY_WRONG_CARDS',
  ...ruleRefusals,
  'CHANGED_MEANWHILE',
] as const satisfies readonly RefusalCode[];

type SeriesParts = Pick<PaymentParts, 'store' | 'clock'>;

/** Feature: what a payment without the customer relies on. */
export function series(
  deps: SeriesParts & Pick<PaymentParts, 'budgets'>,
  { merchant, payment, details, customerPresent, body, failed, origin, now }: PaymentRequest,
): Promise<FeatureUse | undefined> | undefined {
  const isStored = !body && !failed;
  if (payment.recurring === null || (isStored && customerPresent)) return undefined;
  return agreementFor(deps, merchant, payment, details.options).then(
    (use) =>
      use && {
        async start(decision, next) {
          await countGuess(deps, use.agreement, next, origin);
          return useAgreement(decision, use, next.fingerprint, now);
        },
        authorize: ({ means, ...rest }) => ({ ...rest, means: meansInSeries(means, use) }),
      },
  );
}

/** The network recognises a payment without the customer by the first one of its series. */
function meansInSeries(means: Means, { agreement }: AgreementUse): Means {
  if (means.kind !== 'card') return means;
  return { ...means, networkTransactionId: agreement.networkTransactionId };
}

/** An agreement, and what the next payment under it writes. */
export interface AgreementUse {
  readonly agreement: Agreement;
  /** When the card was last charged under the agreement. */
  readonly chargedAt: Instant;
  /** Whether the payment must be the only one to start now: the frequency is limited. */
  readonly isExclusive: boolean;
}

type SeriesPayment = Pick<Payment, 'recurring' | 'channel' | 'method' | 'amountMinor' | 'currency'>;

/** What a SUBSEQUENT payment relies on; undefined for other payments. */
async function agreementFor(
  parts: SeriesParts,
  merchant: Merchant,
  payment: SeriesPayment,
  options: PaymentOptions | undefined,
): Promise<AgreementUse | undefined> {
  const { recurring, channel } = payment;
  const { recurringRules, recurringAllowed } = merchant.settings;
  if (recurring === 'INITIAL') requireCycle(recurringRules, payment, options);
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
  if (!recurringAllowed) return refuse('RECURRING_NOT_ALLOWED');
  if (!isUuid(refPaymentId)) return refuseReference('REF_PAYMENT_NOT_FOUND');
  const { merchantId } = merchant;
  const agreement = await parts.store.agreement(merchantId, refPaymentId);
  const now = parts.clock.now();
  if (!agreement || !isInForce(agreement, now)) {
    return refuseReference(await reasonForNoAgreement(parts, merchantId, refPaymentId));
  }
  const chargedAt = await lastChargeAt(parts, agreement, recurringRules);
  const breach = breachOf(agreement, payment, recurringRules, chargedAt, now);
  if (breach) refuse(breach.code, [{ field: breach.field, message: breach.message }]);
  return { agreement, chargedAt, isExclusive: recurringRules.frequency === 'BY_CYCLE' };
}

/** A merchant whose series keep a cycle must agree on one, unless the method has its own rules. */
function requireCycle(
  { frequency }: RecurringRules,
  { method }: SeriesPayment,
  options: PaymentOptions | undefined,
): void {
  if (frequency !== 'BY_CYCLE' || (method !== null && !methodFacts(method)?.keepsAgreements))
    return;
  if (options?.recurringCycle !== undefined) return;
  const message = 'is required with INITIAL: the payments of this merchant keep a cycle';
  throw invalid('options.recurringCycle', message);
}

/**
 * The latest payment of the series counts while it is at a provider or has succeeded; a payment
 * that is no longer stored counts as well. If the frequency is not limited, every payment counts.
 */
async function lastChargeAt(
  { store }: SeriesParts,
  agreement: Agreement,
  { frequency }: RecurringRules,
): Promise<Instant> {
  const { merchantId, lastPaymentId, lastUsedAt, chargedAt, createdAt } = agreement;
  if (lastPaymentId === null || frequency === 'ANY') return lastUsedAt;
  const last = await store.find(merchantId, lastPaymentId);
  const hasFailed = last !== undefined && !last.holdsOrder;
  return hasFailed ? (chargedAt ?? createdAt) : lastUsedAt;
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
  return isPaid(named) ? 'REF_PAYMENT_NOT_AUTHENTICATED' : 'REF_PAYMENT_NOT_COMPLETED';
}

function refuseReference(code: RefusalCode): never {
  return refuse(code, [
    { field: 'options.refPaymentId', message: 'cannot be used for a SUBSEQUENT payment' },
  ]);
}

/**
 * The entry relies on the agreement: it becomes stale if the agreement ends at the same time
 * because the INITIAL payment was reversed, or if another payment uses the same cycle.
 */
export function useAgreement(
  decision: Decision,
  { agreement, chargedAt, isExclusive }: AgreementUse,
  fingerprint: Uint8Array | null,
  now: TimeAndIds,
): Decision {
  if (!isAgreedCard(agreement, fingerprint)) {
    const field = 'instrument.instrumentNo';
    refuse('REF_PAYMENT_OTHER_CARD', [{ field, message: 'is another card' }]);
  }
  const lastUsedAt = Math.max(now.at, agreement.lastUsedAt);
  const { paymentId: lastPaymentId } = decision.loaded.payment;
  const version = agreement.version + (isExclusive ? 1 : 0);
  const used = { ...agreement, version, lastUsedAt, lastPaymentId, chargedAt };
  decision.draft.change(recurringAgreements, used, agreement.version);
  return decision;
}
