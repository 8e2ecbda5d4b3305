// The guide "Build a checkout" shows the server of the example shop as it is.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const server = readFileSync(join(root, 'examples/shop/server.mjs'), 'utf8');
const guide = readFileSync(join(root, 'docs/guides/build-a-checkout.md'), 'utf8');

test('the guide shows all of the server of the example shop, in order', () => {
  const shown = [...guide.matchAll(/^```js server\.mjs\n([\s\S]*?)^```$/gm)];
  assert.equal(shown.map(([, code = '']) => code).join('\n'), server);
});

test('the server of the example shop has less than 150 lines', () => {
  const lines = server.trimEnd().split('\n');
  assert.ok(lines.length < 150);
  assert.ok(lines.every((line) => line.length <= 100));
});
