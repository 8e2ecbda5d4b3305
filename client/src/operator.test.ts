// The client of the operator API: what it sends, what it repeats, and what it makes of the answers
// of a server that is broken or hostile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { webRuntime } from './calls/runtime.ts';
import { createClient } from './client.ts';
import { operations } from './generated/operator/operations.ts';
import { createOperatorClient, type OperatorClient, type Result } from './operator.ts';

interface Sent {
  readonly request: string;
  readonly key: string | null;
  readonly body: unknown;
  readonly redirect: string | undefined;
}

function clientWith(answer: () => Response, sent: Sent[] = []): OperatorClient {
  return createOperatorClient({
    baseUrl: 'https://pay.example',
    key: 'operator-key',
    maxRetries: 0,
    fetch(url, { method, headers, body, redirect }) {
      const key = new Headers(headers).get('authorization');
      sent.push({ request: `${method} ${url.slice(19)}`, key, body, redirect });
      return Promise.resolve(answer());
    },
  });
}

const json = (value: unknown, status = 200): Response => Response.json(value, { status });

test('sends the key, the parameters, and amounts as exact numbers', async () => {
  const sent: Sent[] = [];
  const client = clientWith(
    () =>
      new Response('{"amount":90071992547409.93}', {
        headers: { 'content-type': 'application/json' },
      }),
    sent,
  );
  const body = { amount: '5000.10', currency: 'PLN', reference: 'FT 1' };
  const added = await client.deposits.add('20000001', body);
  assert.ok(added.ok);
  assert.equal(added.value.amount, '90071992547409.93');
  await client.merchants.list({ after: '1/2' });
  await client.credentials.remove('20000001', 'a b');
  assert.deepEqual(
    sent.map(({ request, body: text }) => [request, text]),
    [
      [
        'POST /v1/admin/merchants/20000001/deposits',
        '{"amount":5000.10,"currency":"PLN","reference":"FT 1"}',
      ],
      ['GET /v1/admin/merchants?after=1%2F2', undefined],
      ['DELETE /v1/admin/merchants/20000001/credentials/a%20b', undefined],
    ],
  );
  assert.deepEqual(new Set(sent.map(({ key }) => key)), new Set(['Bearer operator-key']));
  assert.deepEqual(new Set(sent.map(({ redirect }) => redirect)), new Set(['manual']));
  await assert.rejects(client.merchants.get('..'), TypeError);
});

test('has a call for every operation, and needs a key', () => {
  const client = clientWith(() => json({})) as unknown as Record<string, Record<string, unknown>>;
  for (const name of Object.keys(operations)) {
    const [group = '', method = ''] = name.split('.');
    assert.equal(typeof client[group]?.[method], 'function', name);
  }
  assert.throws(() => createOperatorClient({ baseUrl: 'https://pay.example', key: '' }), TypeError);
  assert.throws(() => createOperatorClient({ baseUrl: 'http://pay.example', key: 'k' }), TypeError);
});

test('repeats what only reads, never what changes something', async () => {
  let requests = 0;
  const client = createOperatorClient({
    baseUrl: 'https://pay.example',
    key: () => 'k',
    fetch: () => {
      requests += 1;
      return Promise.resolve(json({ code: 'OVERLOADED', message: 'No.' }, 503));
    },
    maxRetries: 1,
  });
  assert.ok(!(await client.merchants.get('1')).ok);
  assert.equal(requests, 2);
  assert.ok(!(await client.deposits.add('1', { amount: '1', currency: 'PLN', reference: 'r' })).ok);
  assert.ok(!(await client.credentials.remove('1', 'plain')).ok);
  assert.equal(requests, 4);
});

const headers = { 'content-type': 'application/json' };
const hostile: [what: string, answer: () => Response, status: number][] = [
  ['a page', () => new Response('<p>', { headers: { 'content-type': 'text/html' } }), 200],
  ['a page that claims to be JSON', () => new Response('<p>', { headers }), 200],
  ['JSON without a media type', () => new Response(new TextEncoder().encode('{}')), 200],
  ['a redirect', () => new Response(null, { status: 307, headers: { location: '//x' } }), 307],
  ['null', () => json(null), 200],
  ['a number', () => json(7), 200],
  ['a text', () => json('merchants'), 200],
  ['an error without a code', () => json({ message: 'x' }, 400), 400],
  ['an error with a code of another type', () => json({ code: 7, message: 'x' }, 400), 400],
  ['nothing', () => new Response(null, { status: 204 }), 204],
];
for (const [what, answer, status] of hostile) {
  test(`${what} is not an answer of a gateway`, async () => {
    const result: Result<unknown> = await clientWith(answer).merchants.get('1');
    assert.ok(!result.ok && result.error.kind === 'unexpected', JSON.stringify(result));
    assert.equal(result.error.status, status);
    assert.ok(!JSON.stringify(result).includes('operator-key'));
  });
}

test('an answer without end is given up', async () => {
  let megabytes = 0;
  let isCancelled = false;
  const endless = (): ReadableStream<Uint8Array> =>
    new ReadableStream({
      pull(to) {
        megabytes += 1;
        to.enqueue(new Uint8Array(1_048_576).fill(0x20));
      },
      cancel() {
        isCancelled = true;
      },
    });
  const types = ['application/json', 'text/csv'];
  for (const type of types) {
    [megabytes, isCancelled] = [0, false];
    const answer = () => new Response(endless(), { headers: { 'content-type': type } });
    const { settlements } = clientWith(answer);
    const result: Result<unknown> =
      type === 'text/csv'
        ? await settlements.getReportCsv('1', 'b')
        : await settlements.get('1', 'b');
    assert.ok(!result.ok && result.error.kind === 'unexpected');
    assert.ok(isCancelled && megabytes >= 64 && megabytes < 70, `${megabytes} MB were read`);
  }
});

test('faults of fields that have other types are left out', async () => {
  const good = { field: 'amount', message: 'must be positive' };
  const details = [null, 7, 'x', { field: 1, message: 'x' }, { field: 'a' }, good];
  const answer = () => json({ code: 'INVALID_REQUEST', message: 'No.', details, traceId: 5 }, 400);
  const result = await clientWith(answer).merchants.get('1');
  assert.ok(!result.ok && result.error.kind === 'refused');
  assert.deepEqual([result.error.fields, result.error.traceId], [[good], '']);
  const none = () => json({ code: 'INVALID_REQUEST', message: 'No.', details: 'x' }, 400);
  const other = await clientWith(none).merchants.get('1');
  assert.ok(!other.ok && other.error.kind === 'refused' && other.error.fields.length === 0);
});

test('an answer that ends early is a network error, also for merchants', async () => {
  const broken = () => {
    const body = new ReadableStream({
      start(to) {
        to.enqueue(new TextEncoder().encode('{"a":'));
        to.error(new Error('lost'));
      },
    });
    return new Response(body, { headers });
  };
  const { fetch } = webRuntime(() => Promise.resolve(broken()));
  const options = { baseUrl: 'https://pay.example', maxRetries: 0, fetch };
  const results = [
    await createOperatorClient({ ...options, key: 'k' }).merchants.get('1'),
    await createClient({ ...options, accessToken: 't' }).payments.get('1'),
  ];
  for (const result of results) assert.ok(!result.ok && result.error.kind === 'network');
});
