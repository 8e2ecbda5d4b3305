// Whether a payment can be made with a method: the single source for the methods endpoints, early
// refusals and the payment page.

import type { Merchant, MerchantSettings } from '../merchants/merchant.ts';
import { possibleProviders } from '../merchants/preferred-providers.ts';
import type { RejectCode } from '../providers/reject-codes.ts';
import type { ProviderRegistry } from '../providers/registry.ts';
import type { Availability } from './availability-status.ts';
import type { PaymentFit, PaymentMethod } from './method.ts';
import type { MethodRegistry } from './registry.ts';

/** The payment, as far as it is known. */
export interface AskedPayment extends PaymentFit {
  /** The only method allowed for the payment, if it is restricted. */
  readonly method: string | null;
  /** The methods allowed by its creation request, if they are restricted. */
  readonly limit: readonly string[] | undefined;
  /** The provider that the payment names. */
  readonly provider?: string | undefined;
}

interface AvailabilityParts {
  readonly methods: MethodRegistry;
  readonly providers: ProviderRegistry;
}

/** For a merchant in general, or for one payment. */
export async function availabilityOf(
  parts: AvailabilityParts,
  method: string,
  merchant: Merchant,
  payment?: AskedPayment,
): Promise<Availability> {
  const { settings } = merchant;
  if (!isAllowed(method, settings, payment)) return 'DISABLED';
  const built = parts.methods.find(method);
  if (!built) return 'UNAVAILABLE';
  if (payment && built.fits(payment) !== null) return 'DISABLED';
  const readiness = (await built.readiness?.(merchant)) ?? 'ENABLED';
  if (readiness !== 'ENABLED') return readiness;
  return hasProvider(parts.providers, built, settings, payment) ? 'ENABLED' : 'UNAVAILABLE';
}

/** Null, or why the payment cannot be made with this method. */
export async function reasonAgainst(
  { methods, providers }: AvailabilityParts,
  method: string,
  merchant: Merchant,
  payment: AskedPayment,
): Promise<RejectCode | null> {
  const { settings } = merchant;
  const built = methods.find(method);
  if (!built || !isAllowed(method, settings, payment)) return 'METHOD_NOT_SUPPORTED';
  const misfit = built.fits(payment);
  if (misfit !== null) return misfit;
  const readiness = (await built.readiness?.(merchant)) ?? 'ENABLED';
  if (readiness !== 'ENABLED') return 'METHOD_NOT_SUPPORTED';
  return hasProvider(providers, built, settings, payment) ? null : 'PROVIDER_UNAVAILABLE';
}

/** By the merchant's settings and the restrictions of the payment. */
function isAllowed(method: string, settings: MerchantSettings, payment?: AskedPayment): boolean {
  if (settings.methods?.includes(method) === false) return false;
  if (!payment) return true;
  const { channel, limit } = payment;
  if (!settings.channels.includes(channel)) return false;
  if (payment.method !== null && payment.method !== method) return false;
  return limit === undefined || limit.includes(method);
}

/** A wrong name of a provider is refused as such, not as a provider that is down. */
function hasProvider(
  providers: ProviderRegistry,
  { name, means }: PaymentMethod,
  settings: MerchantSettings,
  payment?: AskedPayment,
): boolean {
  const preferred = possibleProviders(settings, name);
  const named = payment?.provider;
  const isFunding = payment?.transKind === 'ACCT_FUNDING';
  const choices = means.map(
    (kind) => providers.choose({ means: kind, named, preferred, isFunding }).kind,
  );
  return choices.includes('chosen') || !choices.includes('unavailable');
}
