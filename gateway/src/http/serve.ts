// One call from token to answer: identifies the caller, checks access to the endpoint, and handles
// the Idempotency-Key of requests that move money.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { assert } from '../core/assert.ts';
import type { Clock } from '../core/clock.ts';
import { writeJson } from '../core/json.ts';
import { canonicalJson } from '../core/json/canonical.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { keptRefusals } from './idempotency.ts';
import { Draft, type Journal } from '../journal/entry.ts';
import { addressKey } from './admission/address.ts';
import { bodyFormOf } from './assembly/bodies.ts';
import type { Authenticator, Caller, Resource } from './caller.ts';
import type { AnyCall, Endpoint, Route } from './endpoint.ts';
import { DuplicateKey } from './idempotency.ts';
import type { AnswerKeeper, Idempotency, KeptAnswer } from './idempotency.ts';
import type { RequestLimits, RateLimit } from './limits.ts';
import { RawReply, sendRaw } from './pages/raw-reply.ts';
import { errorBody } from './reply.ts';

export interface CallParts {
  readonly clock: Clock;
  readonly authenticator: Authenticator;
  readonly idempotency: Idempotency;
  readonly journal: Journal;
  readonly limits: RequestLimits;
  readonly byMerchant: RateLimit;
  readonly byClient: RateLimit;
  readonly byLookups: RateLimit;
  /** Failed logins of the operator, by address. */
  readonly operatorFailures: RateLimit;
}

const bearerForm = /^Bearer ([A-Za-z0-9._~+/=-]{1,4096})$/i;
const keepNothing: AnswerKeeper = () => undefined;
const noteNothing = (): void => undefined;

export async function identify(
  gate: CallParts,
  endpoint: Endpoint,
  { headers, ip }: FastifyRequest,
): Promise<Caller> {
  if (endpoint.access === 'open') return { kind: 'anyone' };
  const header = headers.authorization;
  const bearer = header === undefined ? undefined : bearerForm.exec(header)?.[1];
  if (endpoint.access === 'operator') {
    identifyOperator(gate, bearer ?? '', addressKey(ip));
    return { kind: 'operator' };
  }
  if (header === undefined) refuse('TOKEN_MISSING');
  if (bearer === undefined) refuse('TOKEN_INVALID');
  const caller = await gate.authenticator.merchantOrClient(bearer);
  if (caller.kind === 'client') {
    if (endpoint.access !== 'merchant-or-client') throw wrongTokenError(endpoint);
  } else if (!allowsResource(endpoint, caller.resource)) {
    throw wrongTokenError(endpoint);
  }
  if (caller.isSuspended && !endpoint.whileSuspended) refuse('MERCHANT_SUSPENDED');
  return caller;
}

function allowsResource({ resource }: Endpoint, granted: Resource): boolean {
  return granted === 'UNIVERSAL' || granted === resource;
}

function wrongTokenError({ resource }: Endpoint): Refusal {
  const named = resource === undefined ? 'UNIVERSAL' : `${resource} or UNIVERSAL`;
  const message = `must be a MERCHANT token for resource ${named}`;
  return new Refusal('TOKEN_NOT_FOR_THIS', [{ field: 'Authorization', message }]);
}

/** After too many failures the right key is refused as well, so that guessing reveals nothing. */
function identifyOperator(gate: CallParts, bearer: string, address: string): void {
  const { operatorFailures } = gate;
  if (operatorFailures.isExhausted(address)) operatorFailures.take(address);
  try {
    gate.authenticator.operator(bearer);
  } catch (error) {
    operatorFailures.take(address);
    throw error;
  }
}

/** A customer's page is limited per payment, so that it cannot use up the merchant's limit. */
export function limitCaller(gate: CallParts, endpoint: Endpoint, caller: Caller): void {
  if (!('merchantId' in caller)) return;
  const isPage = caller.kind === 'client';
  if (isPage) gate.byClient.take(caller.paymentId);
  else gate.byMerchant.take(caller.merchantId);
  if (endpoint.lookups) gate.byLookups.take(isPage ? caller.paymentId : caller.merchantId);
}

/** What the function that answers a request gets of it. */
export function callOf(request: FastifyRequest, keep: AnswerKeeper = keepNothing): AnyCall {
  return {
    params: request.params,
    query: request.query,
    body: request.body ?? undefined,
    bodyForm: bodyFormOf(request),
    bodyText: request.bodyText ?? '',
    header: (name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? value : undefined;
    },
    caller: request.caller,
    address: request.ip,
    traceId: request.traceId,
    releaseSlot: () => request.releaseSlot?.(),
    keep,
    note: noteNothing,
  };
}

export async function answerCall(
  gate: CallParts,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const run = (keep: AnswerKeeper): Promise<unknown> => route.answer(callOf(request, keep));
  const key = request.headers['idempotency-key'];
  const { caller } = request;
  if (!route.idempotent || typeof key !== 'string' || !('merchantId' in caller)) {
    const answer = await run(keepNothing);
    if (answer instanceof RawReply && !route.idempotent) return sendRaw(reply, answer);
    return send(gate, reply, 200, jsonOf(answer));
  }
  const answer = await gate.idempotency.runOnce(
    {
      merchantId: caller.merchantId,
      caller,
      // Keys sent by a customer's page are separate from the merchant's own.
      ...(caller.kind === 'client' ? { scope: caller.paymentId } : {}),
      key,
      ...contentOf(route, request),
    },
    (keep) => runAndKeep(gate, request.traceId, run, keep),
  );
  if (answer.replayed) reply.header('idempotency-replayed', 'true');
  return send(gate, reply, answer.status, answer.body);
}

/**
 * The content by which two requests with the same key are compared; a body that the endpoint
 * ignores is left out.
 */
function contentOf(route: Route, { url, body, bodyText }: FastifyRequest) {
  const { method } = route;
  const sent = route.body ? canonicalJson(body) : '';
  return {
    content: `2 ${method} ${url}\n${sent}`,
    formerContent: `${method} ${url}\n${bodyText}`,
  };
}

/**
 * An endpoint stores its answer in the entry of its effect. When a provider's answer changes the
 * reply after that, or a refusal depends on state, the final answer is stored here.
 */
async function runAndKeep(
  gate: CallParts,
  traceId: string,
  run: (keep: AnswerKeeper) => Promise<unknown>,
  keep: AnswerKeeper,
): Promise<KeptAnswer> {
  let kept: string | undefined;
  const keepAndRemember: AnswerKeeper = (draft, reply, status) => {
    kept = jsonOf(reply);
    keep(draft, reply, status);
  };
  try {
    const reply = await run(keepAndRemember);
    const body = jsonOf(reply);
    if (kept !== undefined && kept !== body) {
      await storeFinalAnswer(gate, (draft) => keep(draft, reply, 200), 'replace');
    }
    return { status: 200, body };
  } catch (error) {
    if (!(error instanceof Refusal) || !keptRefusals.has(error.code)) throw error;
    const reply = errorBody(error, traceId);
    const how = error.code === 'OPERATION_DECLINED' ? 'replace' : 'add';
    await storeFinalAnswer(gate, (draft) => keep(draft, reply, error.status), how);
    return { status: error.status, body: writeJson(reply) };
  }
}

/** Answers stored for repeats are JSON, so idempotent endpoints return nothing else. */
function jsonOf(answer: unknown): string {
  assert(!(answer instanceof RawReply), 'a RawReply cannot be the answer to an idempotent call');
  return writeJson(answer);
}

async function storeFinalAnswer(
  gate: CallParts,
  keep: (draft: Draft) => void,
  how: 'add' | 'replace',
): Promise<void> {
  const draft = new Draft();
  keep(draft);
  if (how === 'replace') draft.updates.push(...draft.inserts.splice(0));
  const result = await gate.journal.commit(draft);
  // Another node has stored its answer to the same request first: that answer counts.
  if (how === 'add' && result.kind === 'conflict') throw new DuplicateKey();
}

function send(
  { clock }: CallParts,
  reply: FastifyReply,
  status: number,
  body: string,
): FastifyReply {
  // The clock of a sandbox may be moved, and pages count down with it.
  const date = new Date(clock.now()).toUTCString();
  return reply.code(status).type('application/json; charset=utf-8').header('date', date).send(body);
}
