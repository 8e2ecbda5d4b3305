// What the gateway says about BLIK: whether the customer has saved the shop, or may save it, and in
// which apps.

import { entryOf, type Facts, type MethodEntry, type PaymentRecord } from '../../state.ts';

export const BLIK = 'BLIK';

interface BlikEntry extends MethodEntry {
  /** The customer has saved the shop and needs no code. */
  readonly oneClick?: boolean;
  /** The customer may agree to save the shop. */
  readonly registerAlias?: boolean;
}

interface BlikPayment extends PaymentRecord {
  /** While dataRequest is BLIK_APP. */
  readonly apps?: readonly { readonly key: string; readonly label: string }[];
}

const blikEntry = (facts: Facts): BlikEntry | undefined => entryOf(facts, BLIK);

/** The customer has saved the shop before, and no code is asked for. */
export function canPayWithoutCode(facts: Facts): boolean {
  return blikEntry(facts)?.oneClick === true && facts.payment.dataRequest !== 'BLIK_CODE';
}

export function maySaveShop(facts: Facts): boolean {
  return blikEntry(facts)?.registerAlias === true;
}

/** The bank apps in which the customer has saved the shop. */
export function appsOf({ payment }: Facts): NonNullable<BlikPayment['apps']> {
  return (payment as BlikPayment).apps ?? [];
}
