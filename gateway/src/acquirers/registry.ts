// The acquirers of this installation by name, and the choice of one for a merchant.

import { defect } from '../core/assert.ts';
import type { Acquirer } from './acquirer.ts';

export interface Acquirers {
  /** The acquirer for new authorizations of this merchant. */
  choose(merchantId: string): Acquirer;
  /** The acquirer at which an attempt was made. */
  get(name: string): Acquirer;
}

export function acquirerRegistry(list: readonly Acquirer[]): Acquirers {
  const byName = new Map(list.map((acquirer) => [acquirer.name, acquirer]));
  return {
    choose: () => list[0] ?? defect('no acquirer is configured'),
    get: (name) => byName.get(name) ?? defect(`no acquirer is named ${name}`),
  };
}
