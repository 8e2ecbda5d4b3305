// The guides that a gateway serves: complete, safe, linked among each other, with its own address.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { docsPolicy } from '../style.ts';
import { guideRoutes, serveGuides } from './guide-routes.ts';
import { openShelf } from './shelf.ts';
import fastify from 'fastify';

const origin = 'https://pay.example';
const shelf = openShelf(true, () => origin);
const routes = guideRoutes(shelf, 'sandbox');
const pages = routes.filter(({ type }) => type.startsWith('text/html'));
const built = new Map(pages.map(({ path, build }) => [path, build()]));

test('serves the guides for merchants, parts of the reference and the example', () => {
  assert.deepEqual(
    routes.map(({ path }) => path),
    [
      '/docs/guides/build-a-checkout',
      '/docs/guides/payment-page',
      '/docs/guides/payments',
      '/docs/guides/notifications',
      '/docs/guides/refunds',
      '/docs/guides/settlement',
      '/docs/guides/strong-authentication',
      '/docs/guides/encrypted-card-fields',
      '/docs/guides/blik',
      '/docs/guides/bank-transfers',
      '/docs/guides/marketplace',
      '/docs/guides/apple-pay',
      '/docs/guides/google-pay',
      '/docs/guides/click-to-pay',
      '/docs/guides/tokenization',
      '/docs/guides/account-funding',
      '/docs/guides/stored-cards',
      '/docs/guides/times',
      '/docs/reference/triggers',
      '/docs/reference/events',
      '/docs/reference/authentication',
      '/docs/reference/matrix',
      '/docs/reference/tokenization',
      '/docs/examples/shop/server.mjs',
      '/docs/examples/shop/shop.html',
      '/docs/examples/shop/shop.js',
      '/docs/examples/shop/shop.css',
      '/docs/client/browser/encrypt-card.js',
      '/docs/client/browser/embed.js',
      '/docs/vectors/notifications.json',
    ],
  );
});

for (const page of [...shelf.guides, ...shelf.references]) {
  const { name } = page;
  const text = built.get(`/docs/${name}`) ?? '';
  const content = text.slice(text.indexOf('<section>'));
  const prose = content.replace(/<pre[\s\S]*?<\/pre>|<code>[\s\S]*?<\/code>/g, '');

  test(`renders ${name} completely`, () => {
    assert.match(text, /<h1>[A-Z][^#<]+<\/h1>/);
    assert.ok(text.includes(`<h1>${shelf.titleOf(page)}</h1>`));
    assert.doesNotMatch(prose, /`|\*\*|\]\(|^#|\|\s*-|&lt;!--/m);
    assert.ok(prose.length > 500);
  });

  test(`loads and runs nothing on ${name}`, () => {
    assert.doesNotMatch(
      prose,
      /<script|<img|<iframe|<form|\sstyle=|\son\w+=|\ssrc=|@import|url\(|javascript:/,
    );
  });

  test(`has links on ${name} that lead somewhere`, () => {
    const anchors = (page: string): string[] =>
      [...page.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
    const sections = ['', 'states', 'errors', 'reject-codes'];
    for (const [, href = ''] of content.matchAll(/<a href="([^"]*)"/g)) {
      const [path = '', hash = ''] = href.split('#');
      if (/^https:\/\//.test(href)) continue;
      if (path === '/docs') assert.ok(sections.includes(hash), href);
      else if (path === '') assert.ok(anchors(text).includes(hash), href);
      else {
        assert.ok(
          routes.some((route) => route.path === path),
          href,
        );
        if (hash !== '') assert.ok(anchors(built.get(path) ?? '').includes(hash), href);
      }
    }
  });
}

test('serves the content of every example file', () => {
  for (const { path, build } of routes) {
    if (!built.has(path)) assert.ok(build().length > 500, path);
  }
});

test('puts the address of the gateway into guides and examples', () => {
  const server = routes.find(({ path }) => path.endsWith('server.mjs'))?.build() ?? '';
  for (const text of [...built.values(), server]) assert.ok(!text.includes('127.0.0.1:8080'));
  assert.ok(server.includes(`BRAMKA_URL = '${origin}'`));
  assert.ok(built.get('/docs/guides/build-a-checkout')?.includes(`${origin}/sandbox/blik`));
});

test('leaves triggers out where there is no sandbox, and links to them are plain text', () => {
  const production = openShelf(false, () => origin);
  const paths = guideRoutes(production, 'production').map(({ path }) => path);
  assert.ok(!paths.includes('/docs/reference/triggers') && paths.includes('/docs/guides/times'));
  const from = 'guides/payments';
  assert.equal(production.resolveLink(from, '../reference/triggers.md'), undefined);
});

test('resolves links between guides, reference and decisions', () => {
  const rows: [target: string, href: string | undefined][] = [
    ['times.md', '/docs/guides/times'],
    ['strong-authentication.md#in-an-app', '/docs/guides/strong-authentication#in-an-app'],
    ['../reference/triggers.md', '/docs/reference/triggers'],
    ['../reference/errors.md', '/docs#errors'],
    ['../../examples/shop/shop.css', '/docs/examples/shop/shop.css'],
    ['../../client/browser/encrypt-card.js', '/docs/client/browser/encrypt-card.js'],
    ['../vectors/notifications.json', '/docs/vectors/notifications.json'],
    ['#faults', '#faults'],
    ['https://www.pcisecuritystandards.org', 'https://www.pcisecuritystandards.org'],
    ['../decisions/0020-recurring-agreements.md', undefined],
    ['operating.md', undefined],
    ['../../../etc/passwd', undefined],
    ['//evil.test/times.md', undefined],
    ['javascript:alert(1)', undefined],
  ];
  for (const [target, href] of rows) {
    assert.equal(shelf.resolveLink('guides/payments', target), href, target);
  }
});

test('serves nothing when the gateway runs without its docs folder', () => {
  const empty = openShelf(true, () => origin, new URL('./nowhere/', import.meta.url));
  assert.deepEqual(guideRoutes(empty, 'sandbox'), []);
});

test('builds each page once, under the policy of the docs page', async () => {
  let builds = 0;
  const build = (): string => `<p>${(builds += 1)}</p>`;
  const app = fastify();
  serveGuides([{ path: '/docs/guides/a', type: 'text/html; charset=utf-8', build }])(app);
  const answers = [await app.inject('/docs/guides/a'), await app.inject('/docs/guides/a')];
  for (const { statusCode, body, headers } of answers) {
    assert.deepEqual([statusCode, body], [200, '<p>1</p>']);
    assert.equal(headers['content-security-policy'], docsPolicy);
  }
});

test('serves the helper for browsers unchanged, as a script', () => {
  const path = '/docs/client/browser/encrypt-card.js';
  const route = routes.find((one) => one.path === path);
  const file = new URL('../../../../client/browser/encrypt-card.js', import.meta.url);
  assert.equal(route?.build(), readFileSync(file, 'utf8'));
  assert.equal(route.type, 'text/javascript; charset=utf-8');
});
