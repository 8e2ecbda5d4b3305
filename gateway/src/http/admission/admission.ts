// What every request passes before its route: a trace id, the limits of its address, and the
// overload check. A request counts as in flight only when its body has arrived, so slow senders
// delay no other request. Health checks are exempt from all limits.

import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Socket } from 'node:net';
import type { Clock } from '../../core/clock.ts';
import type { Ids } from '../../core/id.ts';
import { Refusal } from '../../core/refusals.ts';
import type { Caller } from '../caller.ts';
import { rateLimit, type RequestLimits } from '../limits.ts';
import type { Metrics } from '../metrics.ts';
import { addressKey } from './address.ts';
import { checkBodyHeaders, checkHeaders } from './headers.ts';
import type { KnownPaths } from './known-paths.ts';
import { openRequests, type OpenRequest } from './open-requests.ts';
import type { SocketAnswer } from './socket-answer.ts';

interface AdmissionParts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: FastifyBaseLogger;
  readonly metrics: Metrics;
  readonly limits: RequestLimits;
  readonly answerOnSocket: SocketAnswer;
  readonly paths: KnownPaths;
}

/**
 * Admits a request or throws its refusal; called directly for requests that reach no hook, such as
 * those with an invalid URL.
 */
export type Admit = (request: FastifyRequest, reply: FastifyReply) => void;

export function addAdmission(app: FastifyInstance, parts: AdmissionParts): Admit {
  app.decorateRequest('traceId', '');
  app.decorateRequest('startedMs', 0);
  app.decorateRequest('open', null);
  app.decorateRequest('releaseSlot', null);
  const admit = createAdmission(parts);
  app.addHook('onRequest', (request, reply, done) => {
    try {
      admit(request, reply);
      if (request.is404) throw parts.paths.refusal(request, reply);
      const misplaced = request.routeOptions.config?.takesIds && parts.paths.wordRefusal(request);
      if (misplaced) throw misplaced;
      done();
    } catch (error) {
      done(error as Error);
    }
  });
  app.addHook('preParsing', async (request) => checkBodyHeaders(request));
  countInFlight(app, parts);
  app.addHook('onResponse', async (request, reply) => logAnswer(parts, request, reply));
  return admit;
}

function createAdmission(parts: AdmissionParts): Admit {
  const { clock, ids, limits } = parts;
  const byAddress = rateLimit(limits.addressPerSecond, clock.monotonicMs);
  const open = openRequests(limits.openRequestsPerAddress);
  return (request, reply) => {
    request.startedMs = clock.monotonicMs();
    request.traceId = ids.next();
    reply.header('x-trace-id', request.traceId);
    reply.header('cache-control', 'no-store');
    reply.header('x-content-type-options', 'nosniff');
    const isExempt = isExemptRequest(request);
    const address = addressKey(request.ip);
    try {
      request.open = open.begin(address, () => dismissRequest(parts, request, reply), isExempt);
    } catch (error) {
      // This request is not counted, so its connection must not stay open.
      reply.header('connection', 'close');
      throw error;
    }
    // A call of the payment page has no connection that could be closed to end it.
    if (!hasConnection(request)) request.open.markArrived();
    endAfterBodyAndAnswer(request.open, request, reply);
    if (!isExempt) byAddress.take(address);
    checkHeaders(request);
  };
}

function isExemptRequest({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config?.isExempt === true;
}

function dismissRequest(
  { answerOnSocket }: AdmissionParts,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { socket } = request.raw;
  if (reply.raw.writableEnded) socket.destroy();
  else answerOnSocket(socket, new Refusal('TOO_MANY_REQUESTS', [], 1));
}

/** False for calls inside this process. */
function hasConnection({ raw }: FastifyRequest): boolean {
  return raw.socket instanceof Socket;
}

/** A request ends when its answer is sent and its body has arrived, in either order. */
function endAfterBodyAndAnswer(
  open: OpenRequest,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  let isBodyOver = false;
  let isAnswered = false;
  request.raw.once('close', () => {
    isBodyOver = true;
    if (isAnswered) open.end();
  });
  reply.raw.once('close', () => {
    isAnswered = true;
    // A call of the payment page inside this process has no connection and no 'close' of its body.
    if (isBodyOver || request.raw.socket.destroyed || !hasConnection(request)) open.end();
    else open.markLingering();
  });
}

/** Requests that waited for something: their duration says nothing about the gateway. */
const waited = new WeakSet<FastifyRequest>();

/** Counts requests from the arrival of their body until their answer is ready. */
function countInFlight(app: FastifyInstance, { metrics, limits }: AdmissionParts): void {
  let inFlight = 0;
  const counted = new WeakSet<FastifyRequest>();
  const refuseOverload = (): void => {
    if (inFlight >= limits.inFlight) throw new Refusal('OVERLOADED', [], 1);
  };
  const leave = (request: FastifyRequest): void => {
    if (counted.delete(request)) metrics.inFlight.set((inFlight -= 1));
  };
  // Before the token is checked: an overloaded gateway refuses at the lowest cost.
  app.addHook('onRequest', async (request) => {
    if (!isExemptRequest(request)) refuseOverload();
  });
  app.addHook('preValidation', async (request, reply) => {
    request.open?.markArrived();
    if (isExemptRequest(request)) return;
    refuseOverload();
    counted.add(request);
    metrics.inFlight.set((inFlight += 1));
    request.releaseSlot = () => {
      waited.add(request);
      leave(request);
    };
    // The client may also disconnect before it gets the answer.
    reply.raw.once('close', () => leave(request));
  });
  app.addHook('onSend', async (request) => leave(request));
}

function logAnswer(
  { clock, metrics, logger }: AdmissionParts,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const ms = clock.monotonicMs() - request.startedMs;
  const route = request.routeOptions.url ?? 'none';
  const { method, traceId } = request;
  const status = reply.statusCode;
  const isLong = request.routeOptions.config.isStream === true || waited.has(request);
  const isStream = status === 200 && isLong;
  if (!isStream) metrics.requests.observe({ route, method, status }, ms / 1000);
  const caller = request.caller as Caller | undefined;
  const merchantId = caller && 'merchantId' in caller ? caller.merchantId : undefined;
  const line = { traceId, method, route, status, merchantId };
  // Health checks come every few seconds, and what they find is logged elsewhere.
  const level = isExemptRequest(request) ? 'debug' : 'info';
  logger[level]({ ...line, ms: Math.round(ms * 10) / 10 }, isStream ? 'stream ended' : 'answered');
}
