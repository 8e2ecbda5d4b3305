// The HTTP server for all routes. Order of checks for every request: open requests and rate of its
// address, overload, token, merchant limits, media type and size, body, overload again, schema,
// then the endpoint.

import fastify, { LogController, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import { addAdmission, type Admit } from './admission/admission.ts';
import { answerError } from './assembly/answer-error.ts';
import { acceptBodies, nullFieldsOf } from './assembly/bodies.ts';
import { closePromptly } from './assembly/close-promptly.ts';
import { limitConnections } from './admission/connections.ts';
import { knownPaths } from './admission/known-paths.ts';
import { validation } from './assembly/lazy-validation.ts';
import { prepareBody } from './assembly/prepare-body.ts';
import type { OpenRequest } from './admission/open-requests.ts';
import { clientErrorHandler, socketAnswer, routeEveryRequest } from './admission/socket-answer.ts';
import type { Clock } from '../core/clock.ts';
import type { Ids } from '../core/id.ts';
import { writeJson } from '../core/json.ts';
import { refuse, Refusal } from '../core/refusals.ts';
import type { Journal } from '../journal/entry.ts';
import type { Authenticator, Caller } from './caller.ts';
import type { HttpMethod, Route } from './endpoint.ts';
import type { Idempotency } from './idempotency.ts';
import { rateLimit, type RequestLimits } from './limits.ts';
import type { Metrics } from './metrics.ts';
import { answerCall, identify, limitCaller, type CallParts } from './serve.ts';

declare module 'fastify' {
  interface FastifyRequest {
    traceId: string;
    caller: Caller;
    /** The body as it was sent, to compare two requests with the same key. */
    bodyText: string;
    startedMs: number;
    /** The entry of this request in the count of open requests of its address. */
    open: OpenRequest | null;
    /** Called before a long wait: the request no longer counts as in flight. */
    releaseSlot: (() => void) | null;
  }
  interface FastifyContextConfig {
    /** Exempt from all limits: for health checks. */
    isExempt?: boolean;
    /** The answer is sent for as long as the caller reads it. */
    isStream?: boolean;
    /** The parameters of the path are ids, so a word there is a mistake. */
    takesIds?: boolean;
    /** A route that only answers 405 with the allowed methods. */
    refusesMethods?: boolean;
  }
}

/**
 * A caller whose body takes longer to arrive is identified again, since its token may have been
 * revoked.
 */
const IDENTITY_VALID_MS = 500;
const otherMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** How often connections are checked for time-outs. */
const TIMEOUT_CHECK_INTERVAL_MS = 500;

export interface ServerParts {
  readonly routes: readonly Route[];
  readonly authenticator: Authenticator;
  readonly idempotency: Idempotency;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: FastifyBaseLogger;
  readonly metrics: Metrics;
  readonly limits: RequestLimits;
  readonly trustProxy: boolean;
  /** Whether a value contains a card number, for fields marked as free text. */
  readonly hasCardNumber: (value: unknown) => boolean;
}

export function createServer(parts: ServerParts): FastifyInstance {
  const { limits } = parts;
  const answerOnSocket = socketAnswer(parts.ids, parts.logger);
  let admit: Admit = () => undefined;
  const app = fastify({
    ...serverOptions(parts),
    loggerInstance: parts.logger,
    trustProxy: parts.trustProxy && ownProxy,
    clientErrorHandler: clientErrorHandler(answerOnSocket),
    frameworkErrors: (error, request, reply) => {
      answerError(tryAdmit(admit, request, reply) ?? error, request, reply);
    },
  }) as unknown as FastifyInstance;
  const { server } = app;
  server.maxConnections = limits.connections;
  routeEveryRequest(server);
  // Behind a proxy every connection is the proxy's, so only requests are counted by address.
  limitConnections({
    server,
    maxPerAddress: parts.trustProxy ? 0 : limits.connectionsPerAddress,
    refuse: (socket) => answerOnSocket(socket, new Refusal('TOO_MANY_REQUESTS', [], 1)),
  });
  app.setSerializerCompiler(() => writeJson);
  app.decorateRequest('bodyText', '');
  closePromptly(app);
  acceptBodies(app, ['json'], limits);
  admit = addAdmission(app, { ...parts, answerOnSocket, paths: knownPaths(app) });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  app.setNotFoundHandler((request, reply) =>
    answerError(new Refusal('ROUTE_NOT_FOUND'), request, reply),
  );
  const gate = createCallParts(parts);
  for (const route of parts.routes) addRouteWithBodies(app, route, gate);
  refuseOtherMethods(app, parts.routes);
  return app;
}

/**
 * A connection on which nothing is sent or received is closed without an answer after this time,
 * and never before a request that is too slow has got its 408.
 */
const SILENT_CONNECTION_MS = 60_000;

function serverOptions({ limits, hasCardNumber }: ServerParts) {
  return {
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestTimeoutMs,
    connectionTimeout: Math.max(SILENT_CONNECTION_MS, 2 * limits.requestTimeoutMs),
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    http: {
      headersTimeout: limits.headerTimeoutMs,
      connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
      maxHeaderSize: limits.headerBytes,
      // Checked with the other headers, so that the refusal has the usual error body.
      requireHostHeader: false,
    },
    // Requests that arrive while closing are answered like others; then their connection is closed.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    ...validation(hasCardNumber),
  };
}

function tryAdmit(admit: Admit, request: FastifyRequest, reply: FastifyReply): unknown {
  try {
    admit(request, reply);
    return undefined;
  } catch (error) {
    return error;
  }
}

function createCallParts(parts: ServerParts): CallParts {
  const { limits, clock } = parts;
  const limit = (perSecond: number) => rateLimit(perSecond, clock.monotonicMs);
  return {
    ...parts,
    byMerchant: limit(limits.merchantPerSecond),
    byClient: limit(limits.clientPerSecond),
    byLookups: limit(limits.cardLookupsPerSecond),
    operatorFailures: limit(limits.authFailuresPerSecond),
  };
}

/** One hop: anything further left in X-Forwarded-For was written by the client itself. */
const ownProxy = (_address: string, hop: number): boolean => hop === 0;

/** Endpoints that read bodies in another way get their own Fastify plugin scope. */
function addRouteWithBodies(app: FastifyInstance, route: Route, gate: CallParts): void {
  const { bodies = ['json'], maxTextLength = 0, body } = route;
  const nullFields = nullFieldsOf(body);
  const isUsual = !route.bodies && maxTextLength + nullFields.length === 0;
  if (isUsual) return addRoute(app, route, gate);
  const jsonStringLength = Math.max(gate.limits.jsonStringLength, maxTextLength);
  void app.register(async (scope) => {
    acceptBodies(scope, bodies, { ...gate.limits, jsonStringLength }, nullFields);
    addRoute(scope, route, gate);
  });
}

function addRoute(app: FastifyInstance, route: Route, gate: CallParts): void {
  app.route({
    method: route.method,
    url: route.path.replace(/\{(\w+)\}/g, ':$1'),
    schema: {
      ...(route.params ? { params: route.params } : {}),
      ...(route.query ? { querystring: route.query } : {}),
      ...(route.body ? { body: route.body } : {}),
    },
    config: { isStream: route.isStream === true, takesIds: route.params !== undefined },
    onRequest: async (request) => {
      request.caller = await identify(gate, route, request);
      limitCaller(gate, route, request.caller);
    },
    preValidation: async (request) => {
      if (gate.clock.monotonicMs() - request.startedMs > IDENTITY_VALID_MS) {
        request.caller = await identify(gate, route, request);
      }
      request.body = prepareBody(route, request.body, request.query);
    },
    handler: (request, reply) => answerCall(gate, route, request, reply),
    errorHandler: (error, request, reply) => answerError(error, request, reply, route),
  });
}

/**
 * A known path answers 405 with Allow. The other methods are registered explicitly, otherwise a
 * path such as /payment/methods would match /payment/{paymentId}.
 */
function refuseOtherMethods(app: FastifyInstance, routes: readonly Route[]): void {
  const taken = new Map<string, HttpMethod[]>();
  for (const { path, method } of routes) taken.set(path, [...(taken.get(path) ?? []), method]);
  for (const [path, methods] of taken) {
    app.route({
      method: otherMethods.filter((name) => !methods.includes(name)),
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      config: { refusesMethods: true },
      onRequest: async (_request, reply) => {
        reply.header('allow', methods.join(', '));
        refuse('METHOD_NOT_ALLOWED');
      },
      handler: () => refuse('METHOD_NOT_ALLOWED'),
    });
  }
}
