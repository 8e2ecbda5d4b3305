// The guides that a gateway serves: complete, safe, linked among each other, with its own address.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guideContent } from './guide-content.ts';
import { openDocFiles } from './doc-files.ts';

const origin = 'https://pay.example';
const docFiles = openDocFiles(true, () => origin);
const pages = [...docFiles.guides, ...docFiles.references];
const built = new Map<string, string>(
  pages.map((page) => [`/docs/${page.name}`, guideContent(docFiles, page).text]),
);

test('serves the guides for merchants, parts of the reference and the example', () => {
  assert.deepEqual(
    [...built.keys(), ...docFiles.examples.map((file) => `/docs/${file}`)],
    [
      '/docs/guides/build-a-checkout',
      '/docs/guides/payments',
      '/docs/guides/strong-authentication',
      '/docs/guides/notifications',
      '/docs/guides/test-your-shop',
      '/docs/guides/payment-page',
      '/docs/guides/encrypted-card-fields',
      '/docs/guides/blik',
      '/docs/guides/bank-transfers',
      '/docs/guides/apple-pay',
      '/docs/guides/google-pay',
      '/docs/guides/click-to-pay',
      '/docs/guides/tokenization',
      '/docs/guides/stored-cards',
      '/docs/guides/refunds',
      '/docs/guides/marketplace',
      '/docs/guides/account-funding',
      '/docs/guides/settlement',
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

for (const page of pages) {
  const { name } = page;
  const content = built.get(`/docs/${name}`) ?? '';
  const prose = content.replace(/<pre[\s\S]*?<\/pre>|<code>[\s\S]*?<\/code>/g, '');

  test(`renders ${name} completely`, () => {
    assert.match(docFiles.titleOf(page), /^[A-Z][^#<]+$/);
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
    const made = ['/docs/reference/states', '/docs/reference/errors'];
    const others = [...made, '/docs/reference/reject-codes', '/docs#endpoints'];
    for (const [, href = ''] of content.matchAll(/<a href="([^"]*)"/g)) {
      const [path = '', hash = ''] = href.split('#');
      if (/^https:\/\//.test(href) || others.includes(href)) continue;
      const isFile = docFiles.examples.includes(path.replace('/docs/', ''));
      assert.ok(path === '' || built.has(path) || isFile, href);
      const linked = path === '' ? content : (built.get(path) ?? '');
      if (hash !== '') assert.ok(anchors(linked).includes(hash), href);
    }
  });
}

test('takes the guides and what they are about from their map', () => {
  const [, second] = docFiles.guides;
  assert.equal(docFiles.guides.length, 19);
  assert.match(second?.summary ?? '', /^What each operation does, .+ missing\.$/);
});

test('serves the content of every example file', () => {
  for (const file of docFiles.examples) assert.ok(docFiles.read(file).length > 500, file);
});

test('puts the address of the gateway into guides and examples', () => {
  const server = docFiles.read('examples/shop/server.mjs');
  for (const text of [...built.values(), server]) assert.ok(!text.includes('127.0.0.1:8080'));
  assert.ok(server.includes(`BRAMKA_URL = '${origin}'`));
  assert.ok(built.get('/docs/guides/build-a-checkout')?.includes(`${origin}/sandbox/blik`));
});

test('leaves triggers out where there is no sandbox, and links to them are plain text', () => {
  const production = openDocFiles(false, () => origin);
  const names = [...production.guides, ...production.references].map(({ name }) => name);
  assert.ok(!names.includes('reference/triggers') && names.includes('guides/times'));
  assert.ok(!names.includes('guides/test-your-shop'));
  const from = 'guides/payments';
  assert.equal(production.resolveLink(from, '../reference/triggers.md'), undefined);
});

test('resolves links between guides, reference and decisions', () => {
  const rows: [target: string, href: string | undefined][] = [
    ['times.md', '/docs/guides/times'],
    ['strong-authentication.md#in-an-app', '/docs/guides/strong-authentication#in-an-app'],
    ['../reference/triggers.md', '/docs/reference/triggers'],
    ['../reference/errors.md', '/docs/reference/errors'],
    ['../reference/endpoints.md', '/docs#endpoints'],
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
    assert.equal(docFiles.resolveLink('guides/payments', target), href, target);
  }
});

test('serves nothing when the gateway runs without its docs folder', () => {
  const empty = openDocFiles(true, () => origin, new URL('./nowhere/', import.meta.url));
  assert.deepEqual([empty.guides, empty.references, empty.examples], [[], [], []]);
});
