// Checks routing rules beyond their schema: names, providers of this installation that can serve
// the payments of the rule, and ranges that contain something.

import { isCurrency } from '../../core/currency.ts';
import { countryNumeric } from '../../core/iso/country.ts';
import { parseAmount } from '../../core/money.ts';
import { Refusal, type RefusalDetail } from '../../core/refusals.ts';
import { isTimeZone } from '../../core/time/local-time.ts';
import type { MerchantSettings } from '../../merchants/merchant.ts';
import type {
  RoutingRule,
  RuleConditions,
  RuleTime,
} from '../../merchants/routing/routing-rule.ts';
import { methodDefinitions } from '../../methods/registry.ts';
import type { KnownProvider } from '../check-providers.ts';

type Problem = readonly [field: string, message: string];

/** Refuses with every problem of every rule. */
export function checkRouting(
  { routing = [] }: Pick<Partial<MerchantSettings>, 'routing'>,
  available: readonly KnownProvider[],
): void {
  const details: RefusalDetail[] = routing.flatMap((rule, index) =>
    problemsOf(rule, routing.slice(0, index), available).map(([field, message]) => ({
      field: `settings.routing[${index}].${field}`,
      message,
    })),
  );
  if (details.length > 0) throw new Refusal('INVALID_REQUEST', details);
}

function problemsOf(
  rule: RoutingRule,
  before: readonly RoutingRule[],
  available: readonly KnownProvider[],
): Problem[] {
  const { name, when = {} } = rule;
  const isTaken = before.some((one) => one.name === name);
  return [
    ...(isTaken ? [['name', `must be unique; another rule is named ${name}`] as const] : []),
    ...methodProblems(when),
    ...providerProblems(rule, available),
    ...binProblems(when.bins ?? []),
    ...codeProblems(when),
    ...amountProblems(when),
    ...(when.time ? timeProblems(when.time) : []),
  ];
}

/** The methods whose payments can be routed: those of the rule, or all of them. */
function routed({ methods }: RuleConditions) {
  return methodDefinitions.filter(
    ({ name, optionsHaveProviders }) =>
      !optionsHaveProviders && (methods === undefined || methods.includes(name)),
  );
}

function methodProblems({ methods = [] }: RuleConditions): Problem[] {
  return methodDefinitions
    .filter(({ name, optionsHaveProviders }) => optionsHaveProviders && methods.includes(name))
    .map(({ name }) => [
      'when.methods',
      `must not contain ${name}: the customer's choice decides its provider (settings.providers)`,
    ]);
}

function providerProblems(
  { when = {}, providers }: RoutingRule,
  available: readonly KnownProvider[],
): Problem[] {
  const needed = routed(when);
  const kinds = new Set(needed.flatMap(({ means }) => means));
  const usable = available.filter(({ means }) => means.some((kind) => kinds.has(kind)));
  const names = usable.map(({ name }) => name);
  const list = names.join(', ') || 'a provider, but none offers these methods';
  return providers.flatMap((name, index): Problem[] => {
    if (names.includes(name)) return [];
    const isKnown = available.some((one) => one.name === name);
    const methods = when.methods?.join(', ') ?? 'any method that can be routed';
    const reason = isKnown ? `does not offer ${methods}` : 'is not connected';
    return [[`providers[${index}]`, `must be of ${list}; this one ${reason}`]];
  });
}

function binProblems(bins: readonly string[]): Problem[] {
  return bins.flatMap((text, index): Problem[] => {
    const [from = '', to] = text.split('-');
    const field = `when.bins[${index}]`;
    if (to === undefined) return [];
    if (from.length !== to.length) return [[field, 'must have as many digits at both ends']];
    return from > to ? [[field, 'must not end before it begins']] : [];
  });
}

function codeProblems({ countries = [], currencies = [] }: RuleConditions): Problem[] {
  const country = countries.find((code) => countryNumeric(code) === undefined);
  const currency = currencies.find((code) => !isCurrency(code));
  return [
    ...(country === undefined
      ? []
      : [['when.countries', `must be ISO 3166 country codes; ${country} is none`] as const]),
    ...(currency === undefined
      ? []
      : [['when.currencies', `must be active ISO 4217 currencies; ${currency} is none`] as const]),
  ];
}

function amountProblems({ currencies, minAmount = {}, maxAmount = {} }: RuleConditions): Problem[] {
  const found: Problem[] = [];
  const minor = (name: 'minAmount' | 'maxAmount', currency: string, text?: string) => {
    const parsed = text === undefined ? undefined : parseAmount(text, currency);
    if (parsed?.ok === false) found.push([`when.${name}.${currency}`, parsed.reason]);
    return parsed?.ok ? parsed.money.minor : undefined;
  };
  const named = Object.keys({ ...minAmount, ...maxAmount });
  for (const currency of named) {
    const min = minor('minAmount', currency, minAmount[currency]);
    const max = minor('maxAmount', currency, maxAmount[currency]);
    if (min !== undefined && max !== undefined && min > max) {
      found.push([`when.minAmount.${currency}`, 'must be at most maxAmount']);
    }
    if (currencies?.includes(currency) === false) {
      found.push(['when.currencies', `must contain ${currency}, for which there is an amount`]);
    }
  }
  return found;
}

function timeProblems({ timeZone, from = '00:00', to = '24:00' }: RuleTime): Problem[] {
  return [
    ...(isTimeZone(timeZone)
      ? []
      : [['when.time.timeZone', 'must be an IANA time zone such as Europe/Warsaw'] as const]),
    ...(from === to ? [['when.time.to', 'must differ from `from`'] as const] : []),
  ];
}
