// The HTTP server: one assembly for all routes. Order of checks for every request: overload,
// address limit, token, merchant limit, media type and size, JSON, schema, then the endpoint.

import fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { FastifyBaseLogger } from 'fastify';
import { lazyValidation } from './assembly/lazy-validation.ts';
import { closePromptly } from './assembly/close-promptly.ts';
import type { Clock } from '../core/clock.ts';
import type { Ids } from '../core/id.ts';
import { numberText, readJson, writeJson } from '../core/json.ts';
import { refuse, Refusal } from '../core/refusals.ts';
import type { Journal } from '../journal/entry.ts';
import type { Authenticator, Caller } from './caller.ts';
import type { HttpMethod, Route } from './endpoint.ts';
import type { Idempotency } from './idempotency.ts';
import { rateLimit } from './limits.ts';
import type { Metrics } from './metrics.ts';
import { asRefusal, errorBody } from './reply.ts';
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

const BODY_LIMIT = 64 * 1024;
const MOST_IN_FLIGHT = 2000;
const allMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export interface ServerParts {
  readonly routes: readonly Route[];
  readonly authenticator: Authenticator;
  readonly idempotency: Idempotency;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: FastifyBaseLogger;
  readonly metrics: Metrics;
  readonly limits: { readonly merchantPerSecond: number; readonly addressPerSecond: number };
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
      replyToError(error, Object.assign(request as FastifyRequest, { traceId }), reply);
    },
  }) as unknown as FastifyInstance;
  const gate: Gate = {
    ...parts,
    byAddress: rateLimit(parts.limits.addressPerSecond, parts.clock.monotonicMs),
    byMerchant: rateLimit(parts.limits.merchantPerSecond, parts.clock.monotonicMs),
  };
  app.setSerializerCompiler(() => writeJson);
  app.decorateRequest('traceId', '');
  app.decorateRequest('bodyText', '');
  app.decorateRequest('startedMs', 0);
  closePromptly(app);
  readBodies(app);
  observe(app, parts);
  app.setErrorHandler((error, request, reply) => replyToError(error, request, reply));
  app.setNotFoundHandler((request, reply) =>
    replyToError(new Refusal('ROUTE_NOT_FOUND'), request, reply),
  );
  for (const route of parts.routes) addRoute(app, route, gate);
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

/** JSON only, read strictly; an empty body is no body, whatever its content type says. */
function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
    (request, bytes, done) => {
      try {
        request.bodyText = decode(bytes as Buffer);
        done(null, request.bodyText.trim() === '' ? undefined : readJson(request.bodyText));
      } catch (error) {
        done(error as Error);
      }
    },
  );
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Refusal('INVALID_JSON', [{ field: 'body', message: 'must be UTF-8' }]);
  }
}

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
      limitMerchant(gate, request.caller);
    },
    preValidation: async (request) => {
      if (endpoint.body && request.body === undefined && !endpoint.bodyOptional) {
        throw new Refusal('INVALID_REQUEST', [{ field: 'body', message: 'is required' }]);
      }
      if (endpoint.bodyOptional) request.body ??= {};
    },
    handler: (request, reply) => answerCall(gate, route, request, reply),
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

function replyToError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  let refusal = asRefusal(error);
  if (!refusal) {
    request.log.error({ traceId: request.traceId, err: error }, 'defect');
    refusal = new Refusal('INTERNAL_ERROR');
  }
  if (refusal.retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(refusal.retryAfterSeconds));
  }
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer');
  void reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .send(writeJson(errorBody(refusal, request.traceId)));
}
