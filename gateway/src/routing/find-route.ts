// Finds the route of an authorization: the first rule of the merchant that fits decides; without
// one, the merchant's providers of the method; without those, any provider.

import type { MerchantSettings } from '../merchants/merchant.ts';
import { preferredProviders } from '../merchants/preferred-providers.ts';
import type { RoutingRule } from '../merchants/routing/routing-rule.ts';
import { explainConditions, fits } from './conditions.ts';
import { explore, orderByRate, type Ordered } from './order-by-rate.ts';
import type { Provider } from '../providers/provider.ts';
import { canServe } from '../providers/registry.ts';
import type { SuccessRates } from './rates/success-rate.ts';
import type { FindRoute, Route, RouteFacts } from './route.ts';
import { shareOf } from './share.ts';

interface RouteParts {
  readonly rates: Pick<SuccessRates, 'counts'>;
  readonly providers: readonly Pick<Provider, 'name' | 'means' | 'canFund'>[];
}

export function createFindRoute(parts: RouteParts): FindRoute {
  return (settings, facts) => {
    const rule = settings.routing?.find(
      (one) => fits(one.when ?? {}, facts) && isServed(parts, one, facts) && isIn(one, facts),
    );
    if (!rule) return fallback(settings, facts.method);
    const { name, when = {} } = rule;
    const reason = explainConditions(when, facts);
    const { percent } = when;
    const share = percent === undefined ? '' : `, it is in the share of ${percent} %`;
    const ordered = orderOf(parts, rule, facts);
    const { providers, why } = rule.best ? explore(ordered, facts.paymentId, name) : ordered;
    return { rule: name, why: `${reason}${share}${why}`, providers };
  };
}

/** Whether a provider of the rule can serve it at all: a rule for all payments may name few. */
function isServed({ providers }: RouteParts, rule: RoutingRule, facts: RouteFacts): boolean {
  return providers.some((one) => rule.providers.includes(one.name) && canServe(one, facts));
}

/** Whether the payment is in the share of the rule. */
function isIn({ name, when }: RoutingRule, { paymentId }: RouteFacts): boolean {
  const { percent } = when ?? {};
  return percent === undefined || shareOf(paymentId, name) * 100 < percent;
}

function orderOf(
  { rates }: RouteParts,
  { providers, best }: RoutingRule,
  facts: RouteFacts,
): Ordered {
  if (!best || providers.length < 2) return { providers, why: '' };
  const ordered = orderByRate(rates, providers, facts);
  return { ...ordered, why: `; ${ordered.why}` };
}

function fallback(settings: Pick<MerchantSettings, 'providers'>, method: string | null): Route {
  const providers = preferredProviders(settings, method);
  const why = providers ? `the merchant's providers of ${method}` : 'any provider';
  return { rule: null, why: `no rule fits: ${why}`, providers };
}

/** SHARE: it decides for a share of such payments; the others go on to the next rules. */
export type RuleResult = 'FITS' | 'SHARE' | 'FITS_NOT' | 'NOT_REACHED';

interface ExplainedRule {
  readonly name: string;
  readonly result: RuleResult;
  readonly why: string;
  readonly providers: readonly string[];
}

export interface ExplainedRoute {
  /** All rules in their order. */
  readonly rules: readonly ExplainedRule[];
  /** What decides for the payments that are in no share. */
  readonly route: Route;
}

/** What a payment with these facts would do, whatever its id. */
export function explainRoute(
  parts: RouteParts,
  settings: Pick<MerchantSettings, 'providers' | 'routing'>,
  facts: RouteFacts,
): ExplainedRoute {
  const rules: ExplainedRule[] = [];
  let decided: ExplainedRule | undefined;
  for (const rule of settings.routing ?? []) {
    const explained = explainRule(parts, rule, facts, decided);
    if (explained.result === 'FITS') decided = explained;
    rules.push(explained);
  }
  if (!decided) return { rules, route: fallback(settings, facts.method) };
  const { name, why, providers } = decided;
  return { rules, route: { rule: name, why, providers } };
}

function explainRule(
  parts: RouteParts,
  rule: RoutingRule,
  facts: RouteFacts,
  decided: ExplainedRule | undefined,
): ExplainedRule {
  const { name, when = {} } = rule;
  if (decided) {
    const why = `the rule ${decided.name} decides`;
    return { name, result: 'NOT_REACHED', why, providers: rule.providers };
  }
  const reason = explainConditions(when, facts);
  if (!fits(when, facts)) {
    return { name, result: 'FITS_NOT', why: reason, providers: rule.providers };
  }
  if (!isServed(parts, rule, facts)) {
    const what = `${facts.means}${facts.isFunding ? ' of account funding' : ''}`;
    const why = `none of its providers takes ${what}`;
    return { name, result: 'FITS_NOT', why, providers: rule.providers };
  }
  const { providers, why } = orderOf(parts, rule, facts);
  if (when.percent === undefined || when.percent === 100) {
    return { name, result: 'FITS', why: `${reason}${why}`, providers };
  }
  const share = `it decides for ${when.percent} % of the payments`;
  return { name, result: 'SHARE', why: `${reason}, ${share}${why}`, providers };
}
