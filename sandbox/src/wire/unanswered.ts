// The answers of simulated providers as they are sent. Connections of requests that are never
// answered stay open until the client disconnects, too many are waiting, or the server closes.

import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ServerResponse } from 'node:http';
import { RawReply } from '@bramka/gateway/http/pages/raw-reply.ts';
import { JSON_TYPE } from './json-text.ts';

const MAX_UNANSWERED = 1_000;

export interface Answer {
  readonly status: number;
  /** Text is sent as an HTML page, which no client can parse as an answer. */
  readonly body: unknown;
}

/** Undefined if the call is never answered. */
export function providerReply(
  { traceId }: { readonly traceId: string },
  answer: Answer | undefined,
): RawReply | undefined {
  if (answer === undefined) return undefined;
  const { status, body } = answer;
  if (typeof body === 'string') return new RawReply(status, { 'content-type': 'text/html' }, body);
  const sent = status < 400 ? body : { ...(body as object), traceId };
  return new RawReply(status, { 'content-type': JSON_TYPE }, JSON.stringify(sent));
}

/** How many clients may wait; above this the oldest is disconnected. */
export function keepUnanswered(
  app: FastifyInstance,
  maxUnanswered = MAX_UNANSWERED,
): (reply: FastifyReply) => FastifyReply {
  const unanswered = new Set<ServerResponse>();
  app.addHook('preClose', (closed) => {
    for (const response of unanswered) response.destroy();
    closed();
  });
  return (reply) => {
    reply.hijack();
    const { raw } = reply;
    unanswered.add(raw);
    raw.once('close', () => unanswered.delete(raw));
    if (unanswered.size > maxUnanswered) unanswered.values().next().value?.destroy();
    return reply;
  };
}
