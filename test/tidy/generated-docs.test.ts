// The generated reference tells what the sources say now.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { referencePages } from '@bramka/cli/reference/pages.ts';
import { listFiles, readText } from './source.ts';

const folder = 'docs/reference';
const pages = referencePages();

test('keeps every page of docs/reference, and no other', () => {
  const found = listFiles(folder).map((path) => path.slice(folder.length + 1));
  assert.deepEqual(found.sort(), [...pages.keys()].sort(), 'run `npm run docs`');
});

for (const [name, text] of pages) {
  test(`keeps ${folder}/${name} fresh`, () => {
    assert.ok(readText(`${folder}/${name}`) === text, 'it is stale: run `npm run docs`');
  });
}

test('tells every route, state, error and variable', () => {
  const rows: [page: string, words: string[]][] = [
    ['endpoints.md', ['POST /v1/ecommerce/auth', 'POST /v1/ecommerce/payment', 'order-']],
    ['states.md', ['NEW', 'SETTLED', 'ALREADY_CAPTURED']],
    ['matrix.md', ['capture of too much', 'NOT_ON_PAYWALL', 'SETTLED']],
    ['errors.md', ['INVALID_JSON', 'STORAGE_UNAVAILABLE']],
    ['reject-codes.md', ['INSUFFICIENT_FUNDS']],
    ['triggers.md', ['4111111111111111']],
    ['events.md', ['PAYMENT_STATUS', 'extOrderId']],
    ['configuration.md', ['BRAMKA_MASTER_KEY']],
  ];
  for (const [page, words] of rows) {
    for (const word of words) assert.ok(pages.get(page)?.includes(word), `${page}: ${word}`);
  }
});
