// Which wallets a device has, as far as its user agent tells. The server keeps the place of their
// buttons free, so that the page does not jump when its script has found out.

import type { Facts, MethodEntry, MethodName } from '../../state.ts';

/** What the gateway says about Google Pay in the entry of the method. */
export interface GooglePayEntry {
  readonly gateway?: string;
  readonly googleMerchantId?: string;
}

export function googlePayEntry({ methods }: Facts): GooglePayEntry {
  return (methods.find(({ method }) => method === 'GPAY') ?? {}) as GooglePayEntry;
}

/** Chrome has the payment handler; asking it would already contact Google. */
export function mayHaveGooglePay(facts: Facts, userAgent: string): boolean {
  const { gateway, googleMerchantId } = googlePayEntry(facts);
  const isConfigured = gateway !== undefined && googleMerchantId !== undefined;
  return isConfigured && /Chrome\/(?!.*(Edg|OPR)\/)/.test(userAgent);
}

/** All browsers of iPhone and iPad, and Safari on a Mac. */
const APPLE = /\((iPhone|iPad|Macintosh)(?!.*(Chrome|Firefox)\/)/;

/** The sandbox has its own wallets on every device. */
export function likelyWallets(facts: Facts, isSandbox: boolean, userAgent: string): MethodName[] {
  const isLikely = ({ method, status }: MethodEntry): boolean => {
    if (status !== 'ENABLED') return false;
    if (method === 'APAY') return isSandbox || APPLE.test(userAgent);
    return method === 'GPAY' && (isSandbox || mayHaveGooglePay(facts, userAgent));
  };
  return facts.methods.filter(isLikely).map(({ method }) => method);
}
