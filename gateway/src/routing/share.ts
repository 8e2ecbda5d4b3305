// Shares of payments: a number for each payment and purpose that is always the same, evenly spread,
// and independent of the numbers of other purposes.

import { hash } from 'node:crypto';

const BITS = 32;

/** At least 0 and below 1. */
export function shareOf(paymentId: string, purpose: string): number {
  const digest = hash('sha256', `${paymentId} ${purpose}`, 'hex');
  return Number.parseInt(digest.slice(0, BITS / 4), 16) / 2 ** BITS;
}
