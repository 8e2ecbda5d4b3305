// Keeps connections open for requests that are never answered, until the client disconnects, too
// many are waiting, or the server closes.

import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ServerResponse } from 'node:http';
import { JSON_TYPE } from './json-text.ts';

const MAX_UNANSWERED = 1_000;

export interface Answer {
  readonly status: number;
  /** Text is sent as an HTML page, which no client can parse as an answer. */
  readonly body: unknown;
}

export type SendAnswer = (reply: FastifyReply, answer: Answer | undefined) => void;

/** How many clients may wait; above this the oldest is disconnected. */
export function createSendAnswer(app: FastifyInstance, maxUnanswered = MAX_UNANSWERED): SendAnswer {
  const unanswered = new Set<ServerResponse>();
  app.addHook('preClose', (closed) => {
    for (const response of unanswered) response.destroy();
    closed();
  });
  return (reply, answer) => {
    if (answer === undefined) {
      reply.hijack();
      const { raw } = reply;
      unanswered.add(raw);
      raw.once('close', () => unanswered.delete(raw));
      if (unanswered.size > maxUnanswered) unanswered.values().next().value?.destroy();
      return;
    }
    reply.code(answer.status);
    if (typeof answer.body === 'string') void reply.type('text/html').send(answer.body);
    else void reply.type(JSON_TYPE).send(JSON.stringify(withTraceId(reply, answer)));
  };
}

function withTraceId({ request }: FastifyReply, { status, body }: Answer): unknown {
  return status < 400 ? body : { ...(body as object), traceId: request.traceId };
}
