// The merchant setting `providers` as a schema: a list of names for each payment method.

import { Type } from 'typebox';
import { methodNames } from '../methods/registry.ts';

const list = (method: string) =>
  Type.Optional(
    Type.Array(Type.String({ maxLength: 32 }), {
      maxItems: 10,
      uniqueItems: true,
      description: `Providers of ${method}, the preferred one first; empty: any`,
    }),
  );

export const providersSchema = Type.Object(
  Object.fromEntries(methodNames.map((method) => [method, list(method)])),
  { description: 'Which providers the merchant uses; absent methods stay unchanged.' },
);
