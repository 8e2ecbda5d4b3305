// Lets the issuer check that an authorization's claim matches what its own ACS has issued, and for
// which amount.

import { isUuid } from '@bramka/gateway/core/id.ts';
import { parseAmount, type Money } from '@bramka/gateway/core/money.ts';
import type { AuthenticationRow } from './authentication.ts';
import type { AuthenticationStore } from './authentication.store.ts';
import { claimOf, type ThreeDSClaim } from './proof.ts';

export type CheckAuthentication = (claim: ThreeDSClaim, charged: Money) => Promise<boolean>;

/**
 * A claim of level 0 needs no proof. Any other claim needs the issued CAVV, at most the proven
 * level, and at most the amount that the customer confirmed.
 */
export function createProofCheck(
  store: Pick<AuthenticationStore, 'ofDirectory'>,
): CheckAuthentication {
  return async ({ eci, cavv, dsTransId }, charged) => {
    const claimed = claimOf(eci);
    if (claimed === 0 && cavv === null) return true;
    const row = isUuid(dsTransId) ? await store.ofDirectory(dsTransId) : undefined;
    if (cavv === null || row?.cavv !== cavv) return false;
    return claimed <= claimOf(row.eci) && isConfirmed(charged, row);
  };
}

function isConfirmed(charged: Money, { amount, currency }: AuthenticationRow): boolean {
  if (amount === null) return charged.minor === 0n;
  if (currency !== charged.currency) return false;
  const confirmed = parseAmount(amount, currency);
  return confirmed.ok && charged.minor <= confirmed.money.minor;
}
