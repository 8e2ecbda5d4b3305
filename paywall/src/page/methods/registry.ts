// The payment methods of the page. A new method is a folder beside this file and a line here.

import type { PageMethod } from '../method.ts';
import type { Facts, MethodName } from '../state.ts';
import { blikMethod } from './blik/blik.method.ts';
import { cardMethod } from './card/card.method.ts';
import { pblMethod } from './pbl/pbl.method.ts';
import { apayMethod, c2pMethod, gpayMethod } from './wallets/wallets.method.ts';

export const pageMethods: readonly PageMethod[] = [
  cardMethod,
  blikMethod,
  pblMethod,
  apayMethod,
  gpayMethod,
  c2pMethod,
];

/** The order in which they are shown: BLIK first where it is usual. */
export function methodOrder({ payment }: Facts): readonly MethodName[] {
  const wallets: MethodName[] = ['APAY', 'GPAY'];
  return payment.order.currency === 'PLN'
    ? ['CARD', 'BLIK', 'PBL', ...wallets, 'C2P']
    : ['CARD', ...wallets, 'C2P', 'PBL', 'BLIK'];
}
