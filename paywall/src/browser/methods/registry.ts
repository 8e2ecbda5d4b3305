// The methods that do something with a script. A new one is a folder beside this file and a line
// here.

import { applePay } from './apay/apple-pay.ts';
import { blikInput } from './blik/blik-input.ts';
import type { BrowserMethod, BrowserParts } from './browser-method.ts';
import { clickToPay } from './c2p/click-to-pay.ts';
import { cardInput } from './card/card-input.ts';
import { googlePay } from './gpay/google-pay.ts';
import { bankChoice } from './pbl/bank-choice.ts';

const browserMethods: readonly BrowserMethod[] = [
  cardInput,
  blikInput,
  bankChoice,
  applePay,
  googlePay,
  clickToPay,
];

export function startMethods(parts: BrowserParts): void {
  for (const method of browserMethods) method.start(parts);
  const usable = browserMethods.flatMap(({ offer }) => {
    try {
      return offer?.isUsable(parts.store.state()) ? offer.name : [];
    } catch {
      // A browser that fails here cannot use the method.
      return [];
    }
  });
  parts.store.updateLocal({ usable });
}
