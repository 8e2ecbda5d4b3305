// The providers that a merchant uses for a payment method, in order of preference.

import type { MerchantSettings, Method } from './merchant.ts';

/** Undefined: any provider that offers the method. */
export function preferredProviders(
  { providers }: Pick<MerchantSettings, 'providers'>,
  method: Method,
): readonly string[] | undefined {
  const names = providers[method] ?? [];
  return names.length > 0 ? names : undefined;
}
