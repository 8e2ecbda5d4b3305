// Google Pay: a token with a cryptogram is authorized at once; a token with the card number itself
// (PAN_ONLY) goes through strong authentication.

import { openGoogleToken } from '../../wallets/google/open-google-token.ts';
import { continueWithChallenge } from '../card/soft-decline.ts';
import type { MethodParts, PaymentMethod } from '../method.ts';
import { fitsWallet, startWallet, walletTypeOf, type Wallet } from '../wallet/wallet-steps.ts';

export function gpayMethod(parts: MethodParts): PaymentMethod {
  const { wallets, walletKeys } = parts;
  const wallet: Wallet = {
    name: 'GPAY',
    field: 'token',
    async open(text, { payment: { merchantId } }, { at }) {
      const keys = await walletKeys.list('GPAY_ENCRYPTION', null);
      const roots = wallets.google?.roots() ?? [];
      const recipientId = wallets.google?.recipientId ?? '';
      return openGoogleToken(text, { roots, recipientId, keys, merchantId, at });
    },
  };
  return {
    method: 'GPAY',
    types: ['GPAY'],
    means: ['PAN', 'NETWORK_TOKEN'],
    fits: fitsWallet,
    async readiness() {
      const isConnected = wallets.google !== undefined;
      const keys = isConnected ? await walletKeys.list('GPAY_ENCRYPTION', null) : [];
      return keys.length > 0 ? 'ENABLED' : 'UNAVAILABLE';
    },
    options: () => [],
    typeOf: (fields) => walletTypeOf(wallet, fields),
    start: (request, now) => startWallet(parts, wallet, request, now),
    afterDecline: (report, now) => continueWithChallenge(parts, report, now),
  };
}
