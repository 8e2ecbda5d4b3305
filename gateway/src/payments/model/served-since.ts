// How long payments are served.

import type { Instant } from '../../core/clock.ts';

const MONTHS_SERVED = 3;

/**
 * Payments registered before this time are no longer served (specification rule 4 of section 4.2).
 */
export function servedSince(now: Instant): Instant {
  const date = new Date(now);
  date.setUTCMonth(date.getUTCMonth() - MONTHS_SERVED);
  return date.getTime();
}
