// The keys of the simulated wallets, loaded once for all that use them.

import type { WalletTrustKeys } from './wallet-keys.ts';

export interface Trust {
  readonly keys: () => Promise<WalletTrustKeys>;
  /** The keys if they are loaded; starts to load them otherwise. */
  readonly loaded: () => WalletTrustKeys | undefined;
}

/** Loads the keys with their first use: before it the tables may not exist. */
export function openTrust(load: () => Promise<WalletTrustKeys>): Trust {
  let loadedKeys: WalletTrustKeys | undefined;
  let loading: Promise<WalletTrustKeys> | undefined;
  const keys = async (): Promise<WalletTrustKeys> => {
    if (loadedKeys) return loadedKeys;
    loading ??= load().finally(() => (loading = undefined));
    return (loadedKeys = await loading);
  };
  return {
    keys,
    loaded() {
      if (!loadedKeys) keys().catch(() => undefined);
      return loadedKeys;
    },
  };
}
