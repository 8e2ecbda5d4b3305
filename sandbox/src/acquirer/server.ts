// The HTTP twin of the simulated acquirer: POST <prefix>/<verb> speaks the plain protocol, GET
// <prefix>/charges shows what was recorded for a payment. As a plugin it fits into another server.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyPluginCallback } from 'fastify';
import type { PlainRequest, Verb } from '@bramka/gateway/acquirers/plain/messages.ts';
import { isUuid } from '@bramka/gateway/core/id.ts';
import { JsonError, readJson } from '@bramka/gateway/core/json.ts';
import { closePromptly } from '@bramka/gateway/http/assembly/close-promptly.ts';
import { open, type Secret } from '@bramka/gateway/core/secret.ts';
import type { SimulatedAcquirer } from './acquirer.ts';

export interface AcquirerServerOptions {
  readonly key?: Secret<string>;
  /** How many clients may wait for an answer that never comes; then the oldest is sent away. */
  readonly mostUnanswered?: number;
}

const verbs: readonly Verb[] = ['authorize', 'capture', 'adjust', 'reverse', 'refund', 'inquire'];
const BODY_LIMIT = 64 * 1024;
const MOST_UNANSWERED = 1_000;

export function acquirerServer(
  acquirer: SimulatedAcquirer,
  options: AcquirerServerOptions = {},
): FastifyInstance {
  const app = Fastify({ bodyLimit: BODY_LIMIT, requestTimeout: 30_000 });
  closePromptly(app);
  void app.register(acquirerRoutes(acquirer, options), { prefix: '/acquirer' });
  return app;
}

export function acquirerRoutes(
  acquirer: SimulatedAcquirer,
  options: AcquirerServerOptions = {},
): FastifyPluginCallback {
  return (app, _options, done) => {
    const unanswered = new Set<ServerResponse>();
    readBodies(app);
    if (options.key) checkKey(app, options.key);
    for (const verb of verbs) {
      app.post(`/${verb}`, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
        const answer = await acquirer.handle(verb, request.body as PlainRequest);
        if (answer === undefined) {
          reply.hijack();
          return leaveOpen(unanswered, reply.raw, options.mostUnanswered ?? MOST_UNANSWERED);
        }
        reply.code(answer.status);
        if (typeof answer.body === 'string') return reply.type('text/html').send(answer.body);
        return reply.type('application/json').send(JSON.stringify(answer.body));
      });
    }
    app.get('/charges', async (request, reply) => {
      const { paymentId } = request.query as { paymentId?: unknown };
      if (typeof paymentId !== 'string' || !isUuid(paymentId)) {
        return reply.code(400).send({ error: 'paymentId is missing or malformed' });
      }
      const charges = await acquirer.chargesOf(paymentId);
      return reply.type('application/json').send(JSON.stringify(charges, bigintAsText));
    });
    app.addHook('preClose', (closed) => {
      for (const response of unanswered) response.destroy();
      closed();
    });
    done();
  };
}

/** The connection stays open until the client leaves or this server closes. */
function leaveOpen(unanswered: Set<ServerResponse>, response: ServerResponse, most: number): void {
  unanswered.add(response);
  response.once('close', () => unanswered.delete(response));
  if (unanswered.size > most) unanswered.values().next().value?.destroy();
}

/** Its own reader and its own errors, whichever server it is mounted in. */
function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, readJson(String(body)));
    } catch (error) {
      done(error as Error);
    }
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status = error instanceof JsonError ? 400 : (error.statusCode ?? 500);
    const sentence = status < 500 ? error.message : 'the acquirer failed';
    return reply.code(status).send({ error: sentence });
  });
}

function checkKey(app: FastifyInstance, key: Secret<string>): void {
  const expected = digest(`Bearer ${open(key)}`);
  app.addHook('onRequest', async (request, reply) => {
    if (timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) return;
    await reply.code(401).send({ error: 'the key is missing or wrong' });
  });
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function bigintAsText(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
