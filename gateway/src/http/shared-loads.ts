// Loads of stored data that requests cause by naming something unknown, such as a key of another
// node: shared between requests, and limited per second.

import type { Clock } from '../core/clock.ts';
import { rateLimit } from './limits.ts';

/** Requests with unknown ids must not cause a query each: they wait for a shared load. */
const LOADS_PER_SECOND = 5;

/**
 * Shares one load between all callers and limits the loads per second. What another node just
 * stored is certain to be in a load that starts after the call, so no caller joins a load in
 * progress.
 */
export function shareLoads(load: () => Promise<void>, clock: Clock): () => Promise<void> {
  const limit = rateLimit(LOADS_PER_SECOND, clock.monotonicMs);
  let currentLoad: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const loadAfter = async (before: Promise<void>): Promise<void> => {
    await before;
    while (limit.isExhausted('')) await clock.sleep(1000 / LOADS_PER_SECOND);
    limit.take('');
    next = undefined;
    await load();
  };
  return () => {
    if (next) return next;
    next = loadAfter(currentLoad);
    // A failure concerns only the callers that wait for it, not the next load.
    currentLoad = next.catch(() => undefined);
    return next;
  };
}
