// The limits of a server, and rate limits as token buckets per merchant and per address. An empty
// bucket answers 429 with the seconds until the next token.

import { Refusal } from '../core/refusals.ts';
import type { BodyLimits } from './assembly/bodies.ts';

/** For rates and counts, 0 means no limit, except for `inFlight` and `connections`. */
export interface RequestLimits extends BodyLimits {
  readonly merchantPerSecond: number;
  readonly addressPerSecond: number;
  /** Requests with the CLIENT token of one payment. */
  readonly clientPerSecond: number;
  /** Card look-ups per merchant, lower than the general limit. */
  readonly cardLookupsPerSecond: number;
  /** Failed logins per address, of merchants and, counted separately, of the operator. */
  readonly authFailuresPerSecond: number;
  /** Requests whose body has arrived and whose answer is not ready. */
  readonly inFlight: number;
  readonly openRequestsPerAddress: number;
  readonly connectionsPerAddress: number;
  readonly connections: number;
  readonly headerBytes: number;
  /** From the first byte of a request, or from the connection, to the end of its headers. */
  readonly headerTimeoutMs: number;
  /** From the first byte of a request to the end of its body. */
  readonly requestTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
}

export const standardLimits: RequestLimits = {
  merchantPerSecond: 500,
  addressPerSecond: 1000,
  clientPerSecond: 20,
  cardLookupsPerSecond: 20,
  authFailuresPerSecond: 10,
  bodyBytes: 64 * 1024,
  jsonDepth: 32,
  jsonStringLength: 16_384,
  inFlight: 2000,
  openRequestsPerAddress: 500,
  connectionsPerAddress: 1000,
  connections: 10_000,
  headerBytes: 16 * 1024,
  headerTimeoutMs: 5000,
  requestTimeoutMs: 10_000,
  keepAliveTimeoutMs: 75_000,
};

export interface RateLimit {
  /** Takes a token; refuses when none is left. */
  take(key: string): void;
  /** Whether the next `take` would refuse. */
  isExhausted(key: string): boolean;
  /** Returns a token that was taken for a call that does not count after all. */
  giveBack(key: string): void;
}

interface Bucket {
  tokens: number;
  atMs: number;
}

const MAX_BUCKETS = 50_000;

const unlimited: RateLimit = {
  take: () => undefined,
  isExhausted: () => false,
  giveBack: () => undefined,
};

/** `perSecond` 0 disables the limit; the burst is two seconds' worth. */
export function rateLimit(perSecond: number, monotonicMs: () => number): RateLimit {
  if (perSecond === 0) return unlimited;
  const burst = Math.max(1, perSecond * 2);
  const buckets = new Map<string, Bucket>();
  const refilled = (key: string, now: number): Bucket => {
    const bucket = buckets.get(key) ?? { tokens: burst, atMs: now };
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.atMs) / 1000) * perSecond);
    bucket.atMs = now;
    return bucket;
  };
  return {
    isExhausted: (key) => refilled(key, monotonicMs()).tokens < 1,
    take(key) {
      const now = monotonicMs();
      const bucket = refilled(key, now);
      if (!buckets.has(key)) {
        if (buckets.size >= MAX_BUCKETS) dropFull(buckets, now, burst, perSecond);
        buckets.set(key, bucket);
      }
      if (bucket.tokens < 1) {
        const seconds = Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond));
        throw new Refusal('TOO_MANY_REQUESTS', [], seconds);
      }
      bucket.tokens -= 1;
    },
    giveBack(key) {
      const bucket = buckets.get(key);
      if (bucket) bucket.tokens = Math.min(burst, bucket.tokens + 1);
    },
  };
}

/** Drops full buckets, or all of them if none is full, so that memory stays bounded. */
function dropFull(buckets: Map<string, Bucket>, now: number, burst: number, rate: number): void {
  for (const [key, bucket] of buckets) {
    if (bucket.tokens + ((now - bucket.atMs) / 1000) * rate >= burst) buckets.delete(key);
  }
  if (buckets.size >= MAX_BUCKETS) buckets.clear();
}
