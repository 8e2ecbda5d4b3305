// Whether a payment can be paid with Google Pay in a browser.

import { entryOf, type Facts, type MethodEntry } from '../../state.ts';

export const GPAY = 'GPAY';

interface GooglePayEntry extends MethodEntry {
  readonly gateway?: string;
  readonly googleMerchantId?: string;
}

export function googlePayEntry(facts: Facts): GooglePayEntry | undefined {
  return entryOf(facts, GPAY);
}

/** Chrome has the payment handler; asking it would already contact Google. */
export function mayHaveGooglePay(facts: Facts, userAgent: string): boolean {
  const { gateway, googleMerchantId } = googlePayEntry(facts) ?? {};
  const isConfigured = gateway !== undefined && googleMerchantId !== undefined;
  return isConfigured && /Chrome\/(?!.*(Edg|OPR)\/)/.test(userAgent);
}
