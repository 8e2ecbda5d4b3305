// A fee rule in requests and answers of the operator API.

import { Type, type Static } from 'typebox';
import { assert } from '../../core/assert.ts';
import { organizationNames } from '../../cards/card-number.ts';
import { isoTime, type Instant } from '../../core/clock.ts';
import { currencyDecimals } from '../../core/currency.ts';
import { numberText } from '../../core/json.ts';
import { present } from '../../core/json/present.ts';
import { invalid } from '../../core/refusals.ts';
import { ALL_MERCHANTS, type FeeRule } from '../../fees/fee.ts';
import { formatPercent, parsePercent, PERCENT_FORM, percentRule } from '../../fees/percent.ts';
import {
  amountOrZero,
  amountReply,
  amountView,
  currencyCode,
  oneOf,
  optionalText,
  patternText,
  time,
} from '../../http/schema.ts';
import { methodFacts, methodMeanings } from '../../methods/registry.ts';
import { readAmount } from '../../payments/requests/new-payment.ts';
import { mid } from '../fields.ts';

const method = Type.Optional(oneOf(methodMeanings, 'Only payments with this method.'));
const organization = Type.Optional(
  oneOf(organizationNames, 'Only payments with cards of this organization.'),
);

export const newRuleSchema = Type.Object({
  merchantId: Type.Optional(mid('MID; absent: all merchants')),
  method,
  organization,
  currency: currencyCode('Only payments in this currency; of the amounts too'),
  percent: patternText(PERCENT_FORM.source, percentRule, {
    maxLength: 8,
    description: 'Percentage of the captured amount as text, with at most four decimals',
    examples: ['1.25'],
  }),
  fixed: Type.Optional(amountOrZero('Added to the percentage. Absent: 0.')),
  minimum: Type.Optional(amountOrZero('The least fee of a payment. Absent: 0.')),
  validFrom: Type.Optional(
    time('For payments captured at or after this time; not in the past. Absent: now.'),
  ),
});

export const ruleSchema = Type.Object({
  ruleId: Type.String({ description: 'Id of the rule' }),
  merchantId: optionalText('MID; absent: all merchants'),
  method,
  organization,
  currency: Type.String({ description: 'ISO 4217 code' }),
  percent: Type.String({ description: 'Percentage of the captured amount', examples: ['1.25'] }),
  fixed: amountReply('Added to the percentage'),
  minimum: amountReply('The least fee of a payment'),
  validFrom: time('For payments captured at or after this time'),
  createdAt: time('When it was added'),
});

export function readRule(
  body: Static<typeof newRuleSchema>,
  now: Instant,
): Omit<FeeRule, 'ruleId' | 'createdAt'> {
  const { method: only, organization: of, currency } = body;
  if (currencyDecimals(currency) === undefined) {
    throw invalid('currency', 'must be an active ISO 4217 currency such as PLN');
  }
  // A rule with an organization would never count for a method without cards.
  if (of !== undefined && only !== undefined && !methodFacts(only)?.hasCards) {
    throw invalid('organization', `must be absent for method ${only}, which has no cards`);
  }
  const percentMillionths = parsePercent(body.percent);
  assert(percentMillionths !== undefined, 'the schema allows nothing else');
  return {
    merchantId: body.merchantId ?? ALL_MERCHANTS,
    method: only ?? null,
    organization: of ?? null,
    currency,
    percentMillionths,
    fixedMinor: amountOrZeroOf(body.fixed, currency, 'fixed'),
    minimumMinor: amountOrZeroOf(body.minimum, currency, 'minimum'),
    validFrom: startOf(body.validFrom, now),
  };
}

function amountOrZeroOf(value: unknown, currency: string, field: string): bigint {
  const text = value === undefined ? '0' : numberText(value);
  if (text !== undefined && /^0(\.0+)?$/.test(text)) return 0n;
  return readAmount(value, currency, field).minor;
}

function startOf(validFrom: string | undefined, now: Instant): Instant {
  if (validFrom === undefined) return now;
  const at = Date.parse(validFrom);
  if (!(at >= now)) throw invalid('validFrom', `must not be before ${isoTime(now)}`);
  return at;
}

export function ruleView({ ruleId, merchantId, currency, ...rule }: FeeRule) {
  const number = (minor: bigint) => amountView(minor, currency);
  const { method: only, organization: of } = rule;
  const owner = merchantId === ALL_MERCHANTS ? null : merchantId;
  return {
    ruleId,
    ...present({ merchantId: owner, method: only, organization: of }),
    currency,
    percent: formatPercent(rule.percentMillionths),
    fixed: number(rule.fixedMinor),
    minimum: number(rule.minimumMinor),
    validFrom: isoTime(rule.validFrom),
    createdAt: isoTime(rule.createdAt),
  };
}
