// Whether a payment can be made with a method; used by the methods endpoints and for early
// refusals.

import type { Channel, MerchantSettings, Method } from '../merchants/merchant.ts';
import { isBuilt } from './registry.ts';

/** UNAVAILABLE: enabled for the merchant, but not supported by this version. */
export const availabilities = ['ENABLED', 'DISABLED', 'UNAVAILABLE'] as const;
export type Availability = (typeof availabilities)[number];

export const availabilityMeanings: Readonly<Record<Availability, string>> = {
  ENABLED: 'Can be used.',
  DISABLED: 'Not enabled for the merchant, or not possible for this payment.',
  UNAVAILABLE: 'Enabled for the merchant, but not available in this version.',
};

/** The properties of a payment that decide which methods are available. */
export interface Occasion {
  readonly channel: Channel;
  readonly currency: string;
  readonly transKind: string;
  /** The only method allowed for the payment, if it is restricted. */
  readonly method: Method | null;
  /** The methods allowed by its creation request, if they are restricted. */
  readonly limit: readonly string[] | undefined;
}

/** Methods with a single currency; they do not support preauthorization. */
const onlyCurrency: Partial<Record<Method, string>> = { BLIK: 'PLN', PBL: 'PLN' };

/** For a merchant in general, or for one payment. */
export function availabilityOf(
  method: Method,
  settings: MerchantSettings,
  occasion?: Occasion,
): Availability {
  const isOn = settings.methods.includes(method);
  if (!isOn || (occasion && !fits(method, settings, occasion))) return 'DISABLED';
  return isBuilt(method) ? 'ENABLED' : 'UNAVAILABLE';
}

function fits(method: Method, settings: MerchantSettings, occasion: Occasion): boolean {
  const { channel, currency, transKind, limit } = occasion;
  if (!settings.channels.includes(channel)) return false;
  if ((onlyCurrency[method] ?? currency) !== currency) return false;
  if (transKind === 'PREAUTH' && onlyCurrency[method] !== undefined) return false;
  if (occasion.method !== null && occasion.method !== method) return false;
  return limit === undefined || limit.includes(method);
}
