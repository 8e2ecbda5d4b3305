// Checks the merchant setting `providers`: only providers of this installation that offer the
// method are accepted.

import { invalid } from '../core/refusals.ts';
import type { MerchantSettings } from '../merchants/merchant.ts';
import { methodDefinitions } from '../methods/registry.ts';
import type { Provider } from '../providers/provider.ts';

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
