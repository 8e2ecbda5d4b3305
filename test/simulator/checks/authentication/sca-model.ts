// The reference model of strong authentication: who need not be authenticated, and what follows
// from each outcome of an authentication. Written from the specification and the decision pages, it
// shares no code with the engine.

import { attempts, type Attempt } from '@bramka/gateway/providers/attempt.ts';
import type { Memory } from '@bramka/gateway/journal/testing/memory-committer.ts';
import type { ScaPolicy } from '@bramka/gateway/merchants/sca-policy.ts';
import { payments, type Payment } from '@bramka/gateway/payments/model/payment.ts';
import { paymentDetails, type DetailsRow } from '@bramka/gateway/payments/model/payment-details.ts';
import { authentications, type Authentication } from '@bramka/gateway/threeds/authentication.ts';
import { isEnrolled } from '../../issuer/cards.ts';
import type { Policies } from '../../world/merchants.ts';
import type { PaymentRows } from '../payment-rows.ts';
import { ofTry } from '../../tries/try-model.ts';

/** A challenge would lead to one more. */
const MAX_AUTHORIZATIONS = 10;

export interface ScaWorld {
  readonly isThere: boolean;
  readonly policies: Policies;
  readonly memory: Memory;
}

function detailsOf(memory: Memory, { merchantId, paymentId }: Payment) {
  const row = memory.find<DetailsRow>(paymentDetails, { merchantId, paymentId });
  const { options, device } = row?.details ?? {};
  const { recurring, refPaymentId } = (options ?? {}) as Partial<Record<string, string>>;
  return { recurring, refPaymentId, hasDevice: Object.keys(device ?? {}).length > 0 };
}

/** Whether an authorization may start without a prior authentication. */
export function maySkipAuthentication(scene: ScaWorld, { payment }: PaymentRows, attempt: Attempt) {
  if (!payment) return false;
  const { exemption } = attempt;
  const { recurring, refPaymentId } = detailsOf(scene.memory, payment);
  // A customer on a payment page is present, whatever the options say.
  const isOwn = recurring === 'SUBSEQUENT' && payment.channel !== 'PAYWALL';
  if (isOwn) return exemption === 'MIT' && mayBeCharged(scene.memory, payment, refPaymentId);
  if (!scene.isThere || !isEnrolled(payment.cardMask)) return exemption === null;
  const policy = scene.policies[payment.merchantId];
  if (!policy || recurring === 'INITIAL' || policy.challenge === 'ALWAYS') return false;
  if (policy.exemptionRoute !== 'AUTHORIZATION') return false;
  return exemption !== null && exemption === exemptionFor(policy, payment);
}

/**
 * A payment without the customer needs an earlier successful, authenticated payment with the same
 * card.
 */
function mayBeCharged(memory: Memory, payment: Payment, refPaymentId = ''): boolean {
  const { merchantId, cardMask } = payment;
  const first = memory.find<Payment>(payments, { merchantId, paymentId: refPaymentId });
  const isPaid = first?.status === 'COMPLETED' || first?.status === 'SETTLED';
  if (!first || !isPaid || first.cardMask !== cardMask) return false;
  if (detailsOf(memory, first).recurring !== 'INITIAL') return false;
  const charged = memory.rows<Attempt>(attempts).find(({ paymentId, verb, state }) => {
    return paymentId === refPaymentId && verb === 'authorize' && state === 'APPROVED';
  });
  const proof = memory
    .rows<Authentication>(authentications)
    .find(({ authenticationId }) => authenticationId === charged?.authenticationId);
  return proof?.transStatus === 'Y' || proof?.transStatus === 'A';
}

function exemptionFor(policy: ScaPolicy, { amountMinor, currency }: Payment): string | null {
  const minor = (text: string | undefined) => Number(text ?? '-1') * 100;
  if (Number(amountMinor) < minor(policy.lowValueLimits[currency])) return 'LOW_VALUE';
  return Number(amountMinor) <= minor(policy.traLimits[currency]) ? 'TRA' : null;
}

export type Continuation =
  | { readonly goesOn: true; readonly exemption: string | null }
  | { readonly goesOn: false; readonly status: string; readonly rejectCode: string };

const cancelled: Readonly<Record<string, string>> = {
  '01': 'CANCELLED_BY_CUSTOMER',
  '03': 'SCA_TIMEOUT',
  '04': 'SCA_TIMEOUT',
  '05': 'SCA_TIMEOUT',
};

/** What is known about an authentication besides its outcome. */
export interface AuthenticationFacts {
  readonly policy: ScaPolicy | undefined;
  /** The issuer has requested a challenge. */
  readonly isChallenged: boolean;
  /** The directory server has refused the request as invalid. */
  readonly isRefused: boolean;
  /** Its step has timed out, so no answer is expected any more. */
  readonly isOverdue: boolean;
  /** The payment's validity time has passed. */
  readonly isExpired: boolean;
  readonly attempts: readonly Attempt[];
}

const ends = (rejectCode: string): Continuation => ({
  goesOn: false,
  status: 'REJECTED',
  rejectCode,
});

/** How a payment may continue when its authentication is done. */
export function continuationsAfter(
  done: Authentication,
  past: AuthenticationFacts,
): readonly Continuation[] {
  const way = continuationAfter(done, past);
  // It cannot be seen whether the directory server's refusal or the time-out came first.
  const both = past.isRefused && past.isOverdue ? [way, ends('SCA_UNAVAILABLE')] : [way];
  if (!past.isExpired) return both;
  const expired: Continuation = { goesOn: false, status: 'CANCELLED', rejectCode: 'EXPIRED' };
  return both.map((one) => (one.goesOn ? expired : one));
}

function continuationAfter(done: Authentication, past: AuthenticationFacts): Continuation {
  const { exemption } = done;
  const byCustomer = cancelled[done.challengeCancel ?? ''];
  // Status I after a mandated challenge does not authenticate the customer.
  const isShort = done.transStatus === 'I' && done.challengeInd === '04';
  switch (isShort ? 'U' : done.transStatus) {
    case 'Y':
    case 'A':
      return { goesOn: true, exemption: null };
    case 'I':
      return { goesOn: true, exemption };
    case 'R':
      return ends('SCA_REJECTED');
    case 'N':
      return ends(byCustomer ?? 'SCA_FAILED');
    case 'U': {
      const wasSoft = past.attempts.some(({ rejectCode }) => rejectCode === 'SCA_REQUIRED');
      const isAskedFor = past.isChallenged || wasSoft;
      const isRefused = past.isRefused && !past.isOverdue;
      const isRiskTaken = past.policy?.whenUnavailable === 'AUTHORIZE';
      const goesOn = isRiskTaken && !isAskedFor && !isRefused && byCustomer === undefined;
      return goesOn ? { goesOn, exemption } : ends(byCustomer ?? 'SCA_UNAVAILABLE');
    }
    default:
      return ends('SCA_TIMEOUT');
  }
}

/** Whether the customer was challenged. */
export function wasChallenged({ acsUrl, acsSignedContent }: Authentication): boolean {
  return acsUrl !== null || acsSignedContent !== null;
}

/** Whether a soft decline is final because the customer was challenged before. */
export function mayStaySoft(rows: PaymentRows): boolean {
  const { payment, attempts, authentications } = ofTry(rows);
  if (rows.attempts.length >= MAX_AUTHORIZATIONS) return true;
  if (!payment || authentications.some(wasChallenged)) return true;
  return attempts.some(({ rejectCode }) => rejectCode === 'SCA_REQUIRED');
}

/** Whether a payment lacks the device data needed for authentication. */
export function lacksDevice({ memory }: ScaWorld, payment: Payment): boolean {
  return !detailsOf(memory, payment).hasDevice;
}
