// The conditions of routing rules: whether each holds for an authorization, and how operators read
// it. A condition that a rule does not have always holds.

import { formatAmount, money, parseAmount } from '../core/money.ts';
import { localMinute } from '../core/time/local-time.ts';
import {
  dayNames,
  type DayName,
  type RuleConditions,
  type RuleTime,
} from '../merchants/routing/routing-rule.ts';
import type { RouteFacts } from './route.ts';

interface Condition {
  readonly holds: (when: RuleConditions, facts: RouteFacts) => boolean;
  /** What the rule asks for; undefined: it does not have the condition. */
  readonly wanted: (when: RuleConditions, facts: RouteFacts) => string | undefined;
  /** What the authorization has, as a sentence. */
  readonly found: (facts: RouteFacts, when: RuleConditions) => string;
}

type Fact = (facts: RouteFacts) => string | null;

/** The fact is one of a list; a fact that is not known is in no list. */
function listed(
  subject: string,
  list: (when: RuleConditions) => readonly string[] | undefined,
  fact: Fact,
): Condition {
  return {
    holds(when, facts) {
      const wanted = list(when);
      return wanted === undefined || wanted.includes(fact(facts) ?? '');
    },
    wanted: (when) => list(when)?.join(', '),
    found: (facts) => `the ${subject} is ${fact(facts) ?? 'not known'}`,
  };
}

/** Whether all cards that begin with these digits are in the range; its ends have one length. */
function isInRange(bin: string, range: string): boolean {
  const dash = range.indexOf('-');
  if (dash < 0) return bin.startsWith(range);
  const lowest = bin.slice(0, dash).padEnd(dash, '0');
  const highest = bin.slice(0, dash).padEnd(dash, '9');
  return lowest >= range.slice(0, dash) && highest <= range.slice(dash + 1);
}

const bin: Condition = {
  ...listed(
    'BIN',
    ({ bins }) => bins,
    (facts) => facts.bin,
  ),
  holds: ({ bins }, facts) =>
    bins === undefined || bins.some((range) => facts.bin !== null && isInRange(facts.bin, range)),
};

function limitIn(limits: RuleConditions['minAmount'], currency: string): bigint | undefined {
  const text = limits?.[currency];
  const parsed = text === undefined ? undefined : parseAmount(text, currency);
  return parsed?.ok ? parsed.money.minor : undefined;
}

const amount: Condition = {
  holds({ minAmount, maxAmount }, { amountMinor, currency }) {
    if (!minAmount && !maxAmount) return true;
    const min = limitIn(minAmount, currency);
    const max = limitIn(maxAmount, currency);
    if (min === undefined && max === undefined) return false;
    return amountMinor >= (min ?? amountMinor) && amountMinor <= (max ?? amountMinor);
  },
  wanted({ minAmount, maxAmount }, { currency }) {
    if (!minAmount && !maxAmount) return undefined;
    const limits = [
      ['at least', minAmount?.[currency]],
      ['at most', maxAmount?.[currency]],
    ].flatMap(([word, limit]) => (limit === undefined ? [] : [`${word} ${limit} ${currency}`]));
    return limits.join(' and ') || Object.keys({ ...minAmount, ...maxAmount }).join(', ');
  },
  found: ({ amountMinor, currency }) =>
    `the amount is ${formatAmount(money(amountMinor, currency))} ${currency}`,
};

const recurring: Condition = {
  holds: ({ recurring: wanted }, { isRecurring }) => wanted === undefined || wanted === isRecurring,
  wanted: ({ recurring: wanted }) =>
    wanted === undefined ? undefined : `payments with${wanted ? 'out' : ''} the customer`,
  found: ({ isRecurring }) => `it is a payment with${isRecurring ? 'out' : ''} the customer`,
};

const days = Object.keys(dayNames) as readonly DayName[];

function minuteOf(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Times from `from` until `to`, over midnight if `to` is not after `from`. */
function isWithin(minute: number, { from = '00:00', to = '24:00' }: RuleTime): boolean {
  const [first, end] = [minuteOf(from), minuteOf(to)];
  return first < end ? minute >= first && minute < end : minute >= first || minute < end;
}

const time: Condition = {
  holds({ time: wanted }, { at }) {
    if (!wanted) return true;
    const { day, minute } = localMinute(wanted.timeZone, at);
    const isDay = wanted.days === undefined || wanted.days.some((name) => name === days[day]);
    return isDay && isWithin(minute, wanted);
  },
  wanted({ time: wanted }) {
    if (!wanted) return undefined;
    const { days: names = ['every day'], from = '00:00', to = '24:00', timeZone } = wanted;
    return `${names.join(', ')} from ${from} until ${to} in ${timeZone}`;
  },
  found({ at }, { time: wanted }) {
    const { day, minute } = localMinute(wanted?.timeZone ?? 'UTC', at);
    const clock = [Math.floor(minute / 60), minute % 60];
    return `it is ${days[day]} ${clock.map((part) => String(part).padStart(2, '0')).join(':')}`;
  },
};

const conditions: readonly Condition[] = [
  listed(
    'method',
    ({ methods }) => methods,
    ({ method }) => method,
  ),
  listed(
    'organization',
    ({ organizations }) => organizations,
    ({ organization }) => organization,
  ),
  bin,
  listed(
    'country of the issuer',
    ({ countries }) => countries,
    ({ country }) => country,
  ),
  listed(
    'currency',
    ({ currencies }) => currencies,
    ({ currency }) => currency,
  ),
  amount,
  recurring,
  time,
];

/** Whether everything holds, apart from the share. */
export function fits(when: RuleConditions, facts: RouteFacts): boolean {
  return conditions.every(({ holds }) => holds(when, facts));
}

/** Why a rule fits, or the first reason why not: everything apart from the share. */
export function explainConditions(when: RuleConditions, facts: RouteFacts): string {
  const failing = conditions.find(({ holds }) => !holds(when, facts));
  if (failing) {
    return `${failing.found(facts, when)}, the rule is for ${failing.wanted(when, facts)}`;
  }
  const own = conditions.filter(({ wanted }) => wanted(when, facts) !== undefined);
  return own.map(({ found }) => found(facts, when)).join(', ') || 'it fits every payment';
}
