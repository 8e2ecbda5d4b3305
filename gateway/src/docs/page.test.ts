// Tests of the docs page: escapes everything, loads nothing, shows no keys in production.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { Type } from 'typebox';
import { docsFacts } from './docs-facts.ts';
import { endpoint, route } from '../http/endpoint.ts';
import { productionExamples } from './examples.ts';
import { openapiDocument } from './openapi.ts';
import type { DocsFacts } from './facts.ts';
import { openShelf } from './guides/shelf.ts';
import { standardLimits } from '../http/limits.ts';
import { docsPage } from './page.ts';
import { docsPolicy } from './style.ts';

const HOSTILE = `<img src=x onerror="alert('1')">&`;
const rates = {
  ...standardLimits,
  merchantPerSecond: 500,
  addressPerSecond: 0,
  authFailuresPerSecond: 10,
};
const sandbox = docsFacts({ environment: 'sandbox', acquirerUrl: null, ...rates });
const production = docsFacts({ environment: 'production', acquirerUrl: 'http://a.test', ...rates });

const auth = endpoint({
  summary: 'Obtain a token',
  access: 'open',
  body: Type.Object({ secret: Type.String({ minLength: 1, maxLength: 99 }) }),
  reply: Type.Object({ access_token: Type.String() }),
  refusals: ['CREDENTIALS_INVALID'],
  answer: async () => ({}),
});
const capture = endpoint({
  summary: 'Capture, wholly or in part; once',
  access: 'merchant',
  resource: 'PAYMENT',
  states: ['COMPLETED'],
  params: Type.Object({ paymentId: Type.String() }),
  reply: Type.Object({}),
  refusals: ['PAYMENT_NOT_FOUND', 'NOT_A_PREAUTHORIZATION'],
  answer: async () => ({}),
});
const back = endpoint({
  summary: 'Come back',
  access: 'open',
  bodies: ['json', 'form'],
  body: Type.Object({ cres: Type.Optional(Type.String()) }),
  query: Type.Object({ key: Type.Optional(Type.String({ description: 'From the address' })) }),
  reply: Type.Object({}),
  browserReply: 'A browser is sent on to the shop.',
  lookups: true,
  answer: async () => ({}),
});
const merchant = { merchantId: '10000001' };
const examples = {
  'POST /v1/ecommerce/auth': [
    {
      body: { merchant, secret: 'sandbox-secret-10000001' },
      status: 200,
      answer: { access_token: 'eyJ' },
    },
    {
      when: 'with a wrong secret',
      body: { merchant, secret: 'wrong' },
      status: 401,
      answer: { code: 'CREDENTIALS_INVALID' },
    },
  ],
  'POST /v1/ecommerce/back': [{ body: { cres: 'eyJ' }, form: { cres: 'eyJ' }, status: 200 }],
};
const routes = [
  route('POST', '/v1/ecommerce/back', back),
  route('POST', '/v1/ecommerce/auth', auth),
  route('POST', '/v1/ecommerce/payment/{paymentId}/capture', capture),
];
const info = { title: 'Bramka', version: '1', description: '', serverUrl: '/' };
const document = openapiDocument(routes, info, examples);
const origin = 'http://shop.test:8080';
const page = (facts: DocsFacts, environment = 'sandbox', of = document) => {
  const shelf = openShelf(environment === 'sandbox', () => origin);
  return docsPage(of, { environment, origin }, facts, shelf);
};

/** Text in which every string is hostile, except those the page uses as keys. */
function poisoned<T>(value: T): T {
  const keys = ['in', 'operationId', 'tags', 'x-access', 'x-refusals', 'x-states', 'refusal'];
  const walk = (inner: unknown, key: string): unknown => {
    if (keys.includes(key)) return inner;
    if (typeof inner === 'string') return `${inner}${HOSTILE}`;
    if (Array.isArray(inner)) return inner.map((one) => walk(one, ''));
    if (typeof inner !== 'object' || inner === null) return inner;
    return Object.fromEntries(Object.entries(inner).map(([name, one]) => [name, walk(one, name)]));
  };
  return walk(value, '') as T;
}

test('escapes everything it is given', () => {
  const place = { environment: HOSTILE, origin: HOSTILE };
  const text = docsPage(
    poisoned(document),
    place,
    poisoned(sandbox),
    openShelf(true, () => HOSTILE),
  );
  assert.ok(text.split('&lt;img src=x onerror=&quot;').length > 50, 'the poison was not shown');
  assert.ok(!text.includes('<img'), 'the poison became markup');
  assert.ok(!text.includes(`alert('`));
});

test('loads nothing, runs nothing, and its policy knows its style sheet', () => {
  const text = page(sandbox);
  assert.doesNotMatch(text, /<script|<img|<iframe|<form|\sstyle=|\son\w+=|\ssrc=|@import|url\(/);
  for (const [, href = ''] of text.matchAll(/href="([^"]*)"/g)) {
    assert.match(href, /^(#|\/|data:image\/svg)/);
  }
  const style = /<style>([^]*?)<\/style>/.exec(text)?.[1] ?? '';
  assert.ok(docsPolicy.includes(createHash('sha256').update(style).digest('base64')));
});

test('has an anchor for every link and no anchor twice', () => {
  const text = page(sandbox);
  const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  assert.equal(new Set(ids).size, ids.length);
  const wanted = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  assert.ok(wanted.length > 40);
  for (const id of wanted) assert.ok(ids.includes(id), `#${id}`);
});

test('shows whole titles in its contents, and links to the guides', () => {
  const text = page(sandbox);
  const [, after = ''] = text.split('<nav class="wide"');
  const [nav = ''] = after.split('</nav>');
  const entry = (href: string): string | undefined =>
    new RegExp(`<a href="${href}">([^<]*)</a>`).exec(nav)?.[1];
  assert.equal(entry('#postPaymentByPaymentIdCapture'), 'Capture, wholly or in part; once');
  assert.equal(entry('/docs/guides/build-a-checkout'), 'Build a checkout');
  assert.equal(entry('/docs/guides/times'), 'Times');
  assert.match(text, /<a href="\/docs\/guides\/times">Times<\/a>\. \w/);
});

test('gives commands with the demo keys and the address of the reader', () => {
  const text = page(sandbox);
  assert.ok(text.includes('curl -s http://shop.test:8080/v1/ecommerce/auth'));
  assert.ok(text.includes('sandbox-secret-10000001'));
  assert.ok(text.includes('href="/sandbox/triggers"'));
});

test('shows placeholders instead of demo keys in production', () => {
  const document = openapiDocument(routes, info, productionExamples(examples));
  const text = page(production, 'production', document);
  assert.doesNotMatch(text, /sandbox-secret|notify-secret|10000001|\/sandbox\//);
  assert.ok(text.includes('YOUR_API_SECRET'));
});

test('names the errors of an endpoint in the order they are checked, and its states', () => {
  const [, article = ''] = page(sandbox).split('id="postPaymentByPaymentIdCapture"');
  const codes = [...(article.split('</article>')[0] ?? '').matchAll(/href="#error-(\w+)"/g)];
  assert.deepEqual(
    codes.map(([, code]) => code),
    [
      'OVERLOADED',
      'TOO_MANY_REQUESTS',
      'TOKEN_MISSING',
      'TOKEN_INVALID',
      'TOKEN_EXPIRED',
      'TOKEN_REVOKED',
      'CLIENT_TOKEN_INVALID',
      'CLIENT_TOKEN_EXPIRED',
      'TOKEN_NOT_FOR_THIS',
      'MERCHANT_SUSPENDED',
      'ROUTE_NOT_FOUND',
      'MEDIA_TYPE_NOT_SUPPORTED',
      'BODY_TOO_LARGE',
      'INVALID_JSON',
      'INVALID_REQUEST',
      'PAYMENT_NOT_FOUND',
      'NOT_A_PREAUTHORIZATION',
      'STORAGE_UNAVAILABLE',
      'INTERNAL_ERROR',
    ],
  );
  assert.ok(article.includes('href="#state-COMPLETED"'));
});

test('shows how browsers call an endpoint, what they get, and that it is a card lookup', () => {
  const text = page(sandbox);
  const [, after = ''] = text.split('<article id="postBack"');
  const [article = ''] = after.split('</article>');
  assert.match(article, /application\/json<\/code>, <code>application\/x-www-form-urlencoded/);
  assert.ok(article.includes('A browser is sent on to the shop.'));
  assert.ok(article.includes('--data-urlencode &#39;cres=eyJ&#39;'));
  assert.ok(article.includes('In the query. From the address'));
  assert.ok(article.includes('Counts as a card lookup'));
  const [, other = ''] = text.split('<article id="postPaymentByPaymentIdCapture"');
  assert.doesNotMatch(other.split('</article>')[0] ?? '', /Browsers|Sent as|lookup/);
});

test('shows the limit of card lookups', () => {
  const row = (limits: DocsFacts['limits']) =>
    /Card lookups of a merchant<\/td>\s*<td[^>]*>([^<]*)/.exec(page({ ...sandbox, limits }))?.[1];
  assert.equal(row({ ...rates, cardLookupsPerSecond: 0 }), 'no limit');
  assert.equal(row({ ...rates, cardLookupsPerSecond: 20 }), '20 per second');
});

test('shows limits, states, transitions and reject codes from the rows', () => {
  const text = page(sandbox);
  assert.ok(text.includes('500 per second') && text.includes('no limit'));
  for (const { meaning } of [...sandbox.states, ...sandbox.transitions]) {
    assert.ok(text.includes(meaning), meaning);
  }
  for (const { info } of sandbox.rejectCodes) assert.ok(text.includes(info), info);
});
