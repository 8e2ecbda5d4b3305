// Serves the endpoints of a simulated party. As in the gateway, the schemas of the definitions
// check queries and JSON bodies; what a schema cannot say is left to the party.

import type { FastifyInstance, FastifyPluginCallback, RouteOptions } from 'fastify';
import { refuse } from '@bramka/gateway/core/refusals.ts';
import type { Secret } from '@bramka/gateway/core/secret.ts';
import { answerError } from '@bramka/gateway/http/assembly/answer-error.ts';
import { prepareBody } from '@bramka/gateway/http/assembly/prepare-body.ts';
import { mediaTypes, type Endpoint, type Route } from '@bramka/gateway/http/endpoint.ts';
import { RawReply, sendRaw } from '@bramka/gateway/http/pages/raw-reply.ts';
import { callOf } from '@bramka/gateway/http/serve.ts';
import { servePages } from '../pages/page-server.ts';
import { BODY_LIMIT, readBodies } from '../wire/bodies.ts';
import { keyCheck } from '../wire/check-key.ts';
import { JSON_TYPE, jsonText } from '../wire/json-text.ts';
import { keepUnanswered } from '../wire/unanswered.ts';

export interface ServeOptions {
  /** The key that callers must send where an endpoint needs it; null: none. */
  readonly key?: Secret<string> | null;
  /** First segments of pages: whatever else is below them gets an error page. */
  readonly openPages?: readonly string[];
  /** How many clients may wait for an answer that is never sent. */
  readonly maxUnanswered?: number;
}

/** The answer is a RawReply, a value that is sent as JSON, or undefined: none is sent. */
export function pluginOf(
  routes: readonly Route[],
  { key, openPages = [], maxUnanswered }: ServeOptions = {},
): FastifyPluginCallback {
  return (app, _options, done) => {
    const keep = keepUnanswered(app, maxUnanswered);
    const check = key ? { onRequest: keyCheck(key) } : {};
    const add = (own: FastifyInstance, route: Route, more: Partial<RouteOptions>): void => {
      own.route({
        method: route.method,
        url: urlOf(route),
        bodyLimit: route.simulated?.maxBodyBytes ?? BODY_LIMIT,
        ...(route.simulated?.needsKey ? check : {}),
        ...more,
        async handler(request, reply) {
          const answer = await route.answer(callOf(request));
          if (answer === undefined) return keep(reply);
          if (answer instanceof RawReply) return sendRaw(reply, answer);
          return reply.type(JSON_TYPE).send(jsonText(answer));
        },
      });
    };
    // Each kind has its own way to read bodies and to show errors.
    void app.register(async (own) => {
      readBodies(own);
      for (const route of routes.filter(isJson)) add(own, route, checksOf(route));
    });
    void app.register(async (scope) => {
      const texts = routes.filter(isText);
      readBodies(scope, [...new Set(texts.flatMap(textTypesOf))], (text) => text);
      for (const route of texts) add(scope, route, {});
    });
    void app.register(async (scope) => {
      const pages = routes.filter(isPage);
      servePages(scope);
      for (const route of pages) add(scope, route, { schema: queryOf(route) });
      refuseOtherPages(scope, pages, openPages);
    });
    done();
  };
}

const urlOf = ({ path }: Endpoint): string => path.replace(/\{(\w+)\}/g, ':$1');
const queryOf = ({ query }: Endpoint) => (query ? { querystring: query } : {});

const isPage = ({ replyType }: Endpoint): boolean => replyType === 'text/html';
const isText = ({ simulated }: Endpoint): boolean =>
  simulated?.bodyType !== undefined || simulated?.readsText === true;
const isJson = (endpoint: Endpoint): boolean => !isPage(endpoint) && !isText(endpoint);

const textTypesOf = ({ simulated }: Endpoint): string[] =>
  simulated?.bodyType === undefined ? [mediaTypes.form, mediaTypes.json] : [simulated.bodyType];

function checksOf(route: Route): Partial<RouteOptions> {
  const { body, simulated } = route;
  const errorHandler: RouteOptions['errorHandler'] = (error, request, reply) =>
    answerError(error, request, reply, route);
  if (!body || simulated?.ownFaults) return { schema: queryOf(route), errorHandler };
  return {
    schema: { ...queryOf(route), body },
    errorHandler,
    preValidation: async (request) => {
      request.body = prepareBody(route, request.body, request.query);
    },
  };
}

/** The other method of a page gets 405, and unknown pages 404, both as a page. */
function refuseOtherPages(
  app: FastifyInstance,
  pages: readonly Route[],
  openPages: readonly string[],
): void {
  for (const page of pages) {
    const { method, path } = page;
    if (pages.some((one) => one.path === path && one.method !== method)) continue;
    app.route({
      method: method === 'GET' ? 'POST' : 'GET',
      url: urlOf(page),
      config: { refusesMethods: true },
      handler(_request, reply) {
        reply.header('allow', method);
        return refuse('METHOD_NOT_ALLOWED');
      },
    });
  }
  for (const segment of openPages) {
    const handler = (): never => refuse('ROUTE_NOT_FOUND');
    app.route({ method: ['GET', 'POST'], url: `/${segment}/*`, handler });
  }
}
