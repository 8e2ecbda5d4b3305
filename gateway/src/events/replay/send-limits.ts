// Limits the sends that a merchant asks for: test events and replays. The receiver may belong to
// someone else, so a merchant must not be able to flood it. Each node counts separately.

import { Refusal } from '../../core/refusals.ts';
import { rateLimit } from '../../http/limits.ts';
import type { EventSettings } from '../settings.ts';

export interface SendLimits {
  /** Refuses when the merchant has sent too many test events. */
  takeTest(merchantId: string): void;
  /** Refuses while the merchant has replayed too many events. */
  checkReplay(merchantId: string): void;
  /** Counts events that were replayed, also beyond the limit: the next call waits longer. */
  countReplay(merchantId: string, events: number): void;
}

interface Bucket {
  events: number;
  atMs: number;
}

const MAX_BUCKETS = 10_000;
/** How many seconds' worth of replays may be used at once. */
const BURST_SECONDS = 10;

export function createSendLimits(
  { testEventsPerSecond, replayedEventsPerSecond: rate }: EventSettings,
  monotonicMs: () => number,
): SendLimits {
  const tests = rateLimit(testEventsPerSecond, monotonicMs);
  const buckets = new Map<string, Bucket>();
  const bucketOf = (merchantId: string): Bucket => {
    const nowMs = monotonicMs();
    const before = buckets.get(merchantId) ?? { events: rate * BURST_SECONDS, atMs: nowMs };
    const gained = ((nowMs - before.atMs) / 1000) * rate;
    return { events: Math.min(rate * BURST_SECONDS, before.events + gained), atMs: nowMs };
  };
  return {
    takeTest: (merchantId) => tests.take(merchantId),
    checkReplay(merchantId) {
      if (rate === 0) return;
      const { events } = bucketOf(merchantId);
      if (events >= 1) return;
      throw new Refusal('TOO_MANY_REQUESTS', [], Math.max(1, Math.ceil((1 - events) / rate)));
    },
    countReplay(merchantId, events) {
      if (rate === 0) return;
      const bucket = bucketOf(merchantId);
      if (buckets.size >= MAX_BUCKETS) buckets.clear();
      buckets.set(merchantId, { ...bucket, events: bucket.events - events });
    },
  };
}
