// The purge: payments that are no longer served lose their personal and card data (specification
// section 8, three months), and unused agreements end. Ids contain their time, so old payments are
// found by id. A payment with an event that is not delivered yet waits for its delivery, but not
// for longer than the deliveries of an event can take.

import type { Instant } from '../../core/clock.ts';
import { uuidV7 } from '../../core/id.ts';
import type { Queryable } from '../../storage/database.ts';
import { usedSince } from '../model/agreement.ts';
import { servedSince } from '../model/served-since.ts';
import { merchantsToPurge, purgeMerchant, removeAgreements } from './purge.store.ts';

/** All attempts of an event take four days; a receiver may ask for longer pauses. */
const DELIVERY_WAIT_MS = 14 * 24 * 3_600_000;

/** Until when payments are purged although an event of theirs is not delivered. */
export function undeliveredSince(until: Instant): Instant {
  return until - DELIVERY_WAIT_MS;
}

export async function purgeOld(database: Queryable, now: Instant, limit: number): Promise<number> {
  const until = servedSince(now);
  const below = uuidV7(until + 1, new Uint8Array(10));
  let purged = await removeAgreements(database, usedSince(now), limit);
  for (const merchantId of await merchantsToPurge(database, below)) {
    const times = { below, until, undeliveredUntil: undeliveredSince(until) };
    purged += await purgeMerchant(database, merchantId, times, limit);
  }
  return purged;
}
