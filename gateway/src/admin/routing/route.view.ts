// What the operator sees of routes: those of the authorizations of a payment, and the rules that a
// payment with some card would meet.

import { Type } from 'typebox';
import { isoTime } from '../../core/clock.ts';
import { present } from '../../core/json/present.ts';
import { oneOf, optionalText, time } from '../../http/schema.ts';
import type { Attempt, AttemptState } from '../../providers/attempt.ts';
import { canServe, type ProviderRegistry } from '../../providers/registry.ts';
import type { ExplainedRoute, RuleResult } from '../../routing/find-route.ts';
import type { RouteFacts } from '../../routing/route.ts';

const stateMeanings: Readonly<Record<AttemptState, string>> = {
  OPEN: 'The call is in progress.',
  UNKNOWN: 'The provider is asked what happened.',
  PENDING: 'The provider has not decided yet, or waits for the customer.',
  APPROVED: 'Approved.',
  DECLINED: 'Declined, or certainly not sent.',
  VOID: 'It never arrived at the provider.',
  STOPPED: 'The provider ended it at the request of the gateway.',
};

const rule = optionalText('Name of the rule that decided; absent: none did');
const why = Type.String({ description: 'Why, in a sentence' });
const inOrder = (description: string) => Type.Array(Type.String(), { description });

export const authorizationSchema = Type.Object({
  attemptId: Type.String({ description: 'Id of the attempt; the provider knows it too' }),
  provider: Type.String({ description: 'Provider to which it went' }),
  state: oneOf(stateMeanings, 'What became of it.'),
  rule,
  why: Type.Optional(why),
  providers: Type.Optional(inOrder('Providers in the order in which they are tried.')),
  position: Type.Optional(
    Type.Integer({ description: 'How many providers were tried before, for this authorization' }),
  ),
  organization: optionalText('Card organization; absent: unknown, or no card'),
  country: optionalText('Country of the issuer; absent: unknown, or no card'),
  rejectCode: optionalText('Why it was declined'),
  providerCode: optionalText('Code of the provider for the decline'),
  startedAt: time('When it was sent'),
  finishedAt: Type.Optional(time('When its result was known')),
});

/** Authorizations from before there were routes have none. */
export function authorizationView(attempt: Attempt) {
  const { attemptId, provider, state, rejectCode, providerCode } = attempt;
  const {
    rule: name,
    why: reason,
    providers,
    position,
    organization,
    country,
  } = attempt.route ?? {};
  return {
    attemptId,
    provider,
    state,
    ...present({ rule: name, why: reason, providers, position, organization, country }),
    ...present({ rejectCode, providerCode }),
    startedAt: isoTime(attempt.startedAt),
    ...(attempt.finishedAt === null ? {} : { finishedAt: isoTime(attempt.finishedAt) }),
  };
}

const resultMeanings: Readonly<Record<RuleResult, string>> = {
  FITS: 'It decides.',
  SHARE: 'It decides for a share of such payments; the others go on to the next rule.',
  FITS_NOT: 'It does not fit.',
  NOT_REACHED: 'A rule before it decides.',
};

const usableMeanings = {
  USABLE: 'It can take the payment now.',
  DOWN: 'Its guard is open, so it is skipped.',
  NOT_OFFERED: 'It does not take such payments, so it is skipped.',
  NOT_CONNECTED: 'This installation does not have it, so it is skipped.',
} as const;

const candidate = Type.Object({
  name: Type.String({ description: 'Name of the provider' }),
  state: oneOf(usableMeanings, 'Whether it can be used now.'),
});

export const explainedSchema = Type.Object({
  organization: optionalText('Card organization; absent: unknown, or no card'),
  country: optionalText('Country of the issuer; absent: unknown, or no card'),
  rules: Type.Array(
    Type.Object({
      name: Type.String({ description: 'Name of the rule' }),
      result: oneOf(resultMeanings, 'Whether it decides.'),
      why,
      providers: inOrder('Its providers.'),
    }),
    { description: 'All rules of the merchant in their order.' },
  ),
  rule,
  why,
  providers: Type.Array(candidate, {
    description: 'Providers of the payment, in the order in which they are tried.',
  }),
});

type Registry = Pick<ProviderRegistry, 'list' | 'capacity'>;

export function explainedView(
  registry: Registry,
  facts: RouteFacts,
  { rules, route }: ExplainedRoute,
) {
  const { organization, country } = facts;
  const able = registry.list.filter((provider) => canServe(provider, facts));
  const names = route.providers ?? able.map(({ name }) => name);
  return {
    ...present({ organization, country }),
    rules,
    ...present({ rule: route.rule }),
    why: route.why,
    providers: names.map((name) => ({ name, state: usability(registry, facts, name) })),
  };
}

function usability(registry: Registry, facts: RouteFacts, name: string) {
  const provider = registry.list.find((one) => one.name === name);
  if (!provider) return 'NOT_CONNECTED';
  if (!canServe(provider, facts)) return 'NOT_OFFERED';
  return registry.capacity(name) > 0 ? 'USABLE' : 'DOWN';
}
