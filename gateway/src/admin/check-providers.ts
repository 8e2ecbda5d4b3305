// The merchant setting `providers`: a list of names for each payment method. Only providers of this
// installation that offer the method are accepted.

import { Type } from 'typebox';
import { invalid } from '../core/refusals.ts';
import type { MerchantSettings } from '../merchants/merchant.ts';
import { methodDefinitions, methodNames } from '../methods/registry.ts';
import type { Provider } from '../providers/provider.ts';

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

export type KnownProvider = Pick<Provider, 'name' | 'means'>;

export function checkProviders(
  { providers = {} }: Partial<MerchantSettings>,
  available: readonly KnownProvider[],
): void {
  for (const { name: method, means: needed } of methodDefinitions) {
    const names = available
      .filter(({ means }) => means.some((kind) => needed.includes(kind)))
      .map(({ name }) => name);
    if ((providers[method] ?? []).every((name) => names.includes(name))) continue;
    const field = `settings.providers.${method}`;
    const rule =
      names.length === 0 ? 'be empty: no provider offers it' : `be of ${names.join(', ')}`;
    throw invalid(field, `must ${rule}`);
  }
}
