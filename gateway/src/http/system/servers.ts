// The servers of one process: one for the API and, if there is an internal port, one for what
// should not be public. Both serve health checks; settings decide where docs, metrics and the
// operator API are served.

import type { FastifyInstance } from 'fastify';
import type { Exposure } from './process-settings.ts';
import { addSystemRoutes, type SystemRouteParts } from './system-routes.ts';
import type { Route } from '../endpoint.ts';
import { createServer, type ServerParts } from '../server.ts';

interface ServersParts extends ServerParts, SystemRouteParts {
  readonly exposures: {
    readonly docs: Exposure;
    readonly metrics: Exposure;
    readonly admin: Exposure;
  };
  readonly hasInternal: boolean;
}

export interface Servers {
  readonly app: FastifyInstance;
  readonly internal: FastifyInstance | null;
}

export function createServers(parts: ServersParts): Servers {
  const { docs, metrics, admin } = parts.exposures;
  const isOperator = ({ access }: Route): boolean => access === 'operator';
  const shownAt = (exposure: Exposure) => ({
    docs: docs === exposure,
    metrics: metrics === exposure,
  });
  const onApi = parts.routes.filter((route) => !isOperator(route) || admin === 'on');
  const app = createServer({ ...parts, routes: onApi });
  addSystemRoutes(app, parts, shownAt('on'));
  if (!parts.hasInternal) return { app, internal: null };
  // The internal port is reached without a proxy, whatever is in front of the other one.
  const routes = parts.routes.filter((route) => isOperator(route) && admin === 'internal');
  const internal = createServer({ ...parts, routes, trustProxy: false });
  addSystemRoutes(internal, parts, shownAt('internal'));
  return { app, internal };
}
