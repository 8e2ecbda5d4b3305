// The size of the embedding script and what it refuses. test/browser/page-embedded.test.ts opens
// payments with it in a browser.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { openPayment, type OpenPaymentOptions } from './embed.js';

const MAX_BYTES = 5000;

test('is smaller than 5 kB as it is shipped, with comments', () => {
  const { length } = readFileSync(new URL('embed.js', import.meta.url));
  assert.ok(length < MAX_BYTES, `${length} bytes`);
});

const url = 'https://pay.example/pay/10000001/p/k';
const wrong: [what: string, options: object][] = [
  ['a script as address', { url: 'javascript:alert(1)//a/b/c', mode: 'popover' }],
  ['data as address', { url: 'data:text/html,x', mode: 'popover' }],
  ['no address', { mode: 'popover' }],
  ['an unknown mode', { url, mode: 'window' }],
  ['no mode', { url }],
  ['a frame without a container', { url, mode: 'frame' }],
];
for (const [what, options] of wrong) {
  test(`throws a TypeError for ${what}`, () => {
    Object.defineProperty(globalThis, 'location', {
      value: { href: 'about:blank' },
      configurable: true,
    });
    try {
      assert.throws(() => openPayment(options as OpenPaymentOptions), TypeError);
    } finally {
      Reflect.deleteProperty(globalThis, 'location');
    }
  });
}
