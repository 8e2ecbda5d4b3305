// Clients of a provider that never answers: their connections stay open until they leave, until too
// many wait, or until the server closes.

import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ServerResponse } from 'node:http';
import { JSON_TYPE } from './json-text.ts';

const MOST_UNANSWERED = 1_000;

export interface Answer {
  readonly status: number;
  /** Text is sent as a page, which no client of a provider can read. */
  readonly body: unknown;
}

export type SendAnswer = (reply: FastifyReply, answer: Answer | undefined) => void;

/** `most`: how many clients may wait; then the oldest is sent away. */
export function answering(app: FastifyInstance, most = MOST_UNANSWERED): SendAnswer {
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
      if (unanswered.size > most) unanswered.values().next().value?.destroy();
      return;
    }
    reply.code(answer.status);
    if (typeof answer.body === 'string') void reply.type('text/html').send(answer.body);
    else void reply.type(JSON_TYPE).send(JSON.stringify(traced(reply, answer)));
  };
}

function traced({ request }: FastifyReply, { status, body }: Answer): unknown {
  return status < 400 ? body : { ...(body as object), traceId: request.traceId };
}
