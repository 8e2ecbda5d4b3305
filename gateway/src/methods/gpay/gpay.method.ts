// Google Pay: a token with a cryptogram is authorized at once; a token with the card number itself
// (PAN_ONLY) goes through strong authentication.

import { optionalText } from '../../http/schema.ts';
import { openGoogleToken } from '../../wallets/google/open-google-token.ts';
import type { WalletServices } from '../../wallets/wallet-services.ts';
import type { MethodDefinition } from '../method.ts';
import { walletFields, walletSteps, type Wallet } from '../wallet/wallet-steps.ts';

export const gpayMethod: MethodDefinition = {
  name: 'GPAY',
  title: 'Google Pay',
  meaning: 'Google Pay.',
  means: ['PAN', 'NETWORK_TOKEN'],
  instruments: { GPAY: { meaning: 'Google Pay, by token.', fields: ['token'] } },
  fields: walletFields,
  hasCards: true,
  offerFields: {
    gateway: optionalText(
      'GPAY only: parameter gateway of tokenizationSpecification; gatewayMerchantId is the ' +
        'merchant id.',
    ),
    googleMerchantId: optionalText('GPAY only: the id at Google that the payment page uses.'),
  },
  create(parts) {
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
      ...walletSteps(parts, wallet),
      async readiness() {
        const isConnected = wallets.google !== undefined;
        const keys = isConnected ? await walletKeys.list('GPAY_ENCRYPTION', null) : [];
        return keys.length > 0 ? 'ENABLED' : 'UNAVAILABLE';
      },
      offer: ({ status }) => Promise.resolve(status === 'ENABLED' ? googlePayOf(wallets) : {}),
    };
  },
};

/** What a page needs to ask Google Pay for a token to this gateway. */
function googlePayOf({ google }: WalletServices): object {
  const { recipientId, merchantId } = google ?? {};
  return {
    ...(recipientId === undefined ? {} : { gateway: recipientId.replace(/^gateway:/, '') }),
    ...(merchantId ? { googleMerchantId: merchantId } : {}),
  };
}
