// The issuer looks up whether what an authorization claims about its customer is what its own
// access control server has given.

import { isUuid } from '@bramka/gateway/core/id.ts';
import type { ThreeDSClaim } from '../acquirer/request.ts';
import type { AuthenticationStore } from './authentication.store.ts';
import { claimOf } from './proof.ts';

export type CheckAuthentication = (claim: ThreeDSClaim) => Promise<boolean>;

/** A claim of nothing needs no proof; every other one needs the very CAVV, and claims no more. */
export function proofCheck(store: Pick<AuthenticationStore, 'ofDirectory'>): CheckAuthentication {
  return async ({ eci, cavv, dsTransId }) => {
    const claimed = claimOf(eci);
    if (claimed === 0 && cavv === null) return true;
    const row = isUuid(dsTransId) ? await store.ofDirectory(dsTransId) : undefined;
    return cavv !== null && row?.cavv === cavv && claimed <= claimOf(row.eci);
  };
}
