// Tests of the pages of the documentation: they escape everything, load nothing, have the same
// contents and working links, and show no keys in production.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Type } from 'typebox';
import { docsFacts } from './docs-facts.ts';
import { testEndpoint, testRoute } from '../http/testing/test-route.ts';
import { productionExamples } from './examples.ts';
import { operationsOf } from './content/operations.ts';
import type { DocsFacts } from './docs-facts.ts';
import { openDocFiles } from './guides/doc-files.ts';
import { standardLimits } from '../http/limits.ts';
import { docsFrame } from './frame.ts';
import { docsPages } from './pages.ts';
import { docsPolicy } from './style.ts';

const HOSTILE = `<img src=x onerror="alert('1')">&`;
const rates = {
  ...standardLimits,
  merchantPerSecond: 500,
  addressPerSecond: 0,
  authFailuresPerSecond: 10,
};
const sandbox = docsFacts({ environment: 'sandbox', isSimulated: true, ...rates });
const production = docsFacts({ environment: 'production', isSimulated: false, ...rates });

const auth = testEndpoint({
  summary: 'Obtain a token',
  access: 'open',
  body: Type.Object({ secret: Type.String({ minLength: 1, maxLength: 99 }) }),
  reply: Type.Object({ access_token: Type.String() }),
  refusals: ['CREDENTIALS_INVALID'],
  answer: async () => ({}),
});
const capture = testEndpoint({
  summary: 'Capture, wholly or in part; once',
  access: 'merchant',
  resource: 'PAYMENT',
  states: ['COMPLETED'],
  params: Type.Object({ paymentId: Type.String() }),
  reply: Type.Object({}),
  refusals: ['PAYMENT_NOT_FOUND', 'NOT_A_PREAUTHORIZATION'],
  answer: async () => ({}),
});
const back = testEndpoint({
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
  testRoute('POST', '/v1/ecommerce/back', back),
  testRoute('POST', '/v1/ecommerce/auth', auth),
  testRoute('POST', '/v1/ecommerce/payment/{paymentId}/capture', capture),
];
const operations = operationsOf(routes, examples);
const origin = 'http://shop.test:8080';

/** Every page by its path. */
function site(facts: DocsFacts, environment = 'sandbox', of = operations, at = origin) {
  const docFiles = openDocFiles(environment === 'sandbox', () => at);
  const site = { version: '1', environment, origin: at };
  const pages = docsPages(of, site, facts, docFiles);
  const all = { title: 'Bramka', environment, pages };
  return new Map(pages.map((one) => [one.path, docsFrame(one, all)]));
}

const built = site(sandbox);
const allText = [...built.values()].join('');
const ENDPOINTS = '/docs/reference/endpoints';
const textAt = (path: string): string => {
  const text = built.get(path);
  assert.ok(text !== undefined, path);
  return text;
};

/** Text in which every string is hostile, except those the page uses as keys. */
function poisoned<T>(value: T): T {
  const keys = ['in', 'id', 'group', 'access', 'refusals', 'states', 'refusal'];
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
  const text = [...site(poisoned(sandbox), HOSTILE, poisoned(operations), HOSTILE).values()].join(
    '',
  );
  assert.ok(text.split('&lt;img src=x onerror=&quot;').length > 50, 'the poison was not shown');
  assert.ok(!text.includes('<img'), 'the poison became markup');
  assert.ok(!text.includes(`alert('`));
});

test('a page loads nothing, and the policy knows its style sheet and its only script', () => {
  for (const [path, text] of built) {
    const [, style = ''] = /<style>([^]*?)<\/style>/.exec(text) ?? [];
    const [, script = ''] = /<script type="module">([^]*?)<\/script>/.exec(text) ?? [];
    for (const inline of [style, script]) {
      const hash = createHash('sha256').update(inline).digest('base64');
      assert.ok(inline !== '' && docsPolicy.includes(`'sha256-${hash}'`), path);
    }
    const rest = text.replace(/<(style|script|pre)\b[^]*?<\/\1>/g, '');
    assert.doesNotMatch(
      rest,
      /<script|<img|<iframe|<form|\sstyle=|\son\w+=|\ssrc=|@import|url\(/,
      path,
    );
    for (const [, href = ''] of rest.matchAll(/href="([^"]*)"/g)) {
      assert.match(href, /^(#|\/|data:image\/svg|https:)/, path);
    }
  }
});

test('every link leads to a page and an anchor, and no page has an anchor twice', () => {
  const anchors = new Map<string, string[]>();
  for (const [path, text] of built) {
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
    assert.equal(new Set(ids).size, ids.length, path);
    anchors.set(path, ids);
  }
  let count = 0;
  for (const [from, text] of built) {
    for (const [, href = ''] of text.matchAll(/<a [^>]*href="((?:#|\/docs)[^"]*)"/g)) {
      const [path, id] = href.split('#');
      const ids = anchors.get(path === '' ? from : (path ?? ''));
      const isFile = /\.(mjs|html|js|css|json)$/.test(path ?? '');
      assert.ok(isFile || ids, `${from}: ${href}`);
      if (id !== undefined) assert.ok(ids?.includes(id), `${from}: ${href}`);
      count += 1;
    }
  }
  assert.ok(count > 400);
});

/** The entries of the contents as address and title, without the headings of the page itself. */
function contentsOf(text: string): string[] {
  const [, after = ''] = text.split('<nav aria-label="Contents">');
  const links = (after.split('</nav>')[0] ?? '').matchAll(/<a href="(\/[^"]*)"[^>]*>([^<]*)</g);
  return [...links].map(([, href = '', title = '']) => `${href} ${title}`);
}

test('every page has the same contents, and marks its own entry in them', () => {
  const chapters = contentsOf(textAt('/docs'));
  for (const entry of [
    '/docs Start here',
    '/docs#guides Guides',
    '/docs/guides/build-a-checkout Build a checkout',
    '/docs/guides/times Times',
    `${ENDPOINTS}/payment Payments`,
    '/docs/reference/errors Errors',
  ]) {
    assert.ok(chapters.includes(entry), entry);
  }
  for (const [path, text] of built) {
    const shared = contentsOf(text).filter((entry) => chapters.includes(entry));
    assert.deepEqual(shared, chapters, path);
    assert.deepEqual(
      [...text.matchAll(/<a href="([^"]+)" aria-current="page">/g)].map(([, href]) => href),
      [path],
    );
  }
});

test('below its own entry a guide has its headings, and an endpoint those of its group', () => {
  const times = readFileSync(new URL('../../../docs/guides/times.md', import.meta.url), 'utf8');
  const [, heading = ''] = /^## (.+)$/m.exec(times) ?? [];
  const inner = (path: string, current: string): string => {
    const [, nav = ''] = textAt(path).split('<nav aria-label="Contents">');
    const [, after = ''] = nav.split(current);
    return /^[^<]*<\/a>\s*<ul>([^]*?)<\/ul>/.exec(after)?.[1] ?? '';
  };
  assert.ok(
    inner('/docs/guides/times', 'href="/docs/guides/times" aria-current="page">').includes(heading),
  );
  const capture = `${ENDPOINTS}/postPaymentByPaymentIdCapture`;
  assert.match(
    inner(capture, `href="${ENDPOINTS}/payment">`),
    /<a href="[^"]*Capture" aria-current="page">Capture, wholly or in part; once<\/a>/,
  );
});

test('the pages follow each other, each with its previous and next one', () => {
  const seen = ['/docs'];
  const linkOf = (path: string, rel: string): string | undefined =>
    new RegExp(`<a rel="${rel}" href="([^"]+)">`).exec(textAt(path))?.[1];
  for (let at = linkOf('/docs', 'next'); at !== undefined; at = linkOf(at, 'next')) {
    assert.equal(linkOf(at, 'prev'), seen.at(-1));
    seen.push(at);
  }
  assert.deepEqual(seen, [...built.keys()]);
  assert.equal(linkOf('/docs', 'prev'), undefined);
});

test('removes indents, but neither spaces of code nor spaces that do not break', () => {
  assert.doesNotMatch(textAt(`${ENDPOINTS}/postAuth`).split('<pre')[0] ?? '', />\n? {2}/);
  assert.match(textAt(`${ENDPOINTS}/postAuth`), /-d &#39;\{ &quot;|-d &#39;\{\n {4}&quot;/);
  assert.ok(textAt('/docs/guides/times').includes('\u00a0'));
});

test('an endpoint names the lists in which it is', () => {
  const [, header = ''] = textAt(`${ENDPOINTS}/postAuth`).split('<header>');
  const links = (header.split('</header>')[0] ?? '').matchAll(/<a href="([^"]+)">/g);
  assert.deepEqual(
    [...links].map(([, href]) => href),
    ['/docs', '/docs#endpoints', `${ENDPOINTS}/auth`],
  );
});

test('the start page lists guides and reference with what they are about', () => {
  const text = textAt('/docs');
  assert.match(text, /<section id="guides">/);
  assert.match(text, /<a href="\/docs\/guides\/times">Times<\/a>\. \w/);
  assert.match(
    text,
    /<a href="\/docs\/reference\/endpoints\/auth">Authentication<\/a>\. 1 endpoint</,
  );
});

test('gives commands with the demo keys and the address of the reader', () => {
  for (const path of ['/docs', `${ENDPOINTS}/postAuth`]) {
    assert.ok(textAt(path).includes('curl -s http://shop.test:8080/v1/ecommerce/auth'), path);
    assert.ok(textAt(path).includes('sandbox-secret-10000001'), path);
  }
  assert.ok(textAt('/docs').includes('href="/sandbox/triggers"'));
});

test('shows placeholders instead of demo keys in production', () => {
  const pages = site(production, 'production', operationsOf(routes, productionExamples(examples)));
  const guides = [...pages.keys()].filter((path) => path.startsWith('/docs/guides/'));
  for (const path of guides) pages.delete(path);
  const text = [...pages.values()].join('');
  assert.doesNotMatch(text, /sandbox-secret|notify-secret|10000001|\/sandbox\//);
  assert.ok(text.includes('YOUR_API_SECRET'));
});

test('names the errors of an endpoint in the order they are checked, and its states', () => {
  const article = textAt(`${ENDPOINTS}/postPaymentByPaymentIdCapture`);
  const codes = [...article.matchAll(/href="\/docs\/reference\/errors#error-(\w+)"/g)];
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
  assert.ok(article.includes('href="/docs/reference/states#state-COMPLETED"'));
});

test('shows how browsers call an endpoint, what they get, and that it is a card lookup', () => {
  const article = textAt(`${ENDPOINTS}/postBack`);
  assert.match(article, /application\/json<\/code>, <code>application\/x-www-form-urlencoded/);
  assert.ok(article.includes('A browser is sent on to the shop.'));
  assert.ok(article.includes('--data-urlencode &#39;cres=eyJ&#39;'));
  assert.ok(article.includes('In the query. From the address'));
  assert.ok(article.includes('Counts as a card lookup'));
  const [, other = ''] = textAt(`${ENDPOINTS}/postPaymentByPaymentIdCapture`).split('<article');
  assert.doesNotMatch(other.split('</article>')[0] ?? '', /Browsers|Sent as|lookup/);
});

test('shows the limit of card lookups', () => {
  const row = (limits: DocsFacts['limits']) =>
    /Card lookups of a merchant<\/td>\s*<td[^>]*>([^<]*)/.exec(
      site({ ...sandbox, limits }).get('/docs/reference/rules') ?? '',
    )?.[1];
  assert.equal(row({ ...rates, cardLookupsPerSecond: 0 }), 'no limit');
  assert.equal(row({ ...rates, cardLookupsPerSecond: 20 }), '20 per second');
});

test('shows limits, states, transitions and reject codes from the rows', () => {
  const text = allText;
  assert.ok(text.includes('500 per second') && text.includes('no limit'));
  for (const { meaning } of [...sandbox.states, ...sandbox.transitions]) {
    assert.ok(text.includes(meaning), meaning);
  }
  for (const { info } of sandbox.rejectCodes) assert.ok(text.includes(info), info);
});
