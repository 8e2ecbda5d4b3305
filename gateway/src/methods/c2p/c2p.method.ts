// Click to Pay: the checkout response of the card networks contains a card or a network token. How
// the payment ended is reported to them afterwards (confirm-due.ts).

import { openCheckout } from '../../wallets/click-to-pay/open-checkout.ts';
import { continueWithChallenge } from '../card/soft-decline.ts';
import type { MethodParts, PaymentMethod } from '../method.ts';
import { fitsWallet, startWallet, walletTypeOf, type Wallet } from '../wallet/wallet-steps.ts';
import { checkoutConfirmations, newConfirmation } from './confirmation.store.ts';

export function c2pMethod(parts: MethodParts): PaymentMethod {
  const { wallets, walletKeys } = parts;
  const wallet: Wallet = {
    name: 'C2P',
    field: 'payload',
    async open(text, { merchant }, { at }) {
      const keys = await walletKeys.list('C2P_ENCRYPTION', null);
      const signingKeys = wallets.clickToPay?.keys() ?? [];
      const { dpaId } = merchant.settings;
      if (dpaId === null) return { kind: 'refused' };
      return openCheckout(text, { signingKeys, keys, dpaId, at });
    },
    record:
      ({ payment, merchant }, { tokenId }, { at }) =>
      (draft) => {
        const row = newConfirmation(payment, tokenId, merchant.settings.dpaId ?? '', at);
        draft.insert(checkoutConfirmations, row);
      },
  };
  return {
    method: 'C2P',
    types: ['C2P'],
    means: ['PAN', 'NETWORK_TOKEN'],
    fits: fitsWallet,
    async readiness({ settings }) {
      if (settings.dpaId === null) return 'DISABLED';
      const isConnected = wallets.clickToPay !== undefined;
      const keys = isConnected ? await walletKeys.list('C2P_ENCRYPTION', null) : [];
      return keys.length > 0 ? 'ENABLED' : 'UNAVAILABLE';
    },
    options: () => [],
    typeOf: (fields) => walletTypeOf(wallet, fields),
    start: (request, now) => startWallet(parts, wallet, request, now),
    afterDecline: (report, now) => continueWithChallenge(parts, report, now),
  };
}
