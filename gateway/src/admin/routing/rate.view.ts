// Success rates as the operator sees them: by provider, with its organizations, or with the
// countries of issuers too.

import { Type } from 'typebox';
import { present } from '../../core/json/present.ts';
import { oneOf, optionalText } from '../../http/schema.ts';
import { sumBy, type CountedCards, type Counts } from '../../routing/rates/success-rate.ts';

const groupMeanings = {
  PROVIDER: 'One row for each provider. The default.',
  ORGANIZATION: 'One for each card organization at each provider.',
  COUNTRY: 'One for each country of issuers, organization and provider.',
} as const;
type Group = keyof typeof groupMeanings;

export const groupField = Type.Optional(oneOf(groupMeanings, 'How the rates are grouped.'));

const countsSchema = (time: string) =>
  Type.Object(
    {
      finished: Type.Integer({ description: 'Approved, declined, or never arrived' }),
      approved: Type.Integer({ description: 'Approved' }),
      percent: Type.Optional(
        Type.String({ description: 'Share of the approved, in percent', examples: ['93.1'] }),
      ),
    },
    { description: `Authorizations that finished in the last ${time}.` },
  );

export const rateSchema = Type.Object({
  provider: Type.String({ description: 'Provider' }),
  organization: optionalText('Card organization; absent: all, unknown, or no card'),
  country: optionalText('Country of the issuer; absent: all, unknown, or no card'),
  hour: countsSchema('hour'),
  day: countsSchema('24 hours'),
});

const keys: Readonly<Record<Group, (row: CountedCards) => { provider: string }>> = {
  PROVIDER: ({ provider }) => ({ provider }),
  ORGANIZATION: ({ provider, organization }) => ({ provider, organization }),
  COUNTRY: ({ provider, organization, country }) => ({ provider, organization, country }),
};

/** More rows are of no use to a person. */
const MAX_RATES = 1000;

export function rateViews(rows: readonly CountedCards[], by: Group) {
  return sumBy(rows, keys[by])
    .toSorted((left, right) => right.day.finished - left.day.finished)
    .slice(0, MAX_RATES)
    .map(({ hour, day, ...key }) => ({
      ...present(emptyAsNull(key)),
      hour: countsView(hour),
      day: countsView(day),
    }));
}

function emptyAsNull<Key extends object>(key: Key): Key {
  return Object.fromEntries(
    Object.entries(key).map(([name, value]) => [name, value === '' ? null : value]),
  ) as Key;
}

function countsView({ finished, approved }: Counts) {
  const percent = finished === 0 ? null : ((approved / finished) * 100).toFixed(1);
  return { finished, approved, ...present({ percent }) };
}
