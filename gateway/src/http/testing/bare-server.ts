// A server around the given routes for tests: no rate limits, no storage, no authentication.

import { pino } from 'pino';
import type { FastifyInstance } from 'fastify';
import { systemClock } from '../../core/clock.ts';
import { createIds } from '../../core/id.ts';
import { systemRandom } from '../../core/random.ts';
import type { Route } from '../endpoint.ts';
import { createMetrics } from '../metrics.ts';
import { standardLimits, type RequestLimits } from '../limits.ts';
import { createServer, type ServerParts } from '../server.ts';

/** Standard limits without rate limits. */
export const noRateLimits: RequestLimits = {
  ...standardLimits,
  merchantPerSecond: 0,
  addressPerSecond: 0,
  clientPerSecond: 0,
  cardLookupsPerSecond: 0,
  authFailuresPerSecond: 0,
};

export function bareServer(
  routes: readonly Route[],
  parts: Partial<ServerParts> = {},
): FastifyInstance {
  return createServer({
    routes,
    authenticator: {} as never,
    idempotency: {} as never,
    journal: {} as never,
    clock: systemClock,
    ids: createIds(systemClock, systemRandom),
    logger: pino({ level: 'silent' }),
    metrics: createMetrics(),
    limits: noRateLimits,
    trustProxy: false,
    hasCardNumber: () => false,
    ...parts,
  });
}
