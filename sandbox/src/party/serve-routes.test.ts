// How the endpoints of simulated parties are served: keys, checks by schemas, texts, sizes, and
// pages; and which endpoints need the key of their party.
import { deepEqual, equal, match } from 'node:assert/strict';
import { after, test } from 'node:test';
import { Type } from 'typebox';
import { secret } from '@bramka/gateway/core/secret.ts';
import { endpoint, toRoutes } from '@bramka/gateway/http/endpoint.ts';
import { page } from '../pages/page.ts';
import { redirect } from '../pages/visit.ts';
import { parties } from '../parties.ts';
import { BODY_LIMIT } from '../wire/bodies.ts';
import { forAnybody, forKeyHolders, text } from './schemas.ts';
import { serveParty } from './testing/serve-party.ts';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

const named = { body: Type.Object({ name: text('A name.') }), reply: Type.Unknown() };
const answer = async (_deps: unknown, { body }: { body: unknown }): Promise<unknown> => ({ body });
const simulated = { ownFaults: true, readsText: true } as const;

const endpoints = [
  endpoint({ ...forAnybody, ...named, method: 'POST', path: '/open', summary: 'Open' }, answer),
  endpoint({ ...forKeyHolders, ...named, method: 'POST', path: '/kept', summary: 'Kept' }, answer),
  endpoint(
    { ...named, access: 'open', simulated, method: 'POST', path: '/text', summary: 'Text' },
    answer,
  ),
  endpoint(
    {
      ...named,
      access: 'open',
      simulated: { maxBodyBytes: 2 * BODY_LIMIT },
      method: 'POST',
      path: '/large',
      summary: 'Large',
    },
    async () => ({ isRead: true }),
  ),
  page({ method: 'POST', path: '/pages/{id}', summary: 'Post a form' }, (_deps, { form }) =>
    redirect(`/${form.get('to') ?? ''}`),
  ),
];
const app = serveParty('/party', toRoutes(endpoints, {}), {
  key: secret('sesame'),
  openPages: ['pages'],
});
after(() => app.close());

const post = (path: string, payload: string, type = JSON_TYPE, headers = {}) =>
  app.inject({
    method: 'POST',
    url: `/party${path}`,
    payload,
    headers: { 'content-type': type, ...headers },
  });
const ofSize = (bytes: number): string => '{"name":"a"}'.padEnd(bytes);

test('the key is asked for only where an endpoint needs it', async () => {
  const body = '{"name":"a"}';
  equal((await post('/open', body)).statusCode, 200);
  equal((await post('/kept', body)).statusCode, 401);
  const authorization = 'Bearer sesame';
  equal((await post('/kept', body, JSON_TYPE, { authorization })).statusCode, 200);
});

test('the schema checks a JSON body, and nothing of a text', async () => {
  const wrong = await post('/open', '{"name":1}');
  const { details } = wrong.json<{ details: { field: string }[] }>();
  deepEqual([wrong.statusCode, details[0]?.field], [400, 'name']);
  for (const type of [JSON_TYPE, FORM_TYPE]) {
    deepEqual((await post('/text', '{"name":', type)).json(), { body: '{"name":' });
  }
  const other = await post('/text', 'a', 'text/plain');
  equal(other.statusCode, 415);
  match(other.body, /must be application\/x-www-form-urlencoded or application\/json/);
});

test('a body has at most 64 KiB, unless the endpoint accepts more', async () => {
  equal((await post('/open', ofSize(BODY_LIMIT))).statusCode, 200);
  equal((await post('/open', ofSize(BODY_LIMIT + 1))).statusCode, 413);
  equal((await post('/large', ofSize(2 * BODY_LIMIT))).statusCode, 200);
  equal((await post('/large', ofSize(2 * BODY_LIMIT + 1))).statusCode, 413);
});

test('errors at pages are pages: another method, an unknown page, a wrong form', async () => {
  equal((await post('/pages/1', 'to=here', FORM_TYPE)).headers.location, '/here');
  const got = await app.inject({ method: 'GET', url: '/party/pages/1' });
  deepEqual([got.statusCode, got.headers['allow']], [405, 'POST']);
  const unknown = await app.inject({ method: 'GET', url: '/party/pages/1/2' });
  const broken = await post('/pages/1', 'to=%zz', FORM_TYPE);
  deepEqual([unknown.statusCode, broken.statusCode], [404, 400]);
  for (const { body } of [got, unknown, broken]) match(body, /^<!doctype html>/);
});

test('what gateways call needs the key of the party; phones, banks and pages do not', () => {
  const kept = parties.map(({ name, endpoints: all }) => [
    name,
    all.filter((one) => one.simulated?.needsKey).map(({ path }) => path),
  ]);
  const verbs = ['provision', 'cryptogram', 'remove', 'read', 'visual'];
  deepEqual(Object.fromEntries(kept), {
    acquirer: [
      '/charges',
      ...['/authorize', '/capture', '/adjust', '/reverse', '/refund', '/inquire'],
      '/settlement',
    ],
    acs: [],
    directory: [],
    tokens: ['vts', 'scof'].flatMap((scheme) => verbs.map((verb) => `/${scheme}/${verb}`)),
    wallets: [],
    c2p: ['/recipients', '/confirmations'],
    blik: ['/authorize', '/stop', '/reverse', '/refund', '/inquire'],
    bank: [],
    autopay: [],
    'autopay-blik': [],
    pa: ['/start', '/stop', '/refund', '/inquire', '/banks'],
    adyen: [],
    iso8583: [],
    stripe: [
      '/v1/payment_methods',
      '/v1/payment_intents',
      ...['confirm', 'capture', 'increment_authorization', 'cancel'].map(
        (verb) => `/v1/payment_intents/{id}/${verb}`,
      ),
      ...['/v1/payment_intents/search', '/v1/payment_intents/{id}'],
      ...['/v1/refunds', '/v1/refunds', '/v1/balance'],
    ],
  });
});
