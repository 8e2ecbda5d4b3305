// The merchant setting `routing` as a schema: a list of rules, each with conditions and providers.

import { Type } from 'typebox';
import { organizationNames } from '../../cards/card-number.ts';
import { currencyCode, oneOf, optionalFlag, patternText } from '../../http/schema.ts';
import { dayNames } from '../../merchants/routing/routing-rule.ts';
import { methodMeanings, methodNames } from '../../methods/registry.ts';

const MAX_RULES = 50;
const MAX_PROVIDERS = 5;
const MAX_VALUES = 100;

const CLOCK_TIME = '([01][0-9]|2[0-3]):[0-5][0-9]';
const clockTime = (pattern: string, description: string) =>
  Type.Optional(patternText(`^(${pattern})$`, 'a time of day such as 08:30', { description }));

const timeSchema = Type.Object(
  {
    timeZone: Type.String({ maxLength: 64, description: 'IANA time zone, such as Europe/Warsaw' }),
    days: Type.Optional(
      Type.Array(oneOf(dayNames, 'Day.'), {
        minItems: 1,
        maxItems: 7,
        uniqueItems: true,
        description: 'Days on which it fits; absent: every day.',
      }),
    ),
    from: clockTime(CLOCK_TIME, 'First minute, HH:MM; 00:00 by default'),
    to: clockTime(
      `${CLOCK_TIME}|24:00`,
      'First minute after it, HH:MM; 24:00 by default. Before `from`: over midnight.',
    ),
  },
  { description: 'When it fits, by the time of the authorization.' },
);

const amounts = (description: string) =>
  Type.Optional(
    Type.Record(Type.String({ pattern: '^[A-Z]{3}$' }), Type.String({ maxLength: 20 }), {
      description,
      examples: [{ PLN: '100.00', EUR: '25.00' }],
    }),
  );

const whenSchema = Type.Object(
  {
    methods: Type.Optional(
      Type.Array(oneOf(methodMeanings, 'Method.'), {
        minItems: 1,
        maxItems: methodNames.length,
        uniqueItems: true,
        description: 'Payment methods, wallets included.',
      }),
    ),
    organizations: Type.Optional(
      Type.Array(oneOf(organizationNames, 'Organization.'), {
        minItems: 1,
        maxItems: Object.keys(organizationNames).length,
        uniqueItems: true,
        description: 'Card organizations.',
      }),
    ),
    bins: Type.Optional(
      Type.Array(
        patternText('^[0-9]{6,8}(-[0-9]{6,8})?$', 'the first 6 to 8 digits, or a range of them'),
        {
          minItems: 1,
          maxItems: MAX_VALUES,
          uniqueItems: true,
          description: 'First 6 to 8 digits of the card, or ranges such as 41111100-41111149.',
        },
      ),
    ),
    countries: Type.Optional(
      Type.Array(patternText('^[A-Z]{2}$', 'an ISO 3166 country code such as PL'), {
        minItems: 1,
        maxItems: 300,
        uniqueItems: true,
        description: 'Countries of the issuer, two letters.',
      }),
    ),
    currencies: Type.Optional(
      Type.Array(currencyCode('ISO 4217 code'), {
        minItems: 1,
        maxItems: 200,
        uniqueItems: true,
        description: 'Currencies.',
      }),
    ),
    minAmount: amounts('Lowest amounts by currency, included; other currencies do not fit'),
    maxAmount: amounts('Highest amounts by currency, included; other currencies do not fit'),
    recurring: optionalFlag('Whether it fits payments without the customer, or only the others'),
    time: Type.Optional(timeSchema),
    percent: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        description: 'Share of the payments that fit otherwise; the same payments every time',
      }),
    ),
  },
  { description: 'Conditions; all of them must hold. Absent: it fits every payment.' },
);

const ruleSchema = Type.Object(
  {
    name: patternText(
      '^[A-Za-z][A-Za-z0-9._-]{0,39}$',
      'a letter and up to 39 letters, digits, dots, hyphens or underscores',
      { description: 'Unique for the merchant; stored with every payment it decides' },
    ),
    when: Type.Optional(whenSchema),
    providers: Type.Array(Type.String({ maxLength: 32 }), {
      minItems: 1,
      maxItems: MAX_PROVIDERS,
      uniqueItems: true,
      description: 'Providers in the order in which they are tried',
    }),
    best: optionalFlag('Order the providers by their success rates'),
  },
  { description: 'Rule.' },
);

export const routingSchema = Type.Array(ruleSchema, {
  maxItems: MAX_RULES,
  description:
    'Routing rules: the first that fits decides to which providers an authorization goes; the ' +
    'list replaces the one before. Without one that fits, `providers` counts.',
});
