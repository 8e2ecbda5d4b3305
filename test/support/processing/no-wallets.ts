// The parts of payment methods for a gateway without wallets.

import type { MethodParts } from '@bramka/gateway/methods/method.ts';

export const noWallets: Pick<MethodParts, 'wallets' | 'walletKeys' | 'usedTokens' | 'pageHost'> = {
  wallets: {},
  walletKeys: { list: () => Promise.resolve([]) },
  usedTokens: { userOf: () => Promise.resolve(undefined) },
  pageHost: () => 'pay.example',
};
