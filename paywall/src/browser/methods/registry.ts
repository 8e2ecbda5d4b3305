// The methods that do something with a script. A new one is a file beside this one and a line here.

import type { MethodName } from '../../page/state.ts';
import { bankChoice, blikInput } from './choices.ts';
import { cardInput } from './card-input.ts';
import type { BrowserMethod, BrowserParts } from './browser-method.ts';
import { browserWallets } from './wallets.ts';

const browserMethods: readonly BrowserMethod[] = [
  cardInput,
  blikInput,
  bankChoice,
  ...browserWallets,
];

export function startMethods(parts: BrowserParts): void {
  for (const method of browserMethods) method.start?.(parts);
  void findWallets(parts);
}

/** Methods that only some browsers have appear when the browser has answered. */
async function findWallets(parts: BrowserParts): Promise<void> {
  const found: MethodName[] = [];
  for (const { name, isAvailable } of browserMethods) {
    try {
      if (isAvailable && (await isAvailable(parts))) found.push(name);
    } catch {
      // A browser that fails here cannot use the method.
    }
  }
  parts.store.updateLocal({ wallets: found });
}
