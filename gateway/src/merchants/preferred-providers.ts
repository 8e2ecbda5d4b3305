// The providers that a merchant uses for a method: in order of preference, and all that its routing
// rules may lead to.

import type { MerchantSettings } from './merchant.ts';

/** Undefined: any provider that offers the method. */
export function preferredProviders(
  { providers }: Pick<MerchantSettings, 'providers'>,
  method: string | null,
): readonly string[] | undefined {
  const names = method === null ? undefined : providers[method];
  return names && names.length > 0 ? names : undefined;
}

/**
 * The providers that a payment may name, and that make the method available. Undefined: any that
 * offers the method.
 */
export function possibleProviders(
  settings: Pick<MerchantSettings, 'providers' | 'routing'>,
  method: string | null,
): readonly string[] | undefined {
  const preferred = preferredProviders(settings, method);
  if (!preferred || !settings.routing) return preferred;
  const rules = settings.routing.filter(
    ({ when }) => when?.methods === undefined || when.methods.includes(method ?? ''),
  );
  return [...new Set([...preferred, ...rules.flatMap(({ providers }) => providers)])];
}
