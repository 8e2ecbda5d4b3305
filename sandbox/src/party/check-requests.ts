// Checks requests to simulated parties with the schemas of their documentation, as the gateway
// checks those to its own endpoints. What a schema cannot say is left to the party.

import type { FastifyInstance, RouteOptions } from 'fastify';
import { answerError } from '@bramka/gateway/http/assembly/answer-error.ts';
import { prepareBody } from '@bramka/gateway/http/assembly/prepare-body.ts';
import type { AnyEndpoint, Route } from '@bramka/gateway/http/endpoint.ts';

/** For all routes that are added to the server after this. */
export function checkRequests(app: FastifyInstance, described: readonly Route[]): void {
  const endpoints = new Map(
    described.map(({ method, path, endpoint }) => [
      `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      endpoint,
    ]),
  );
  app.addHook('onRoute', (route) => {
    const endpoint = endpoints.get(`${String(route.method)} ${route.url}`);
    if (endpoint) addSchemas(route, endpoint);
  });
}

function addSchemas(route: RouteOptions, endpoint: AnyEndpoint): void {
  const { query, body, replyType } = endpoint;
  const isPage = replyType === 'text/html';
  const checksBody = body !== undefined && !isPage && isJson(endpoint);
  route.schema = {
    ...(query ? { querystring: query } : {}),
    ...(checksBody ? { body } : {}),
  };
  if (!isPage && isJson(endpoint)) {
    route.errorHandler = (error, request, reply) => answerError(error, request, reply, endpoint);
  }
  if (!checksBody) return;
  route.preValidation = async (request) => {
    request.body = prepareBody(endpoint, request.body, request.query);
  };
}

function isJson({ neighbour, bodies }: AnyEndpoint): boolean {
  return !bodies && !neighbour?.bodyType && !neighbour?.ownFaults;
}
