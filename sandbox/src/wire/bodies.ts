// How the simulated providers read bodies and answer errors, whichever server they are mounted in.

import type { FastifyInstance } from 'fastify';
import { JsonError, readJson } from '@bramka/gateway/core/json.ts';

export const BODY_LIMIT = 64 * 1024;

/** JSON alone, unless the plugin adds another kind; `who` failed when the fault is ours. */
export function readBodies(app: FastifyInstance, who: string): void {
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
    const sentence = status < 500 ? error.message : `${who} failed`;
    return reply.code(status).send({ error: sentence });
  });
}
