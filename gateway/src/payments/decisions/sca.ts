// Whether and how the customer of a card payment is authenticated: by the merchant's policy, the
// card's range and what is known of the customer's device.

import { open } from '../../core/secret.ts';
import type { CardKnowledge } from '../../cards/card-knowledge.ts';
import type { Exemption, Card } from '../../acquirers/acquirer.ts';
import type { Merchant } from '../../merchants/merchant.ts';
import { newAuthentication, type Authentication } from '../../threeds/authentication.ts';
import type { NewAuthentication } from '../../threeds/authentication.ts';
import { MANDATED, planSca } from '../../threeds/policy.ts';
import {
  isEnrolled,
  makeAuthentication,
  type KnownCard,
  type ThreeDS,
} from '../../threeds/threeds.ts';
import type { AuthenticationStep, Now } from './decision.ts';
import { amountOf, type Payment, type PaymentDetails } from '../payment.ts';

export interface ScaParts {
  readonly threeds: ThreeDS;
  readonly cards: CardKnowledge;
}

export type ScaStep =
  | {
      readonly kind: 'authorize';
      readonly exemption: Exemption | null;
      /** The issuer may still ask for an authentication. */
      readonly mayBeAsked: boolean;
    }
  | AuthenticationStep;

export interface ScaSubject {
  readonly payment: Payment;
  readonly merchant: Merchant;
  readonly card: Card;
  readonly details: PaymentDetails;
  readonly customerPresent: boolean;
}

export function scaStep(parts: ScaParts, subject: ScaSubject, now: Now): ScaStep {
  const { payment, merchant, card, details, customerPresent } = subject;
  const known = knownCard(parts.cards, card);
  const enrolled = known !== undefined && isEnrolled(parts.threeds, known);
  const plan = planSca({
    policy: merchant.settings.sca,
    amount: amountOf(payment),
    customerPresent,
    isFirstOfSeries: isFirstOfSeries(details),
    enrolled,
  });
  if (plan.kind === 'authorize' || !known) {
    const exemption = plan.kind === 'authorize' ? plan.exemption : null;
    return { kind: 'authorize', exemption, mayBeAsked: enrolled && exemption !== 'MIT' };
  }
  const made = makeAuthentication(parts.threeds, known, details.device, plan);
  if (made.kind === 'device') return made;
  return { kind: 'authenticate', authentication: begun(parts, payment, made.fresh, now) };
}

/**
 * What follows a soft decline; undefined when nothing can: the customer has been asked to take a
 * challenge before, or the card takes no part in 3-D Secure.
 */
export function afterSoftDecline(
  parts: ScaParts,
  { payment, card, details }: Pick<ScaSubject, 'payment' | 'card' | 'details'>,
  latest: Authentication | undefined,
  now: Now,
): AuthenticationStep | undefined {
  const known = knownCard(parts.cards, card);
  const wasChallenged =
    latest !== undefined && (latest.acsUrl !== null || latest.acsSignedContent !== null);
  if (!known || wasChallenged || !isEnrolled(parts.threeds, known)) return undefined;
  const wanted = { challengeInd: MANDATED, exemption: null };
  const made = makeAuthentication(parts.threeds, known, details.device, wanted);
  if (made.kind === 'device') return made;
  return { kind: 'authenticate', authentication: begun(parts, payment, made.fresh, now) };
}

function begun(
  { threeds }: ScaParts,
  payment: Payment,
  fresh: NewAuthentication,
  now: Now,
): Authentication {
  return newAuthentication(payment, now.ids.next(), fresh, threeds.limits, now.at);
}

function knownCard(cards: CardKnowledge, { number }: Card): KnownCard | undefined {
  const digits = open(number);
  const { organization, row } = cards.facts(digits);
  return organization && { organization, digits, row };
}

function isFirstOfSeries({ options }: PaymentDetails): boolean {
  return (options as { recurring?: string } | undefined)?.recurring === 'INITIAL';
}
