// One call from token to answer: who is calling, whether the endpoint is theirs, and the idempotent
// wrapping of money POSTs.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { writeJson } from '../core/json.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { Draft, type Journal } from '../journal/entry.ts';
import type { Authenticator, Caller } from './caller.ts';
import type { AnyEndpoint, Route } from './endpoint.ts';
import type { AnswerKeeper, Idempotency, KeptAnswer } from './idempotency.ts';
import type { RateLimit } from './limits.ts';
import { errorBody } from './reply.ts';

export interface Gate {
  readonly authenticator: Authenticator;
  readonly idempotency: Idempotency;
  readonly journal: Journal;
  readonly byAddress: RateLimit;
  readonly byMerchant: RateLimit;
}

const bearerForm = /^Bearer ([A-Za-z0-9._~+/=-]{1,4096})$/i;
const keepNothing: AnswerKeeper = () => undefined;

export async function identify(
  gate: Gate,
  endpoint: AnyEndpoint,
  header: string | undefined,
): Promise<Caller> {
  if (endpoint.access === 'open') return { kind: 'anyone' };
  const bearer = header === undefined ? undefined : bearerForm.exec(header)?.[1];
  if (endpoint.access === 'operator') {
    gate.authenticator.operator(bearer ?? '');
    return { kind: 'operator' };
  }
  if (header === undefined) refuse('TOKEN_MISSING');
  if (bearer === undefined) refuse('TOKEN_INVALID');
  const caller = await gate.authenticator.merchantOrClient(bearer);
  if (caller.kind === 'client') {
    if (endpoint.access !== 'merchant-or-client') refuse('TOKEN_NOT_FOR_THIS');
  } else if (caller.resource !== 'UNIVERSAL' && caller.resource !== endpoint.resource) {
    refuse('TOKEN_NOT_FOR_THIS');
  }
  return caller;
}

export function limitMerchant(gate: Gate, caller: Caller): void {
  if ('merchantId' in caller) gate.byMerchant.take(caller.merchantId);
}

export async function answerCall(
  gate: Gate,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { endpoint } = route;
  const run = (keep: AnswerKeeper): Promise<unknown> =>
    endpoint.answer({
      params: request.params as never,
      query: request.query as never,
      body: (request.body ?? undefined) as never,
      caller: request.caller,
      address: request.ip,
      traceId: request.traceId,
      keep,
    });
  const key = request.headers['idempotency-key'];
  const { caller } = request;
  if (!endpoint.idempotent || typeof key !== 'string' || !('merchantId' in caller)) {
    return send(reply, 200, writeJson(await run(keepNothing)));
  }
  const content = `${route.method} ${request.url}\n${request.bodyText}`;
  const answer = await gate.idempotency.around(
    { merchantId: caller.merchantId, key, content },
    (keep) => runAndKeep(gate, request.traceId, run, keep),
  );
  if (answer.replayed) reply.header('idempotency-replayed', 'true');
  return send(reply, answer.status, answer.body);
}

/** An endpoint keeps its own success in its entry; a refusal that depends on state is kept here. */
async function runAndKeep(
  gate: Gate,
  traceId: string,
  run: (keep: AnswerKeeper) => Promise<unknown>,
  keep: AnswerKeeper,
): Promise<KeptAnswer> {
  try {
    return { status: 200, body: writeJson(await run(keep)) };
  } catch (error) {
    if (!(error instanceof Refusal) || ![404, 409, 422].includes(error.status)) throw error;
    const body = errorBody(error, traceId);
    const draft = new Draft();
    keep(draft, body, error.status);
    await gate.journal.commit(draft);
    return { status: error.status, body: writeJson(body) };
  }
}

function send(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').send(body);
}
