// The script of Click to Pay, at the address that the gateway names.

import type { Facts } from '../../state.ts';

export const C2P = 'C2P';

/** The trusted types policy; browser/methods/c2p/ creates it. */
export const C2P_POLICY = 'click-to-pay';

export function sdkUrlOf({ details }: Facts): string | undefined {
  const [first] = (details[C2P] ?? []) as readonly { readonly sdkURL?: string }[];
  return first?.sdkURL;
}
