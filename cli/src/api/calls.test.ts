// Calls of commands: amounts stay exact in texts and in JSON, and each failure is one sentence.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from '@bramka/client/src/calls/connection.ts';
import { givenToken } from '@bramka/client/src/calls/token.ts';
import type { Calls } from '@bramka/client/src/generated/operator/calls.ts';
import { operations } from '@bramka/client/src/generated/operator/operations.ts';
import type { ClientError } from '@bramka/client/src/result.ts';
import { Failure } from '../failure.ts';
import { cell, json } from '../print.ts';
import { runBramka } from '../testing/run-bramka.ts';
import { connection, failureOf, Refused, throwingCalls, type Throwing } from './calls.ts';
import { gatewayUrl } from './options.ts';

const baseUrl = 'http://gateway.internal:8080';

function clientWith(text: string, status = 200, type = 'application/json'): Throwing<Calls> {
  const answer = () => new Response(text, { status, headers: { 'content-type': type } });
  const fetch = () => Promise.resolve(answer());
  return throwingCalls(operations, connect({ baseUrl, ...connection, fetch }, givenToken('k')));
}

test('amounts are texts for people and the same exact numbers in JSON', async () => {
  const text = `{"balances":[{"account":"A","currency":"PLN","balance":-90071992547409.90}]}`;
  const { balances } = await clientWith(text).balances.list('1');
  const [one] = balances;
  assert.equal(`${one?.balance} PLN`, '-90071992547409.90 PLN');
  assert.equal(cell(one?.balance), '-90071992547409.90');
  const copied = { balances: balances.map((row) => ({ ...row })) };
  assert.equal(json(copied).replaceAll(/\s/g, ''), text);
});

test('a text with the name of an amount elsewhere stays a text', async () => {
  const event = { eventId: 'e', payload: { amount: '10.50' }, delivery: {} };
  const found = await clientWith(JSON.stringify(event)).events.get('1', 'e');
  assert.match(json(found), /"amount": "10\.50"/);
});

const failures: [what: string, client: Throwing<Calls>, message: RegExp][] = [
  [
    'a refusal',
    clientWith(
      JSON.stringify({
        code: 'INVALID_REQUEST',
        message: 'The field amount is wrong.',
        details: [
          { field: 'amount', message: 'must be positive' },
          { field: 'currency', message: 'is missing' },
        ],
        traceId: 't',
      }),
      400,
    ),
    /^The field amount is wrong\. \(currency is missing; INVALID_REQUEST\)$/,
  ],
  [
    'a defect of the gateway',
    clientWith('{"code":"INTERNAL_ERROR","message":"No.","traceId":"t-1"}', 500),
    /^No\. \(trace id t-1; INTERNAL_ERROR\)$/,
  ],
  ['a page', clientWith('<p>', 200, 'text/html'), /is not a Bramka gateway \(HTTP status 200\)$/],
  ['a redirect', clientWith('', 302), /is not a Bramka gateway \(HTTP status 302\)$/],
  ['a proxy', clientWith('<h1>', 502), /a proxy .* HTTP status 502; try again later$/],
];
for (const [what, client, message] of failures) {
  test(`${what} is one sentence`, async () => {
    await assert.rejects(client.merchants.get('1'), (error) => {
      assert.ok(error instanceof Failure);
      assert.match(error.message, message);
      assert.equal(error instanceof Refused, /[A-Z]_/.test(error.message));
      return true;
    });
  });
}

const sent = { message: '', attempts: 1, idempotencyKey: 'key-1' };
const lost = (code?: string) => ({ ...sent, kind: 'network', cause: { cause: { code } } }) as const;
const answered = (status: number) =>
  ({ ...sent, kind: 'unexpected', status, body: '', traceId: null }) as const;
const results: [what: string, error: ClientError, mayBeProcessed: boolean][] = [
  ['status 499', answered(499), false],
  ['status 500', answered(500), true],
  ['no answer in time', { ...sent, kind: 'timeout', timeoutMs: 1000 }, true],
  ['a refused connection', lost('ECONNREFUSED'), false],
  ['an unknown name', lost('ENOTFOUND'), false],
  ['a broken connection', lost('ECONNRESET'), true],
  ['an error without a code', lost(), true],
];
for (const [what, error, mayBeProcessed] of results) {
  test(`after ${what} the key to repeat the call is ${mayBeProcessed ? '' : 'not '}named`, () => {
    const { message } = failureOf(error, baseUrl);
    assert.equal(message.includes('repeat it with --idempotency-key key-1'), mayBeProcessed);
    const without = failureOf({ ...error, idempotencyKey: null }, baseUrl);
    assert.doesNotMatch(without.message, /idempotency/);
  });
}

test('addresses and arguments that would lead elsewhere are refused', async () => {
  for (const url of ['pay.example', 'ftp://pay.example', 'http://a:b@pay.example', 'http://x/?y']) {
    assert.throws(() => gatewayUrl(url, {}), Failure, url);
  }
  assert.equal(gatewayUrl('http://gateway:8080/', {}), 'http://gateway:8080');
  for (const word of ['', '..', ' . ']) {
    const { code, stderr } = await runBramka(['status', word], { BRAMKA_URL: baseUrl });
    assert.deepEqual([code, stderr], [1, 'bramka: paymentId must not be empty, "." or ".."\n']);
  }
  const empty = await runBramka(['balance', '--mid', ''], { BRAMKA_URL: baseUrl });
  assert.equal(empty.stderr, 'bramka: --mid must not be empty\n');
});
