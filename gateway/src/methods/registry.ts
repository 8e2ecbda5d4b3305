// The ways to pay this gateway knows; a new one is a folder and a line here.

import { cardMethod } from './card/card.method.ts';
import type { Method } from '../merchants/merchant.ts';
import type { InstrumentType } from './instrument.ts';
import type { PaymentMethod } from './method.ts';

const registered: readonly PaymentMethod[] = [cardMethod];

export function methodFor(type: InstrumentType): PaymentMethod | undefined {
  return registered.find((method) => method.types.includes(type));
}

/** Whether payments by this method can be made in this version. */
export function isBuilt(method: Method): boolean {
  return registered.some((one) => one.method === method);
}
