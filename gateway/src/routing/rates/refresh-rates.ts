// A job that keeps the success rates of this node: one node counts the authorizations that have
// finished since the last count, and every node reads the sums.

import type { Clock, Instant } from '../../core/clock.ts';
import type { Metrics } from '../../http/metrics.ts';
import type { Database } from '../../storage/database.ts';
import { sumBy, windowNames, type CountedCards, type SuccessRates } from './success-rate.ts';
import {
  countFinished,
  findCountedUntil,
  firstFinished,
  readCounts,
  removeCounts,
} from './success-rate.store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** What is counted in one step, so that no statement takes long. */
const STEP_MS = 10 * MINUTE_MS;
/** Another node has just counted. */
const FRESH_MS = 30_000;

interface RateParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly rates: Pick<SuccessRates, 'replace'>;
  readonly metrics: Pick<Metrics, 'successRatio' | 'finishedAuthorizations'>;
}

/** Returns 1 if there is more to count. */
export async function refreshRates({ database, clock, rates, metrics }: RateParts) {
  const now = clock.now();
  const countedUntil = await countSome(database, now);
  const rows = await readCounts(database, now);
  rates.replace(rows);
  showRates(metrics, rows);
  return countedUntil < now ? 1 : 0;
}

/** One step; times without authorizations are skipped. */
function countSome(database: Database, now: Instant): Promise<Instant> {
  return database.transaction(async (tx) => {
    const countedUntil = await findCountedUntil(tx, now - FRESH_MS, now);
    if (countedUntil === undefined) return now;
    // The minute before again: what finished in it may have been committed after it was counted.
    const counted = Math.max(Math.min(countedUntil, now) - MINUTE_MS, now - DAY_MS);
    const first = (await firstFinished(tx, minuteOf(counted))) ?? now;
    const from = minuteOf(Math.min(first, now));
    const until = Math.min(from + STEP_MS, now);
    await countFinished(tx, { from, until });
    await removeCounts(tx, now - DAY_MS - HOUR_MS);
    return until;
  });
}

function minuteOf(at: Instant): Instant {
  return at - (at % MINUTE_MS);
}

/** Without countries, of which there may be hundreds. */
function showRates(metrics: RateParts['metrics'], rows: readonly CountedCards[]): void {
  metrics.successRatio.reset();
  metrics.finishedAuthorizations.reset();
  for (const row of sumBy(rows, ({ provider, organization }) => ({ provider, organization }))) {
    for (const window of windowNames) {
      const { approved, finished } = row[window];
      const labels = { provider: row.provider, organization: row.organization, window };
      metrics.finishedAuthorizations.set(labels, finished);
      if (finished > 0) metrics.successRatio.set(labels, approved / finished);
    }
  }
}
