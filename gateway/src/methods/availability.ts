// Whether a payment can be made by a method: the one source for the methods endpoints and for early
// refusals.

import type { Channel, MerchantSettings, Method } from '../merchants/merchant.ts';
import { isBuilt } from './registry.ts';

/** UNAVAILABLE: the merchant has it on, but this version cannot do it. */
export const availabilities = ['ENABLED', 'DISABLED', 'UNAVAILABLE'] as const;
export type Availability = (typeof availabilities)[number];

/** What of a payment decides which methods it can be paid with. */
export interface Occasion {
  readonly channel: Channel;
  readonly currency: string;
  readonly transKind: string;
  /** The one method the payment is limited to, if it is. */
  readonly method: Method | null;
  /** The methods its creation request was limited to, if it was. */
  readonly limit: readonly string[] | undefined;
}

/** Methods that move only this currency, and that cannot hold an amount for a later capture. */
const onlyCurrency: Partial<Record<Method, string>> = { BLIK: 'PLN', PBL: 'PLN' };

/** Of a merchant in general, or for one payment. */
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
