// The providers that a merchant uses for a method, in order of preference.

import type { MerchantSettings } from './merchant.ts';

/** Undefined: any provider that offers the method. */
export function preferredProviders(
  { providers }: Pick<MerchantSettings, 'providers'>,
  method: string | null,
): readonly string[] | undefined {
  const names = method === null ? undefined : providers[method];
  return names && names.length > 0 ? names : undefined;
}
