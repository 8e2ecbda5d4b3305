// Click to Pay: the checkout response of the card networks contains a card or a network token. How
// the payment ended is reported to them afterwards (confirm-due.ts).

import { Type } from 'typebox';
import { openCheckout } from '../../wallets/click-to-pay/open-checkout.ts';
import type { MethodDefinition } from '../method.ts';
import { walletSteps, type Wallet } from '../wallet/wallet-steps.ts';
import { checkoutConfirmations, newConfirmation } from './confirmation.store.ts';

const organizations = ['VISA', 'MASTERCARD'];
const text = (description: string) => Type.String({ description });

export const c2pMethod: MethodDefinition = {
  name: 'C2P',
  title: 'Click to Pay',
  meaning: 'Click to Pay.',
  means: ['PAN', 'NETWORK_TOKEN'],
  instruments: {
    C2P: {
      meaning: 'Click to Pay: payload is the checkout response, a JWS.',
      fields: [],
      isInPayload: true,
    },
  },
  fields: {},
  hasCards: true,
  options: {
    summary: 'List the organizations of method C2P',
    description: 'Empty if the merchant does not take part in Click to Pay.',
    item: Type.Object({
      provider: text('C2P.'),
      organization: text('Card organization.'),
      dpaId: text('Id of the shop at Click to Pay.'),
      sdkURL: text('Address of the Click to Pay script, with the dpaId in it.'),
      iconURL: text('Address of the logo, an SVG.'),
    }),
  },
  create(parts) {
    const { wallets, walletKeys } = parts;
    const wallet: Wallet = {
      name: 'C2P',
      field: 'payload',
      async open(checkout, { merchant }, { at }) {
        const keys = await walletKeys.list('C2P_ENCRYPTION', null);
        const signingKeys = wallets.clickToPay?.keys() ?? [];
        const { dpaId } = merchant.settings;
        if (dpaId === null) return { kind: 'refused' };
        return openCheckout(checkout, { signingKeys, keys, dpaId, at });
      },
      record:
        ({ payment, merchant }, { tokenId }, { at }) =>
        (draft) => {
          const row = newConfirmation(payment, tokenId, merchant.settings.dpaId ?? '', at);
          draft.insert(checkoutConfirmations, row);
        },
    };
    return {
      ...walletSteps(parts, wallet),
      async readiness({ settings }) {
        if (settings.dpaId === null) return 'DISABLED';
        const isConnected = wallets.clickToPay !== undefined;
        const keys = isConnected ? await walletKeys.list('C2P_ENCRYPTION', null) : [];
        return keys.length > 0 ? 'ENABLED' : 'UNAVAILABLE';
      },
      listOptions({ merchant: { settings }, status, iconUrl }) {
        const { dpaId } = settings;
        const script = wallets.clickToPay?.sdkUrl();
        if (status === 'DISABLED' || !dpaId || script === undefined) return [];
        return organizations.map((organization) => ({
          provider: 'C2P',
          organization,
          dpaId,
          sdkURL: scriptFor(script, dpaId),
          iconURL: iconUrl(organization),
        }));
      },
    };
  },
};

function scriptFor(script: string, dpaId: string): string {
  const url = new URL(script);
  url.searchParams.set('dpaId', dpaId);
  return url.href;
}
