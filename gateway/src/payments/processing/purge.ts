// The purge: payments that are no longer served lose their personal and card data (specification
// section 8, three months), and unused agreements end. Ids contain their time, so old payments are
// found by id.

import type { Instant } from '../../core/clock.ts';
import { uuidV7 } from '../../core/id.ts';
import type { Queryable } from '../../storage/database.ts';
import { usedSince } from '../agreement.ts';
import { servedSince } from '../requests/find-payment.ts';
import { merchantsToPurge, purgeMerchant, removeAgreements } from './purge.store.ts';

export async function purgeOld(database: Queryable, now: Instant, limit: number): Promise<number> {
  const until = servedSince(now);
  const below = uuidV7(until + 1, new Uint8Array(10));
  let purged = await removeAgreements(database, usedSince(now), limit);
  for (const merchantId of await merchantsToPurge(database, below)) {
    purged += await purgeMerchant(database, merchantId, below, until, limit);
  }
  return purged;
}
