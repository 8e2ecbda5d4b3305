// The API of the simulated Stripe: finds the operation of a request, and answers a repeated
// idempotency key as before, for 24 hours.

import { createHash } from 'node:crypto';
import { isUuid } from '@bramka/gateway/core/id.ts';
import { Draft } from '@bramka/gateway/journal/entry.ts';
import { createIntent, viewOf, type IntentParts } from './intents.ts';
import { intentOperations } from './operations.ts';
import { apiError, noSuchIntent, type ApiAnswer, type ApiCall, type Form } from './protocol.ts';
import { createRefund, listRefunds } from './refunds.ts';
import { answerTable, type AnswerRow } from './rows.ts';

const KEY_LIFE_MS = 24 * 60 * 60 * 1000;

/** The verb of each path, which faults and the documentation name. */
export function verbOf({ method, path }: Pick<ApiCall, 'method' | 'path'>): string | undefined {
  const [plainPath = ''] = path.split('?');
  return verbs.find(([of, form]) => of === method && form.test(plainPath))?.[2];
}

const verbs: readonly (readonly [method: string, form: RegExp, verb: string])[] = [
  ['POST', /^\/v1\/payment_methods$/, 'method'],
  ['POST', /^\/v1\/payment_intents$/, 'create'],
  ['POST', /^\/v1\/payment_intents\/\w+\/confirm$/, 'confirm'],
  ['POST', /^\/v1\/payment_intents\/\w+\/capture$/, 'capture'],
  ['POST', /^\/v1\/payment_intents\/\w+\/increment_authorization$/, 'increment'],
  ['POST', /^\/v1\/payment_intents\/\w+\/cancel$/, 'cancel'],
  ['POST', /^\/v1\/refunds$/, 'refund'],
  ['GET', /^\/v1\/payment_intents\/search$/, 'search'],
  ['GET', /^\/v1\/payment_intents\/\w+$/, 'read'],
  ['GET', /^\/v1\/refunds$/, 'list'],
  ['GET', /^\/v1\/balance$/, 'balance'],
];

export type HandleCall = (call: ApiCall) => Promise<ApiAnswer | undefined>;

export function createApi(parts: IntentParts): HandleCall {
  /** The same key at the same time waits for the first request. */
  const running = new Map<string, Promise<ApiAnswer | undefined>>();
  return (call) => {
    const { idempotencyKey: key } = call;
    if (call.method === 'GET' || key === null) return perform(parts, call);
    const before = running.get(key) ?? Promise.resolve(undefined);
    const answer = before.then(() => once(parts, call, key));
    const settled = answer.catch(() => undefined);
    running.set(key, settled);
    void settled.finally(() => running.get(key) === settled && running.delete(key));
    return answer;
  };
}

async function once(
  parts: IntentParts,
  call: ApiCall,
  idempotencyKey: string,
): Promise<ApiAnswer | undefined> {
  const requestHash = hashOf(call);
  const known = await parts.store.answer(idempotencyKey);
  if (known && parts.clock.now() - known.createdAt < KEY_LIFE_MS) {
    if (known.requestHash !== requestHash) return reusedKey;
    return { status: known.status, body: JSON.parse(known.body) as object };
  }
  const answer = await perform(parts, call);
  // What was not executed, or never answered, is not kept.
  if (!answer || answer.status === 429 || typeof answer.body === 'string') return answer;
  const row: AnswerRow = {
    answerId: parts.ids.next(),
    idempotencyKey,
    requestHash,
    status: answer.status,
    body: JSON.stringify(answer.body),
    createdAt: parts.clock.now(),
  };
  await parts.journal.commit(new Draft().insert(answerTable, row));
  return answer;
}

const reusedKey = apiError(
  400,
  'idempotency_error',
  'idempotency_error',
  'Keys can only be used with the same parameters that they were first used with.',
);
const unknownPath = apiError(404, 'invalid_request_error', 'url_invalid', 'Unrecognized URL.');

/** Card data has no part in it, so that nothing can be learned from what is stored. */
function hashOf({ path, form }: ApiCall): string {
  const pairs = [...new URLSearchParams(form)].filter(([name]) => !name.startsWith('card['));
  return createHash('sha256')
    .update(JSON.stringify([path, pairs]))
    .digest('hex');
}

async function perform(parts: IntentParts, call: ApiCall): Promise<ApiAnswer | undefined> {
  const [path = '', query = ''] = call.path.split('?');
  const form = new URLSearchParams(call.method === 'GET' ? query : call.form);
  const [, , resource, id, operation] = path.split('/');
  switch (verbOf(call)) {
    case 'method':
      return parts.methods.create(form);
    case 'create':
      return createIntent(parts, form);
    case 'refund':
    case 'list':
      return withIntent(parts, call, form, form.get('payment_intent') ?? '', undefined);
    case 'search':
      return search(parts, form);
    case 'balance':
      return { status: 200, body: { object: 'balance', available: [], pending: [] } };
    case undefined:
      return unknownPath;
    default:
      return resource === 'payment_intents' && id !== undefined
        ? withIntent(parts, call, form, id, operation)
        : unknownPath;
  }
}

async function withIntent(
  parts: IntentParts,
  call: ApiCall,
  form: Form,
  intentId: string,
  operation: string | undefined,
): Promise<ApiAnswer | undefined> {
  const row = await parts.store.intent(intentId);
  if (!row) return noSuchIntent;
  const { idempotencyKey: key } = call;
  const operationId = key !== null && isUuid(key) ? key : parts.ids.next();
  const one = { row, form, operationId };
  switch (verbOf(call)) {
    case 'refund':
      return createRefund(parts, one);
    case 'list':
      return listRefunds(parts, row);
    case 'read':
      return { status: 200, body: await viewOf(parts, row) };
    default:
      return intentOperations[operation ?? '']?.(parts, one) ?? unknownPath;
  }
}

async function search(parts: IntentParts, form: Form): Promise<ApiAnswer> {
  const attemptId = /^metadata\['attempt'\]:'([^']*)'$/.exec(form.get('query') ?? '')?.[1] ?? '';
  const row = isUuid(attemptId) ? await parts.store.intentOf(attemptId) : undefined;
  const data = row ? [await viewOf(parts, row)] : [];
  return { status: 200, body: { object: 'search_result', data, has_more: false } };
}
