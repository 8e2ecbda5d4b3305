// Decides whether and how the customer of a card payment is authenticated: by the merchant's
// policy, the card's range and the customer's device data.

import type { TimeAndIds } from '../../../core/id.ts';
import { open } from '../../../core/secret.ts';
import type { CardKnowledge } from '../../../cards/card-knowledge.ts';
import type { Exemption, Card } from '../../../providers/means.ts';
import type { Merchant } from '../../../merchants/merchant.ts';
import { newAuthentication, type Authentication } from '../../../threeds/authentication.ts';
import { MANDATED, planSca } from '../../../threeds/policy.ts';
import {
  enrolmentOf,
  makeAuthentication,
  type Enrolment,
  type ThreeDS,
  type ChallengeRequest,
} from '../../../threeds/threeds.ts';
import type { CardToken } from '../../../vault/card-token.store.ts';
import type { Vault } from '../../../vault/held-card.ts';
import { money } from '../../../core/money.ts';
import type { MethodDetails, MethodPayment } from '../../method.ts';

export interface ScaParts {
  readonly vault: Pick<Vault, 'fingerprint'>;
  readonly threeds: ThreeDS;
  readonly cards: CardKnowledge;
}

/** An authentication, or the device data that it needs first. */
type AuthenticationStep =
  | { readonly kind: 'device'; readonly fields: readonly string[] }
  | { readonly kind: 'authenticate'; readonly authentication: Authentication };

export type ScaStep =
  | {
      readonly kind: 'authorize';
      readonly exemption: Exemption | null;
      /** The issuer may still require an authentication. */
      readonly mayBeRequired: boolean;
    }
  | AuthenticationStep;

interface ScaSubject {
  readonly payment: MethodPayment;
  readonly merchant: Merchant;
  readonly card: Card;
  /** The stored card that it was read from. */
  readonly token: CardToken | null;
  readonly details: MethodDetails;
  readonly customerPresent: boolean;
}

type Subject = Pick<ScaSubject, 'payment' | 'card' | 'token' | 'details'>;

/** Recognises the card in a series; a token counts as the card behind it. */
export function fingerprintOf(
  vault: Pick<Vault, 'fingerprint'>,
  { merchantId }: Pick<MethodPayment, 'merchantId'>,
  { card, token }: Pick<ScaSubject, 'card' | 'token'>,
): Uint8Array {
  return token?.fingerprint ?? vault.fingerprint(merchantId, card.number);
}

export function scaStep(parts: ScaParts, subject: ScaSubject, now: TimeAndIds): ScaStep {
  const { payment, merchant, card, details, customerPresent } = subject;
  const enrolment = enrolmentFor(parts, card);
  const plan = planSca({
    policy: merchant.settings.sca,
    amount: money(payment.amountMinor, payment.currency),
    customerPresent,
    isFirstOfSeries: isFirstOfSeries(details) || payment.transKind === 'VERIFICATION',
    // The money leaves for another card at once, so the issuer decides about every payment.
    mayBeExempt: payment.transKind !== 'ACCT_FUNDING',
    enrolled: enrolment !== undefined,
  });
  if (enrolment && plan.kind === 'authenticate') {
    return authenticationStep(parts, enrolment, subject, plan, now);
  }
  const exemption = plan.kind === 'authorize' ? plan.exemption : null;
  const mayBeRequired = enrolment !== undefined && exemption !== 'MIT';
  return { kind: 'authorize', exemption, mayBeRequired };
}

/**
 * What follows a soft decline; undefined when the customer has already been challenged or the card
 * is not enrolled in 3-D Secure.
 */
export function afterSoftDecline(
  parts: ScaParts,
  subject: Subject,
  latest: Authentication | undefined,
  now: TimeAndIds,
): AuthenticationStep | undefined {
  const enrolment = enrolmentFor(parts, subject.card);
  const wasChallenged =
    latest !== undefined && (latest.acsUrl !== null || latest.acsSignedContent !== null);
  if (!enrolment || wasChallenged) return undefined;
  const wanted = { challengeInd: MANDATED, exemption: null };
  return authenticationStep(parts, enrolment, subject, wanted, now);
}

/** Authentications of refused tries say nothing about the card of the current one. */
export async function latestOfTry(
  { store }: ThreeDS,
  payment: Pick<MethodPayment, 'merchantId' | 'paymentId' | 'refusedAt'>,
): Promise<Authentication | undefined> {
  const latest = await store.latest(payment);
  return latest && latest.createdAt > (payment.refusedAt ?? 0) ? latest : undefined;
}

function authenticationStep(
  { threeds, vault }: ScaParts,
  enrolment: Enrolment,
  subject: Subject,
  wanted: ChallengeRequest,
  now: TimeAndIds,
): AuthenticationStep {
  const { payment, details } = subject;
  const made = makeAuthentication(enrolment, details, wanted);
  if (made.kind === 'missing') return { kind: 'device', fields: made.fields };
  const id = now.ids.next();
  const cardFingerprint =
    payment.recurring === 'INITIAL' ? fingerprintOf(vault, payment, subject) : null;
  const fresh = { ...made.fresh, cardFingerprint };
  const authentication = newAuthentication(payment, id, fresh, threeds.limits, now.at);
  return { kind: 'authenticate', authentication };
}

function enrolmentFor({ cards, threeds }: ScaParts, { number }: Card): Enrolment | undefined {
  const digits = open(number);
  const { organization, row } = cards.facts(digits);
  return organization && enrolmentOf(threeds, { organization, digits, row });
}

function isFirstOfSeries({ options }: MethodDetails): boolean {
  return options?.recurring === 'INITIAL';
}
