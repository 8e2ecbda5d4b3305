// The whole documentation of a sandbox as it is served: the bytes of each page, what the search
// finds, and links from before the pages were split.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fastify from 'fastify';
import { readConfig } from '@bramka/gateway/config.ts';
import { refusals } from '@bramka/gateway/core/refusals.ts';
import { operationsOf } from '@bramka/gateway/docs/content/operations.ts';
import { docsRoutes } from '@bramka/gateway/docs/docs-routes.ts';
import type { SearchEntry } from '@bramka/gateway/docs/search/search-entries.ts';
import { paymentStatuses } from '@bramka/gateway/payments/model/payment.ts';
import { referenceEndpoints } from './pages.ts';

/** Of the first load; a page loads nothing else, and its style sheet and script are in it. */
const MOST_BYTES = 150_000;

interface Result {
  readonly href: string;
  readonly name: string;
  readonly where: string;
}

interface Search {
  find(index: readonly SearchEntry[], text: string): Result[];
  addressOf(index: readonly SearchEntry[], id: string): string | undefined;
}

const script = new URL('../../../gateway/src/docs/browser/search.js', import.meta.url).href;

let search: Search;
let index: SearchEntry[];
const operations = operationsOf(referenceEndpoints(), {});
const pages = new Map<string, Buffer>();

before(async () => {
  const app = fastify();
  docsRoutes(referenceEndpoints(), readConfig({}), () => 'http://127.0.0.1:8080')(app);
  search = (await import(script)) as Search;
  index = (await app.inject('/docs/search.json')).json();
  for (const [path] of index) {
    const reply = await app.inject(path);
    assert.equal(reply.statusCode, 200, path);
    pages.set(path, reply.rawPayload);
  }
});

test('every page has less than 150 kB, also where it is not compressed', () => {
  assert.ok(pages.size > 200);
  for (const [path, bytes] of pages) {
    assert.ok(bytes.length < MOST_BYTES, `${path} has ${bytes.length} bytes`);
  }
});

test('every endpoint has a page', () => {
  for (const { id, summary } of operations) {
    const text = String(pages.get(`/docs/reference/endpoints/${id}`));
    assert.ok(text.includes(`<article id="${id}">`), `${id}: ${summary}`);
  }
  assert.equal(pages.size, index.length, 'two pages have the same path');
});

test('no answer is shown empty', () => {
  for (const [path, bytes] of pages) {
    const isGuide = path.startsWith('/docs/guides/');
    assert.ok(isGuide || !bytes.includes('<code>{}</code>'), path);
  }
});

/** What a reader types, and the first result: its name, where it is, its address. */
const questions: [text: string, name: string, where: string, href: string][] = [
  [
    'how do I refund',
    'Refunds',
    'Guides. Full and partial refunds, their statuses, and the balance that covers them.',
    '/docs/guides/refunds',
  ],
  [
    'REF_PAYMENT_OTHER_CARD',
    'REF_PAYMENT_OTHER_CARD',
    'Reference. Errors',
    '/docs/reference/errors#error-REF_PAYMENT_OTHER_CARD',
  ],
  [
    'ref_payment_other',
    'REF_PAYMENT_OTHER_CARD',
    'Reference. Errors',
    '/docs/reference/errors#error-REF_PAYMENT_OTHER_CARD',
  ],
  [
    'Capture a preauthorization',
    'Capture a preauthorization',
    'Payments. POST /v1/ecommerce/payment/{paymentId}/capture',
    '/docs/reference/endpoints/postPaymentByPaymentIdCapture',
  ],
  [
    'idempotency',
    'Repeating safely',
    'Reference. Rules for every call',
    '/docs/reference/rules#idempotency',
  ],
  [
    'verifying signatures',
    'Verify the signature',
    'Guides. Notifications',
    '/docs/guides/notifications#verify-the-signature',
  ],
];

for (const [text, name, where, href] of questions) {
  test(`"${text}" finds ${href} first`, () => {
    const [first] = search.find(index, text);
    assert.deepEqual([first?.name, first?.where, first?.href], [name, where, href]);
  });
}

test('"BLIK alias" finds the guide and the reject codes that are about aliases', () => {
  const found = search.find(index, 'BLIK alias').map(({ href }) => href);
  assert.ok(found.includes('/docs/guides/blik#pay-without-a-code-oneclick'));
  assert.ok(found.includes('/docs/reference/reject-codes#reject-BLIK_ALIAS_NOT_FOUND'));
});

test('a field is found on the endpoints that have it', () => {
  const found = search.find(index, 'recurringExpDate').map(({ href }) => href);
  assert.ok(found.includes('/docs/reference/endpoints/postPayment'));
});

test('a word that is nowhere is ignored beside others, and finds nothing alone', () => {
  assert.deepEqual(search.find(index, 'zyzzyva refund'), search.find(index, 'refund'));
  assert.deepEqual(search.find(index, 'zyzzyva'), []);
  assert.deepEqual(search.find(index, ' ?! '), []);
  assert.ok(search.find(index, 'how').length > 0, 'a word that is usually ignored');
});

test('at most 20 results are shown, each with a page and an anchor that exist', () => {
  const found = search.find(index, 'payment');
  assert.equal(found.length, 20);
  for (const { href } of found) {
    const [path = '', id] = href.split('#');
    assert.ok(id === undefined || pages.get(path)?.includes(` id="${id}"`), href);
  }
});

test('every anchor of the former single page leads to the page that has it now', () => {
  const ids = [
    ...operations.map(({ id }) => id),
    ...Object.keys(refusals).map((code) => `error-${code}`),
    ...paymentStatuses.map((status) => `state-${status}`),
    ...['auth', 'keys', 'payment', 'tokenizer', 'settlements', 'events', 'notifications'].map(
      (group) => `group-${group}`,
    ),
    ...['group-admin', 'group-sandbox', 'rules', 'tokens', 'values', 'idempotency', 'limits'],
    ...['states', 'data-requests', 'transitions', 'errors', 'reject-codes', 'start', 'sandbox'],
  ];
  for (const id of ids) {
    const [path = '', found] = search.addressOf(index, id)?.split('#') ?? [];
    assert.equal(found, id);
    assert.ok(pages.get(path)?.includes(` id="${id}"`), `${id}: ${path}`);
    assert.ok(!path.startsWith('/docs/guides/'), id);
  }
  assert.equal(search.addressOf(index, 'limits'), '/docs/reference/rules#limits');
  assert.equal(search.addressOf(index, 'nothing'), undefined);
});
