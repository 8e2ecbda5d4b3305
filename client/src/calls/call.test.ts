// Calls against a server that misbehaves: lost and late answers, refused tokens, repeats with one
// key, limits, and errors as values.
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  deadAddress,
  openLoopback,
  type LoopbackServer,
} from '@bramka/test/support/loopback-server.ts';
import { createClient, createClientWith, type Client, type ClientOptions } from '../client.ts';
import { webRuntime } from './runtime.ts';

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly token: string | undefined;
  readonly key: string | undefined;
  readonly body: string;
}

type Answer = (response: ServerResponse, request: Seen) => void;

const order = { order: { amount: '100.50', currency: 'PLN' } };
const created = { paymentId: 'p-1', status: 'NEW', channel: 'WEBAPI' };

const json =
  (status: number, value: unknown, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, {
      'content-type': 'application/json',
      'x-trace-id': 't-1',
      ...headers,
    });
    response.end(JSON.stringify(value));
  };
const refusal = (status: number, code: string, headers?: Record<string, string>): Answer =>
  json(status, { code, message: 'It is so.', details: [], traceId: 't-2' }, headers);
const reset: Answer = (response) => void response.socket?.destroy();
const half: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"paymentId":');
  setImmediate(() => response.socket?.destroy());
};

describe('calls of a server that misbehaves', () => {
  let server: LoopbackServer;
  let seen: Seen[] = [];
  let answers: Answer[] = [];
  let tokens = 0;
  let waits: number[] = [];

  before(async () => {
    server = await openLoopback();
    server.behave = (request: IncomingMessage, response, body) => {
      const { authorization, 'idempotency-key': key } = request.headers;
      const one: Seen = {
        method: request.method ?? '',
        path: request.url ?? '',
        token: authorization,
        key: key as string | undefined,
        body,
      };
      if (one.path.endsWith('/auth')) {
        tokens += 1;
        const value = { access_token: `token-${tokens}`, token_type: 'Bearer', expires_in: 600 };
        return json(200, value)(response, one);
      }
      seen.push(one);
      // It may arrive when the client has given it up already, so it takes no answer of others.
      if (one.path.endsWith('/p-late')) return;
      (answers.shift() ?? json(200, created))(response, one);
    };
  });
  after(() => server?.close());
  beforeEach(() => {
    seen = [];
    answers = [];
    tokens = 0;
    waits = [];
  });

  const client = (more: Partial<ClientOptions> = {}): Client =>
    createClientWith(
      { baseUrl: server.url, credentials: { merchantId: '1', secret: 'secret' }, ...more },
      {
        ...webRuntime(undefined),
        random: () => 0,
        sleep: (ms) => {
          waits.push(ms);
          return Promise.resolve();
        },
      },
    );

  const good: [what: string, answer: Answer][] = [
    ['a broken connection', reset],
    ['half an answer', half],
    ['an error of the gateway', refusal(500, 'INTERNAL_ERROR')],
    ['an overload', refusal(503, 'OVERLOADED')],
    ['the page of a proxy', (response) => response.writeHead(502).end('<h1>Bad gateway</h1>')],
    ['a change at the same time', refusal(409, 'CHANGED_MEANWHILE')],
  ];
  for (const [what, bad] of good) {
    test(`repeats a payment after ${what} with the same key and the same bytes`, async () => {
      answers = [bad, bad];
      const result = await client().payments.create(order);
      assert.ok(result.ok);
      assert.equal(result.value.paymentId, 'p-1');
      assert.equal(seen.length, 3);
      assert.equal(new Set(seen.map(({ key }) => key)).size, 1);
      assert.match(seen[0]?.key ?? '', /^[0-9a-f-]{36}$/);
      assert.deepEqual(
        [...new Set(seen.map(({ body }) => body))],
        ['{"order":{"amount":100.50,"currency":"PLN"}}'],
      );
      assert.deepEqual(waits, [100, 200]);
    });
  }

  test('an answer says whether it repeats that of an earlier request', async () => {
    answers = [reset, json(200, created, { 'idempotency-replayed': 'true' })];
    const repeated = await client().payments.create(order);
    const first = await client().payments.create(order);
    assert.ok(repeated.ok && first.ok);
    assert.deepEqual([repeated.isReplayed, first.isReplayed], [true, false]);
  });

  test('each call has a key of its own, or that of the caller', async () => {
    const ownClient = client();
    await ownClient.payments.create(order);
    await ownClient.payments.create(order);
    await ownClient.payments.create(order, { idempotencyKey: 'order-7' });
    assert.notEqual(seen[0]?.key, seen[1]?.key);
    assert.equal(seen[2]?.key, 'order-7');
  });

  test('a call without a key is repeated only if it was certainly not carried out', async () => {
    answers = [reset];
    const lost = await client().tokenizations.setInstrument('t-1', { cvv: '123' });
    assert.ok(!lost.ok && lost.error.kind === 'network');
    assert.equal(seen.length, 1);
    assert.equal(seen[0]?.key, undefined);
    answers = [refusal(429, 'TOO_MANY_REQUESTS', { 'retry-after': '2' })];
    const late = await client().tokenizations.setInstrument('t-1', { cvv: '123' });
    assert.ok(late.ok);
    assert.equal(seen.length, 3);
    assert.deepEqual(waits, [2100]);
  });

  test('reads are repeated, never more than the limit', async () => {
    answers = [reset, reset, reset, reset];
    const result = await client().payments.get('p-1');
    assert.ok(!result.ok);
    assert.equal(result.error.attempts, 3);
    assert.equal(seen.length, 3);
    answers = [reset];
    await client().payments.get('p-1', { maxRetries: 0 });
    assert.equal(seen.length, 4);
  });

  test('a refusal is a value with code, fields, status and trace id', async () => {
    const details = [{ field: 'order.amount', message: 'must be positive' }];
    const body = { code: 'INVALID_REQUEST', message: 'Wrong.', details, traceId: 't-9' };
    answers = [json(400, body)];
    const result = await client().payments.create(order, { idempotencyKey: 'k' });
    assert.deepEqual(result, {
      ok: false,
      error: {
        kind: 'refused',
        status: 400,
        code: 'INVALID_REQUEST',
        message: 'Wrong.',
        fields: details,
        traceId: 't-9',
        retryAfterMs: null,
        attempts: 1,
        idempotencyKey: 'k',
      },
    });
    assert.equal(seen.length, 1);
  });

  test('a long Retry-After is left to the caller', async () => {
    answers = [refusal(429, 'TOO_MANY_REQUESTS', { 'retry-after': '60' })];
    const result = await client().payments.get('p-1');
    assert.ok(!result.ok && result.error.kind === 'refused');
    assert.equal(result.error.retryAfterMs, 60_000);
    assert.equal(seen.length, 1);
  });

  test('a refused token is renewed once, and the same request is sent again', async () => {
    answers = [refusal(401, 'TOKEN_EXPIRED')];
    const ownClient = client();
    assert.ok((await ownClient.payments.create(order)).ok);
    assert.deepEqual(
      seen.map(({ token }) => token),
      ['Bearer token-1', 'Bearer token-2'],
    );
    assert.equal(seen[0]?.key, seen[1]?.key);
    assert.deepEqual(waits, []);
    answers = [refusal(401, 'TOKEN_INVALID'), refusal(401, 'TOKEN_INVALID')];
    const result = await ownClient.payments.create(order);
    assert.ok(!result.ok && result.error.kind === 'refused' && result.error.status === 401);
    assert.equal(seen.length, 4);
  });

  test('many calls whose token was revoked share one new token', async () => {
    const ownClient = client();
    await ownClient.payments.get('p-0');
    const isOld = (one: Seen): boolean => one.token === 'Bearer token-1';
    answers = Array.from(
      { length: 40 },
      () => (response, one) =>
        (isOld(one) ? refusal(401, 'TOKEN_REVOKED') : json(200, created))(response, one),
    );
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) => ownClient.payments.get(`p-${index}`)),
    );
    assert.ok(results.every(({ ok }) => ok));
    assert.equal(tokens, 2);
  });

  test('a fixed token is not renewed; a token of the call goes first', async () => {
    answers = [refusal(401, 'TOKEN_EXPIRED')];
    const own = createClient({ baseUrl: server.url, accessToken: 'mine' });
    assert.ok(!(await own.payments.get('p-1')).ok);
    await own.payments.get('p-1', { accessToken: 'of the page' });
    assert.deepEqual(
      seen.map(({ token }) => token),
      ['Bearer mine', 'Bearer of the page'],
    );
    assert.equal(tokens, 0);
  });

  test('a late answer is a time-out, for each request and for the whole call', async () => {
    const ownClient = client();
    // Its token is there already, so requests are sent at once.
    assert.ok((await ownClient.payments.get('p-1')).ok);
    const each = await ownClient.payments.get('p-late', { timeoutMs: 30, maxRetries: 1 });
    assert.ok(!each.ok && each.error.kind === 'timeout');
    assert.deepEqual([each.error.timeoutMs, each.error.attempts], [30, 2]);
    const late = await ownClient.payments.get('p-late', { totalTimeoutMs: 40 });
    assert.ok(!late.ok && late.error.kind === 'timeout');
    assert.equal(late.error.attempts, 1);
    assert.ok(late.error.timeoutMs <= 40, 'not the limit of one request');
  });

  test('the signal of the caller ends a request, and a call that waits for a token', async () => {
    const ownClient = client();
    assert.ok((await ownClient.payments.get('p-1')).ok);
    const ending = new AbortController();
    const call = ownClient.payments.get('p-late', { signal: ending.signal });
    setImmediate(() => ending.abort('enough'));
    const result = await call;
    assert.ok(!result.ok && result.error.kind === 'aborted');
    assert.equal(result.error.cause, 'enough');
    const before = await ownClient.payments.get('p-1', { signal: AbortSignal.abort() });
    assert.ok(!before.ok && before.error.kind === 'aborted' && before.error.attempts === 0);
    const slow = createClient({
      baseUrl: server.url,
      accessToken: () => new Promise(() => undefined),
    });
    const waiting = await slow.payments.get('p-1', { totalTimeoutMs: 20 });
    assert.ok(!waiting.ok && waiting.error.kind === 'timeout');
  });

  test('answers that are not of a gateway are unexpected', async () => {
    const pages: [answer: Answer, status: number][] = [
      [(response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'), 200],
      [(response) => response.writeHead(302, { location: 'https://else.example/' }).end(), 302],
      [(response) => response.writeHead(404).end('x'.repeat(5000)), 404],
      [json(400, { error: 'other' }), 400],
      [(response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{'), 200],
    ];
    for (const [answer, status] of pages) {
      answers = [answer];
      const result = await client().payments.create(order);
      assert.ok(!result.ok && result.error.kind === 'unexpected');
      assert.equal(result.error.status, status);
      assert.ok(result.error.body.length <= 1024);
    }
    assert.equal(seen.length, pages.length);
  });

  test('a gateway that cannot be reached is a network error', async () => {
    const own = createClient({ baseUrl: await deadAddress(), accessToken: 'x', maxRetries: 0 });
    const result = await own.payments.get('p-1');
    assert.ok(!result.ok && result.error.kind === 'network');
    assert.match(result.error.message, /ECONNREFUSED/);
  });

  test('ids are part of the path, whatever they contain', async () => {
    const ownClient = client();
    await ownClient.payments.get('a/../b?c#d');
    assert.equal(seen[0]?.path, '/v1/ecommerce/payment/a%2F..%2Fb%3Fc%23d');
    for (const id of ['', '.', '..', undefined as unknown as string]) {
      await assert.rejects(ownClient.payments.get(id), TypeError);
    }
    assert.equal(seen.length, 1);
  });

  test('no error contains the secret, the token or card data', async () => {
    const card = { type: 'CARD', instrumentNo: '4111111111111111', cvv: '987' } as const;
    for (const answer of [reset, half, refusal(400, 'INVALID_REQUEST'), refusal(500, 'X')]) {
      answers = [answer];
      const own = client({ maxRetries: 0 });
      const result = await own.payments.create({ ...order, instrument: card });
      // An idempotency key is random and may contain any three digits.
      const text = JSON.stringify(result).replace(/"idempotencyKey":"[^"]*"/, '');
      assert.doesNotMatch(text, /4111111111111111|987|secret|token-1/);
    }
  });
});
