// The provider of an authorization: by the route of the merchant, among those that offer the means
// and are not down; and the next one, if the first certainly took no money.

import type { Instant } from '../../core/clock.ts';
import { open } from '../../core/secret.ts';
import type { MerchantSettings } from '../../merchants/merchant.ts';
import { possibleProviders } from '../../merchants/preferred-providers.ts';
import type { StoredRoute } from '../../providers/attempt.ts';
import { meansKind, type Means } from '../../providers/means.ts';
import type { Finding } from '../../providers/outcome.ts';
import type { Provider } from '../../providers/provider.ts';
import type { RouteFacts } from '../../routing/route.ts';
import { MAX_AUTHORIZATIONS } from '../decisions/another-try.ts';
import type { NextCall } from '../decisions/decision.ts';
import type { Elsewhere } from '../decisions/outcome.ts';
import { isFunding, type Loaded, type Payment } from '../model/payment.ts';
import type { PaymentParts } from './parts.ts';

type ChoiceParts = Pick<PaymentParts, 'providers' | 'cards' | 'findRoute'>;

interface ChoiceRequest {
  readonly settings: MerchantSettings;
  readonly payment: Payment;
  readonly method: string | null;
  readonly means: Means;
  /** The provider that the payment or its instrument names. */
  readonly named: string | undefined;
  readonly at: Instant;
}

interface ChosenProvider {
  readonly provider: Provider;
  readonly route: StoredRoute;
}

/** Where an authorization goes, as its attempt says. */
export function placeOf({ provider, route }: ChosenProvider, { validUntil }: Payment) {
  const waitUntil = provider.mayReportLater ? validUntil : null;
  return { provider: provider.name, route, waitUntil };
}

/** Undefined: none is available. */
export function chooseProvider(
  parts: ChoiceParts,
  { settings, payment, method, means, named, at }: ChoiceRequest,
): ChosenProvider | undefined {
  const card = cardOf(parts, means);
  const { amountMinor, currency, paymentId, recurring } = payment;
  const { rule, why, providers } = parts.findRoute(settings, {
    ...card,
    ...{ paymentId, method, amountMinor, currency, at },
    means: meansKind(means),
    isFunding: isFunding(payment),
    isRecurring: recurring === 'SUBSEQUENT',
  });
  const choice = parts.providers.choose({
    means: meansKind(means),
    named,
    preferred: named === undefined ? providers : possibleProviders(settings, method),
    isFunding: isFunding(payment),
  });
  if (choice.kind !== 'chosen') return undefined;
  const { organization, country } = card;
  const isNamed = named !== undefined;
  const route: StoredRoute = {
    rule: isNamed ? null : rule,
    why: isNamed ? 'the payment names its provider' : why,
    providers: [choice.provider.name, ...choice.others],
    position: 0,
    ...(organization === null ? {} : { organization }),
    ...(country === null ? {} : { country }),
  };
  return { provider: choice.provider, route };
}

const noCard = { organization: null, bin: null, country: null };

/** The number of a network token says nothing about the range of its card. */
function cardOf(
  { cards }: Pick<ChoiceParts, 'cards'>,
  means: Means,
): Pick<RouteFacts, 'organization' | 'bin' | 'country'> {
  if (means.kind !== 'card') return noCard;
  const digits = open(means.card.number);
  const { organization = null, issuerCountry } = cards.facts(digits);
  if (means.numberType !== 'PAN') return { ...noCard, organization };
  return { organization, bin: digits.slice(0, 8), country: issuerCountry };
}

/** How many providers one authorization is tried at. */
const MAX_PROVIDERS = 3;

/**
 * The next provider of the route after a decline that another one may approve. Never after an
 * unknown outcome: only a decline says that no money has moved.
 */
export function placeElsewhere(
  { providers }: Pick<ChoiceParts, 'providers'>,
  { attempt, means, funding }: NextCall,
  finding: Finding,
  { payment, attempts }: Pick<Loaded, 'payment' | 'attempts'>,
  at: Instant,
): Elsewhere | undefined {
  const { verb, provider, route } = attempt;
  if (means === null || finding.kind !== 'declined' || finding.mayTryElsewhere !== true)
    return undefined;
  if (verb !== 'authorize' || route === null || payment.validUntil <= at) return undefined;
  const authorizations = attempts.filter((one) => one.verb === 'authorize');
  const position = route.position + 1;
  if (position >= MAX_PROVIDERS || authorizations.length >= MAX_AUTHORIZATIONS) return undefined;
  const following = route.providers.slice(route.providers.indexOf(provider) + 1);
  const next = following.find((name) => providers.capacity(name) > 0);
  if (next === undefined) return undefined;
  const why = `${provider} declined with ${finding.rejectCode}`;
  const chosen = { provider: providers.get(next), route: { ...route, why, position } };
  const place = placeOf(chosen, payment);
  // A customer who is asked on a phone may act as long as before.
  const waitUntil = means.kind === 'card' ? place.waitUntil : attempt.waitUntil;
  return { ...place, means, funding, waitUntil };
}
