// The HTTP server: one assembly for all routes. Order of checks for every request: overload,
// address limit, token, merchant limits, media type and size, body, schema, then the endpoint.

import fastify, { LogController, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { FastifyBaseLogger } from 'fastify';
import { answerError } from './assembly/answer-error.ts';
import { BODY_LIMIT, takeBodies } from './assembly/bodies.ts';
import { closePromptly } from './assembly/close-promptly.ts';
import { lazyValidation } from './assembly/lazy-validation.ts';
import { refuseNearMisses } from './assembly/near-miss.ts';
import { withPlainNumbers } from './assembly/whole-numbers.ts';
import type { Clock } from '../core/clock.ts';
import type { Ids } from '../core/id.ts';
import { numberText, writeJson } from '../core/json.ts';
import { refuse, Refusal } from '../core/refusals.ts';
import type { Journal } from '../journal/entry.ts';
import type { Authenticator, Caller } from './caller.ts';
import type { HttpMethod, Route } from './endpoint.ts';
import type { Idempotency } from './idempotency.ts';
import { rateLimit } from './limits.ts';
import type { Metrics } from './metrics.ts';
import { answerCall, identify, limitMerchant, type Gate } from './serve.ts';

declare module 'fastify' {
  interface FastifyRequest {
    traceId: string;
    caller: Caller;
    /** The body as it was sent, for telling whether two requests are the same. */
    bodyText: string;
    startedMs: number;
  }
}

const MOST_IN_FLIGHT = 2000;
/** A caller whose body takes longer to arrive is identified again: its token may be revoked. */
const IDENTIFIED_FOR_MS = 500;
const allMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Requests per second; 0 means no limit. */
export interface Limits {
  readonly merchantPerSecond: number;
  readonly addressPerSecond: number;
  /** Questions about cards, per merchant and tighter than the rest; absent: no limit. */
  readonly cardLookupsPerSecond?: number;
}

export interface ServerParts {
  readonly routes: readonly Route[];
  readonly authenticator: Authenticator;
  readonly idempotency: Idempotency;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: FastifyBaseLogger;
  readonly metrics: Metrics;
  readonly limits: Limits;
  readonly trustProxy: boolean;
}

export function createServer(parts: ServerParts): FastifyInstance {
  const app = fastify({
    loggerInstance: parts.logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    trustProxy: parts.trustProxy && ownProxy,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 75_000,
    http: { headersTimeout: 15_000 },
    // Requests that arrive while closing are answered like others; their connections end with it.
    return503OnClosing: false,
    ajv: { customOptions: ajvOptions },
    schemaController: { compilersFactory: { buildValidator: lazyValidation } },
    frameworkErrors: (error, request, reply) => {
      const traceId = parts.ids.next();
      reply.header('x-trace-id', traceId);
      answerError(error, Object.assign(request as FastifyRequest, { traceId }), reply);
    },
  }) as unknown as FastifyInstance;
  const limit = (perSecond: number) => rateLimit(perSecond, parts.clock.monotonicMs);
  const gate: Gate = {
    ...parts,
    byAddress: limit(parts.limits.addressPerSecond),
    byMerchant: limit(parts.limits.merchantPerSecond),
    byLookups: limit(parts.limits.cardLookupsPerSecond ?? 0),
  };
  app.setSerializerCompiler(() => writeJson);
  app.decorateRequest('traceId', '');
  app.decorateRequest('bodyText', '');
  app.decorateRequest('startedMs', 0);
  closePromptly(app);
  takeBodies(app, ['json']);
  observe(app, parts);
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  app.setNotFoundHandler((request, reply) =>
    answerError(new Refusal('ROUTE_NOT_FOUND'), request, reply),
  );
  for (const route of parts.routes) addWithBodies(app, route, gate);
  refuseOtherMethods(app, parts.routes);
  return app;
}

/** One hop: what stands further left in X-Forwarded-For is the client's own word. */
const ownProxy = (_address: string, hop: number): boolean => hop === 0;

const ajvOptions = {
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  allErrors: true,
  strict: false,
  keywords: [
    {
      keyword: 'exactNumber',
      errors: false,
      validate: (_schema: unknown, data: unknown) => numberText(data) !== undefined,
    },
  ],
};

function observe(app: FastifyInstance, parts: ServerParts): void {
  let inFlight = 0;
  app.addHook('onRequest', async (request, reply) => {
    request.startedMs = parts.clock.monotonicMs();
    request.traceId = parts.ids.next();
    reply.header('x-trace-id', request.traceId);
    reply.header('cache-control', 'no-store');
    reply.header('x-content-type-options', 'nosniff');
    parts.metrics.inFlight.set((inFlight += 1));
    // A client that goes away gets no response, but its request ends too.
    reply.raw.once('close', () => parts.metrics.inFlight.set((inFlight -= 1)));
    if (inFlight > MOST_IN_FLIGHT) throw new Refusal('OVERLOADED', [], 1);
  });
  app.addHook('onResponse', async (request, reply) => {
    const ms = parts.clock.monotonicMs() - request.startedMs;
    const route = request.routeOptions.url ?? 'none';
    const { method } = request;
    parts.metrics.requests.observe({ route, method, status: reply.statusCode }, ms / 1000);
    const caller = request.caller as Caller | undefined;
    const merchantId = caller && 'merchantId' in caller ? caller.merchantId : undefined;
    const line = { traceId: request.traceId, method, route, status: reply.statusCode, merchantId };
    parts.logger.info({ ...line, ms: Math.round(ms * 10) / 10 }, 'answered');
  });
}

/** Endpoints that take other bodies than JSON live in a part of the server of their own. */
function addWithBodies(app: FastifyInstance, route: Route, gate: Gate): void {
  const { bodies } = route.endpoint;
  if (!bodies) return addRoute(app, route, gate);
  void app.register(async (own) => {
    takeBodies(own, bodies);
    addRoute(own, route, gate);
  });
}

function addRoute(app: FastifyInstance, route: Route, gate: Gate): void {
  const { endpoint } = route;
  app.route({
    method: route.method,
    url: route.path.replace(/\{(\w+)\}/g, ':$1'),
    schema: {
      ...(endpoint.params ? { params: endpoint.params } : {}),
      ...(endpoint.query ? { querystring: endpoint.query } : {}),
      ...(endpoint.body ? { body: endpoint.body } : {}),
    },
    onRequest: async (request) => {
      gate.byAddress.take(request.ip);
      request.caller = await identify(gate, endpoint, request.headers.authorization);
      limitMerchant(gate, endpoint, request.caller);
    },
    preValidation: async (request) => {
      if (gate.clock.monotonicMs() - request.startedMs > IDENTIFIED_FOR_MS) {
        request.caller = await identify(gate, endpoint, request.headers.authorization);
      }
      if (endpoint.body && request.body === undefined && !endpoint.bodyOptional) {
        throw new Refusal('INVALID_REQUEST', [{ field: 'body', message: 'is required' }]);
      }
      if (endpoint.bodyOptional) request.body ??= {};
      if (endpoint.body) request.body = withPlainNumbers(endpoint.body, request.body);
      if (endpoint.body && !endpoint.anyNames) refuseNearMisses(endpoint.body, request.body);
    },
    handler: (request, reply) => answerCall(gate, route, request, reply),
    errorHandler: (error, request, reply) => answerError(error, request, reply, endpoint),
  });
}

/** A known path answers 405 and says what it takes. */
function refuseOtherMethods(app: FastifyInstance, routes: readonly Route[]): void {
  const taken = new Map<string, HttpMethod[]>();
  for (const { path, method } of routes) taken.set(path, [...(taken.get(path) ?? []), method]);
  for (const [path, methods] of taken) {
    const url = path.replace(/\{(\w+)\}/g, ':$1');
    const others = [...allMethods, 'OPTIONS'].filter((name) => !methods.includes(name as never));
    app.route({
      method: others,
      url,
      handler: (_request, reply) => {
        reply.header('allow', methods.join(', '));
        return refuse('METHOD_NOT_ALLOWED');
      },
    });
  }
}
