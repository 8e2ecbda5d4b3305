// The payment methods of this gateway. A new one needs a folder and a line here.

import { cardMethod } from './card/card.method.ts';
import type { Method } from '../merchants/merchant.ts';
import type { InstrumentType } from './instrument.ts';
import type { PaymentMethod } from './method.ts';

const registered: readonly PaymentMethod[] = [cardMethod];

export function methodFor(type: InstrumentType): PaymentMethod | undefined {
  return registered.find((method) => method.types.includes(type));
}

/** Whether this version supports payments with this method. */
export function isBuilt(method: Method): boolean {
  return registered.some((one) => one.method === method);
}
