// The payment methods of this gateway. A new one needs a folder and a line here.

import { defect } from '../core/assert.ts';
import type { Method } from '../merchants/merchant.ts';
import { apayMethod } from './apay/apay.method.ts';
import { blikMethod } from './blik/blik.method.ts';
import { c2pMethod } from './c2p/c2p.method.ts';
import { cardMethod } from './card/card.method.ts';
import { gpayMethod } from './gpay/gpay.method.ts';
import { methodOfType, type InstrumentType } from './instrument.ts';
import type { CreateMethod, MethodParts, PaymentMethod } from './method.ts';
import { pblMethod } from './pbl/pbl.method.ts';

export const standardMethods: readonly CreateMethod[] = [
  cardMethod,
  blikMethod,
  pblMethod,
  gpayMethod,
  apayMethod,
  c2pMethod,
];

export interface MethodRegistry {
  readonly list: readonly PaymentMethod[];
  /** Undefined: this version does not support the method. */
  find(method: Method): PaymentMethod | undefined;
  findByType(type: InstrumentType): PaymentMethod | undefined;
}

export function createMethods(
  parts: MethodParts,
  create: readonly CreateMethod[] = standardMethods,
): MethodRegistry {
  const list = create.map((one) => one(parts));
  const byName = new Map(list.map((one) => [one.method, one]));
  const byType = new Map(list.flatMap((one) => one.types.map((type) => [type, one] as const)));
  for (const [type, { method }] of byType) {
    if (methodOfType[type] !== method) defect(`${type} belongs to ${methodOfType[type]}`);
  }
  return {
    list,
    find: (method) => byName.get(method),
    findByType: (type) => byType.get(type),
  };
}
