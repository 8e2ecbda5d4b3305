// The HTTP server of a process that serves simulated parties and nothing else.

import Fastify, { type FastifyInstance } from 'fastify';
import { systemClock } from '@bramka/gateway/core/clock.ts';
import { createIds } from '@bramka/gateway/core/id.ts';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import { Refusal } from '@bramka/gateway/core/refusals.ts';
import { answerError } from '@bramka/gateway/http/assembly/answer-error.ts';
import { closePromptly } from '@bramka/gateway/http/assembly/close-promptly.ts';
import { validation } from '@bramka/gateway/http/assembly/lazy-validation.ts';
import { BODY_LIMIT, traceRequests } from './bodies.ts';

export function partyServer(): FastifyInstance {
  const ids = createIds(systemClock, systemRandom);
  const genReqId = (): string => ids.next();
  const app = Fastify({
    // Real providers do not search texts for card numbers.
    ...validation(() => false),
    bodyLimit: BODY_LIMIT,
    requestTimeout: 30_000,
    genReqId,
  }) as unknown as FastifyInstance;
  closePromptly(app);
  traceRequests(app);
  app.setNotFoundHandler((request, reply) =>
    answerError(new Refusal('ROUTE_NOT_FOUND'), request, reply),
  );
  return app;
}
