// The servers of one process: one for the API and, if there is an internal port, one for what
// should not be public. Both serve health checks; settings decide where docs and metrics are
// served.

import type { FastifyInstance } from 'fastify';
import { addSystemRoutes, type SystemRouteParts } from './system-routes.ts';
import { createServer, type ServerParts } from '../server.ts';

/** On the API port, on the internal port, or nowhere. */
export const places = ['on', 'internal', 'off'] as const;
export type Place = (typeof places)[number];

export interface ServersParts extends ServerParts, SystemRouteParts {
  readonly places: { readonly docs: Place; readonly metrics: Place };
  readonly hasInternal: boolean;
}

export interface Servers {
  readonly app: FastifyInstance;
  readonly internal: FastifyInstance | null;
}

export function createServers(parts: ServersParts): Servers {
  const { docs, metrics } = parts.places;
  const shownAt = (place: Place) => ({ docs: docs === place, metrics: metrics === place });
  const app = createServer(parts);
  addSystemRoutes(app, parts, shownAt('on'));
  if (!parts.hasInternal) return { app, internal: null };
  // The internal port is reached without a proxy, whatever is in front of the other one.
  const internal = createServer({ ...parts, routes: [], trustProxy: false });
  addSystemRoutes(internal, parts, shownAt('internal'));
  return { app, internal };
}
