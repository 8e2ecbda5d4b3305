// The reference model of strong authentication: who need not be authenticated, and what follows
// from each end of an authentication. Written from the specification and the decisions, it shares
// no code with the engine's.

import { attempts, type Attempt } from '@bramka/gateway/acquirers/attempt.ts';
import type { Memory } from '@bramka/gateway/journal/memory-committer.ts';
import type { ScaPolicy } from '@bramka/gateway/merchants/sca-policy.ts';
import {
  paymentDetails,
  payments,
  type DetailsRow,
  type Payment,
} from '@bramka/gateway/payments/payment.ts';
import { authentications, type Authentication } from '@bramka/gateway/threeds/authentication.ts';
import { takesPart } from '../issuer/cards.ts';
import type { Policies } from '../world/merchants.ts';
import type { PaymentRows } from './payment-rows.ts';

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

/** Whether an authorization may begin without an authentication before it. */
export function mayGoStraight(scene: ScaWorld, { payment }: PaymentRows, attempt: Attempt) {
  if (!payment) return false;
  const { exemption } = attempt;
  const { recurring, refPaymentId } = detailsOf(scene.memory, payment);
  // A customer at a payment page is there, whatever the options say.
  const isOwn = recurring === 'SUBSEQUENT' && payment.channel !== 'PAYWALL';
  if (isOwn) return exemption === 'MIT' && mayBeCharged(scene.memory, payment, refPaymentId);
  if (!scene.isThere || !takesPart(payment.cardMask)) return exemption === null;
  const policy = scene.policies[payment.merchantId];
  if (!policy || recurring === 'INITIAL' || policy.challenge === 'ALWAYS') return false;
  if (policy.exemptionRoute !== 'AUTHORIZATION') return false;
  return exemption !== null && exemption === exemptionFor(policy, payment);
}

/** A payment without the customer follows one that succeeded, with proof and the same card. */
function mayBeCharged(memory: Memory, payment: Payment, refPaymentId = ''): boolean {
  const { merchantId, cardMask } = payment;
  const first = memory.find<Payment>(payments, { merchantId, paymentId: refPaymentId });
  if (first?.status !== 'COMPLETED' || first.cardMask !== cardMask) return false;
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

export type Way =
  | { readonly goesOn: true; readonly exemption: string | null }
  | { readonly goesOn: false; readonly status: string; readonly rejectCode: string };

const cancelled: Readonly<Record<string, string>> = {
  '01': 'CANCELLED_BY_CUSTOMER',
  '03': 'SCA_TIMEOUT',
  '04': 'SCA_TIMEOUT',
  '05': 'SCA_TIMEOUT',
};

/** What is known of an authentication besides its end. */
export interface Past {
  readonly policy: ScaPolicy | undefined;
  /** The issuer has asked for a challenge. */
  readonly isChallenged: boolean;
  /** The directory server has called the request wrong. */
  readonly isRefused: boolean;
  /** Its step was over, so that nobody waits for an answer any more. */
  readonly isOverdue: boolean;
  /** The validity time of the payment has passed. */
  readonly isExpired: boolean;
  readonly attempts: readonly Attempt[];
}

const ends = (rejectCode: string): Way => ({ goesOn: false, status: 'REJECTED', rejectCode });

/** What a payment may do when its authentication is done. */
export function waysAfter(done: Authentication, past: Past): readonly Way[] {
  const way = wayAfter(done, past);
  // Whether the word of the directory server or its silence came first is not to be seen.
  const both = past.isRefused && past.isOverdue ? [way, ends('SCA_UNAVAILABLE')] : [way];
  if (!past.isExpired) return both;
  const expired: Way = { goesOn: false, status: 'CANCELLED', rejectCode: 'EXPIRED' };
  return both.map((one) => (one.goesOn ? expired : one));
}

function wayAfter(done: Authentication, past: Past): Way {
  const { exemption } = done;
  const byCustomer = cancelled[done.challengeCancel ?? ''];
  // Who had to challenge and only took note has done nothing.
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
      const isAskedFor = past.isChallenged || past.attempts.length > 0;
      const isRefused = past.isRefused && !past.isOverdue;
      const isRiskTaken = past.policy?.whenUnavailable === 'AUTHORIZE';
      const goesOn = isRiskTaken && !isAskedFor && !isRefused && byCustomer === undefined;
      return goesOn ? { goesOn, exemption } : ends(byCustomer ?? 'SCA_UNAVAILABLE');
    }
    default:
      return ends('SCA_TIMEOUT');
  }
}

/** Whether the customer had a challenge to take. */
export function wasChallenged({ acsUrl, acsSignedContent }: Authentication): boolean {
  return acsUrl !== null || acsSignedContent !== null;
}

/** Whether a soft decline is the end: the customer has been asked before. */
export function mayStaySoft({ payment, attempts, authentications }: PaymentRows): boolean {
  if (!payment || authentications.some(wasChallenged)) return true;
  return attempts.some(({ rejectCode }) => rejectCode === 'SCA_REQUIRED');
}

/** Whether a payment lacks the device it would be authenticated on. */
export function lacksDevice({ memory }: ScaWorld, payment: Payment): boolean {
  return !detailsOf(memory, payment).hasDevice;
}
