// The merchant setting `providers` as a schema: a list of names for each payment method.

import { Type } from 'typebox';
import { methods, type Method } from '../merchants/merchant.ts';

const list = (method: Method) =>
  Type.Optional(
    Type.Array(Type.String({ maxLength: 32 }), {
      maxItems: 10,
      uniqueItems: true,
      description: `Providers of ${method}, the preferred one first; empty: any`,
    }),
  );

export const providersSchema = Type.Object(
  Object.fromEntries(methods.map((method) => [method, list(method)])) as Record<
    Method,
    ReturnType<typeof list>
  >,
  { description: 'Which providers the merchant uses; absent methods stay unchanged.' },
);
