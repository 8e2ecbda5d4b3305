// How the settings of a merchant are stored. Nodes of the last release read them too, while nodes
// are upgraded one by one: 0.2.0 needs a list of methods, also for a merchant that may use all.

import type { Merchant, MerchantSettings } from './merchant.ts';

/** In the list beside the names of all methods: those that come later are enabled as well. */
const ALL = '*';

export function storedSettings(settings: MerchantSettings, methodNames: readonly string[]): string {
  return JSON.stringify({ ...settings, methods: settings.methods ?? [...methodNames, ALL] });
}

export function withLoadedSettings(merchant: Merchant): Merchant {
  const { settings } = merchant;
  if (settings.methods?.includes(ALL) !== true) return merchant;
  return { ...merchant, settings: { ...settings, methods: null } };
}
