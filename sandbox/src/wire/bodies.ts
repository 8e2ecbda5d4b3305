// How the simulated providers parse bodies and answer errors, in any server they are mounted in:
// with the gateway's error body, including the trace id.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readJson } from '@bramka/gateway/core/json.ts';
import { Refusal } from '@bramka/gateway/core/refusals.ts';
import { answerError } from '@bramka/gateway/http/assembly/answer-error.ts';
import { mediaTypes } from '@bramka/gateway/http/endpoint.ts';
import { asRefusal } from '@bramka/gateway/http/reply.ts';

export const BODY_LIMIT = 64 * 1024;

/** Accepts bodies of some media types: JSON, or text that the provider parses itself. */
export function readBodies(
  app: FastifyInstance,
  types: readonly string[] = [mediaTypes.json],
  read: (text: string) => unknown = readJson,
): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser([...types], { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, read(String(body)));
    } catch (error) {
      done(error as Error);
    }
  });
  traceRequests(app);
  app.setErrorHandler((error, request, reply) => {
    const isOfOtherType = asRefusal(error)?.code === 'MEDIA_TYPE_NOT_SUPPORTED';
    const named = { field: 'Content-Type', message: `must be ${types.join(' or ')}` };
    const told = isOfOtherType ? new Refusal('MEDIA_TYPE_NOT_SUPPORTED', [named]) : error;
    return answerError(told, request, reply);
  });
}

/** In the gateway every request already has a trace id. */
export function traceRequests(app: FastifyInstance): void {
  if (app.hasRequestDecorator('traceId')) return;
  app.decorateRequest('traceId', '');
  app.addHook('onRequest', async (request: FastifyRequest, reply) => {
    request.traceId = request.id;
    reply.header('x-trace-id', request.traceId);
  });
}
