// The ways to pay this gateway knows; a new one is a folder and a line here.

import { cardMethod } from './card/card.method.ts';
import type { InstrumentType } from './instrument.ts';
import type { PaymentMethod } from './method.ts';

const registered: readonly PaymentMethod[] = [cardMethod];

export function methodFor(type: InstrumentType): PaymentMethod | undefined {
  return registered.find((method) => method.types.includes(type));
}
