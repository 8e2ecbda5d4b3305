// The servers of one process: that of the API and, if there is an internal port, the one for what
// the internet need not see. Health checks are on both, docs and metrics where settings want them.

import type { FastifyInstance } from 'fastify';
import type { Route } from '../endpoint.ts';
import { systemRoutes, type SystemRouteParts } from './system-routes.ts';
import { createServer, type ServerParts } from '../server.ts';

/** On the port of the API, on the internal port, or nowhere. */
export const places = ['on', 'internal', 'off'] as const;
export type Place = (typeof places)[number];

export interface ServersParts extends ServerParts, SystemRouteParts {
  /** Documented, but served by others. */
  readonly describedRoutes: readonly Route[];
  readonly places: { readonly docs: Place; readonly metrics: Place };
  readonly hasInternal: boolean;
}

export interface Servers {
  readonly app: FastifyInstance;
  readonly internal: FastifyInstance | null;
}

export function createServers(parts: ServersParts): Servers {
  const { docs, metrics } = parts.places;
  const addHouse = systemRoutes({ ...parts, routes: [...parts.routes, ...parts.describedRoutes] });
  const shownAt = (place: Place) => ({ docs: docs === place, metrics: metrics === place });
  const app = createServer(parts);
  addHouse(app, shownAt('on'));
  if (!parts.hasInternal) return { app, internal: null };
  // It is reached without a proxy, whatever stands in front of the other one.
  const internal = createServer({ ...parts, routes: [], trustProxy: false });
  addHouse(internal, shownAt('internal'));
  return { app, internal };
}
