// A server with the endpoints of one simulated party, for tests.

import type { FastifyInstance } from 'fastify';
import type { Route } from '@bramka/gateway/http/endpoint.ts';
import { pluginOf, type ServeOptions } from '../serve-routes.ts';
import { partyServer } from '../../wire/server.ts';

export function serveParty(
  prefix: string,
  routes: readonly Route[],
  options?: ServeOptions,
): FastifyInstance {
  const app = partyServer();
  void app.register(pluginOf(routes, options), { prefix });
  return app;
}
