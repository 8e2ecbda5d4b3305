// The payment methods of the page. A new method is a folder beside this file and a line here.

import type { PageMethod } from '../method.ts';
import type { Facts, Language } from '../state.ts';
import type { MethodKey } from '../texts/texts.ts';
import { apayMethod } from './apay/apay.method.ts';
import { blikMethod } from './blik/blik.method.ts';
import { c2pMethod } from './c2p/c2p.method.ts';
import { cardMethod } from './card/card.method.ts';
import { gpayMethod } from './gpay/gpay.method.ts';
import { pblMethod } from './pbl/pbl.method.ts';

export const pageMethods: readonly PageMethod[] = [
  cardMethod,
  blikMethod,
  pblMethod,
  apayMethod,
  gpayMethod,
  c2pMethod,
];

export function textsOfMethods(language: Language): Readonly<Record<MethodKey, string>> {
  const texts = pageMethods.flatMap((method) => method.texts.map((one) => one[language]));
  return Object.fromEntries(texts.flatMap((one) => Object.entries(one)));
}

export function findMethod(name: string | undefined): PageMethod | undefined {
  return pageMethods.find((method) => method.name === name);
}

/** In the order in which they are shown. */
export function orderedMethods({ payment }: Facts): readonly PageMethod[] {
  const { currency } = payment.order;
  const orderOf = ({ order, orderIn }: PageMethod): number => orderIn?.[currency] ?? order;
  return pageMethods.toSorted((a, b) => orderOf(a) - orderOf(b));
}
