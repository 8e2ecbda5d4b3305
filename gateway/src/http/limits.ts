// The limits of a server, and rate limits as token buckets per merchant and per address. An empty
// bucket answers 429 with the seconds until the next token.

import { Refusal } from '../core/refusals.ts';
import { integer } from '../settings/kinds.ts';
import type { Check } from '../settings/read-settings.ts';
import { defaultsOf, settings, type Kind, type ValuesOf } from '../settings/setting.ts';

const rate = (fallback: number): Kind<number> => integer(fallback, 0, 1_000_000);

export const limitSettings = settings('BRAMKA', {
  merchantPerSecond: [rate(500), 'requests per second of one merchant; 0: no limit'],
  addressPerSecond: [rate(1000), 'requests per second of one address; 0: no limit'],
  clientPerSecond: [
    rate(20),
    'requests per second with the CLIENT token of one payment; 0: no limit',
  ],
  /** Of merchants and, counted separately, of the operator. */
  authFailuresPerSecond: [
    rate(10),
    'failed logins per second of one address, merchants and operator; 0: no limit',
  ],
  cardLookupsPerSecond: [
    rate(20),
    'binInfo and cardInfo requests per second of one merchant; 0: no limit',
  ],
  bodyBytes: [integer(65_536, 1024, 1_048_576), 'maximum size of a request body in bytes'],
  jsonDepth: [integer(32, 8, 64), 'maximum nesting of objects and arrays in a body'],
  jsonStringLength: [
    integer(16_384, 2048, 262_144),
    'maximum length of a string in a body, in characters',
  ],
  headerBytes: [integer(16_384, 4096, 65_536), 'maximum size of the request headers in bytes'],
  /** Their bodies have arrived, and their answers are not ready. */
  inFlight: [integer(2000, 1, 100_000), 'requests processed at the same time'],
  openRequestsPerAddress: [
    integer(500, 0, 100_000),
    'requests of one address received or processed at the same time; 0: no limit',
  ],
  connectionsPerAddress: [
    integer(1000, 0, 100_000),
    'open connections of one address, not counted behind a proxy; 0: no limit',
  ],
  connections: [integer(10_000, 10, 1_000_000), 'open connections in total'],
  /** From the first byte of a request, or from the connection, to the end of its headers. */
  headerTimeoutMs: [integer(5000, 100, 60_000), 'time limit for receiving the request headers'],
  /** From the first byte of a request to the end of its body. */
  requestTimeoutMs: [integer(10_000, 100, 120_000), 'time limit for receiving a whole request'],
  keepAliveTimeoutMs: [integer(75_000, 100, 600_000), 'how long an idle connection is kept open'],
});

export type RequestLimits = ValuesOf<typeof limitSettings>;

export const standardLimits: RequestLimits = defaultsOf(limitSettings);

export const checkLimits: Check<RequestLimits> = (limits) => {
  const problems: string[] = [];
  if (limits.requestTimeoutMs < limits.headerTimeoutMs) {
    problems.push('BRAMKA_REQUEST_TIMEOUT_MS must be at least BRAMKA_HEADER_TIMEOUT_MS');
  }
  // With more connections than open requests some connections are idle, so a new one can always be
  // accepted.
  const { connectionsPerAddress, openRequestsPerAddress } = limits;
  if (connectionsPerAddress !== 0 && connectionsPerAddress <= openRequestsPerAddress) {
    const names = ['BRAMKA_CONNECTIONS_PER_ADDRESS', 'BRAMKA_OPEN_REQUESTS_PER_ADDRESS'];
    problems.push(names.join(' must be greater than '));
  }
  return problems;
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
