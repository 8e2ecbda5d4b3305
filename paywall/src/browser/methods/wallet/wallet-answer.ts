// What a wallet gets and what it answers.

import type { Facts, PageState } from '../../../page/state.ts';

/** The state of a page with an open link. */
export type OpenState = PageState & { readonly facts: Facts };

export type WalletAnswer =
  | { readonly kind: 'token'; readonly token: string }
  /** The token was sent already, while the sheet of the wallet was open. */
  | { readonly kind: 'paid' }
  /** The customer has closed the wallet. */
  | { readonly kind: 'closed' }
  /** The browser has opened no window. */
  | { readonly kind: 'blocked' }
  | { readonly kind: 'failed' };

/** Base64 of the text in UTF-8. */
export function encodeText(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
