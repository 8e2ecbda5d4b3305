// What wallets share. All need a script: the browser gets the token from the wallet, and a form has
// none.

import type { ComponentChildren } from '../../element.ts';
import type { OpenViewProps, PageMethod } from '../../method.ts';
import type { TextKey } from '../../texts/texts.ts';
import { cardReceipt } from '../card/card-receipt.ts';

export const walletParts = {
  read: () => ({ ok: false, errors: [] }),
  refusals: {
    WALLET_TOKEN_INVALID: ['wallet:refused', 'refusal.chooseOther'],
    WALLET_TOKEN_EXPIRED: ['wallet:expired', 'refusal.tryAgain'],
    WALLET_TOKEN_USED: ['wallet:expired', 'refusal.tryAgain'],
    WALLET_AMOUNT_MISMATCH: ['wallet:refused', 'refusal.tryAgain'],
  },
  needsScript: true,
} as const satisfies Partial<PageMethod>;

/** The name of the wallet, and the card that it has paid with. */
export function walletReceipt(title: TextKey, props: OpenViewProps): ComponentChildren {
  const card = cardReceipt(props);
  return card && [`${props.t(title)}, `, ...card];
}
