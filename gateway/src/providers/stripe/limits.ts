// What Stripe's public interface cannot carry is declined before anything is sent, so that another
// provider can be tried.

import type { CardMeans } from '../means.ts';
import type { Declined } from '../outcome.ts';
import type { Authorization } from '../provider.ts';
import type { RejectCode } from '../reject-codes.ts';

/** Stripe counts their minor units in another way than ISO 4217. */
const otherUnits: ReadonlySet<string> = new Set(['ISK', 'MGA', 'UGX']);

/** Undefined: it can be sent. */
export function refusedBefore(
  { amount }: Authorization,
  { threeDS, networkToken, cryptogram }: CardMeans,
): Declined | undefined {
  if (otherUnits.has(amount.currency)) return refused('CURRENCY_NOT_SUPPORTED', 'units');
  if (amount.minor <= 0n) return refused('AMOUNT_OUT_OF_RANGE', 'no_amount');
  if (networkToken || cryptogram) return refused('CARD_RESTRICTED', 'network_token');
  // Without it the authentication would be lost, and the liability with it.
  const isProven = threeDS?.transStatus === 'Y' || threeDS?.transStatus === 'A';
  if (isProven && !threeDS.cavv) return refused('SCA_UNAVAILABLE', 'no_cryptogram');
  return undefined;
}

function refused(rejectCode: RejectCode, providerCode: string): Declined {
  return { kind: 'declined', rejectCode, reference: null, providerCode, mayTryElsewhere: true };
}
