// The question of the operator "where would such a payment go?" as facts for routing.

import { Type, type Static } from 'typebox';
import type { CardKnowledge } from '../../cards/card-knowledge.ts';
import type { Instant } from '../../core/clock.ts';
import { isCurrency } from '../../core/currency.ts';
import { FIRST_ID } from '../../core/id.ts';
import { invalid } from '../../core/refusals.ts';
import { amount, currencyCode, oneOf, optionalFlag, patternText, time } from '../../http/schema.ts';
import { methodFacts, methodMeanings } from '../../methods/registry.ts';
import { readAmount } from '../../payments/requests/new-payment.ts';
import type { RouteFacts } from '../../routing/route.ts';

export const questionSchema = Type.Object({
  method: oneOf(methodMeanings, 'Payment method.'),
  bin: Type.Optional(
    patternText('^[0-9]{6,8}$', 'the first 6 to 8 digits of a card, never a whole number', {
      description: 'First 6 to 8 digits of the card; absent: an unknown card, or no card',
    }),
  ),
  currency: currencyCode('ISO 4217 code'),
  amount: amount('Amount in major units'),
  recurring: optionalFlag('Whether it is a payment of a series, without the customer'),
  at: Type.Optional(time('When it would be made. Absent: now.')),
});

export function readFacts(
  cards: CardKnowledge,
  { method, bin, currency, ...asked }: Static<typeof questionSchema>,
  now: Instant,
): RouteFacts {
  if (!isCurrency(currency)) throw invalid('currency', 'must be an active ISO 4217 currency');
  const definition = methodFacts(method);
  const [means] = definition?.means ?? [];
  if (means === undefined || definition?.optionsHaveProviders) {
    throw invalid('method', `must be another one: the customer's choice decides about ${method}`);
  }
  if (bin !== undefined && !definition?.hasCards) {
    throw invalid('bin', `must be absent for method ${method}, which has no cards`);
  }
  const card = bin === undefined ? undefined : cards.facts(bin);
  // The number of a network token says nothing about the range of its card.
  const isNumber = means === 'PAN';
  return {
    paymentId: FIRST_ID,
    method,
    means,
    isFunding: false,
    organization: card?.organization ?? null,
    bin: isNumber ? (bin ?? null) : null,
    country: isNumber ? (card?.issuerCountry ?? null) : null,
    amountMinor: readAmount(asked.amount, currency, 'amount').minor,
    currency,
    isRecurring: asked.recurring ?? false,
    at: asked.at === undefined ? now : Date.parse(asked.at),
  };
}
