// The providers that a merchant uses for a method, in order of preference.

import type { MerchantSettings, Method } from './merchant.ts';

/** Undefined: any provider. */
export function preferredProviders(
  _settings: MerchantSettings,
  _method: Method | null,
): readonly string[] | undefined {
  return undefined;
}
