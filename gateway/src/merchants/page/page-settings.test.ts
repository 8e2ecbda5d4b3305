// Tests of the origins that may frame the payment page: each is exactly one origin of a host that a
// Content-Security-Policy can name, and https in production.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultPageSettings, frameOriginProblem, pageSettings } from './page-settings.ts';

const good = ['https://shop.example', 'https://shop.example:8443', 'https://xn--kwiat-9ta.example'];
const bad = [
  '',
  'null',
  'shop.example',
  '//shop.example',
  'https://shop.example/',
  'https://shop.example/path',
  'https://shop.example:443',
  'https://Shop.example',
  'https://*.shop.example',
  'https://user@shop.example',
  'https://a;sandbox',
  'https://a,b',
  "https://'self'",
  'https://[2001:db8::1]',
  'https://shop.example https://evil.example',
  'ftp://shop.example',
  'data:',
  "'self'",
];

test('an origin is named exactly', () => {
  for (const isProduction of [false, true]) {
    for (const origin of good) assert.equal(frameOriginProblem(origin, isProduction), undefined);
    for (const origin of bad) {
      const problem = frameOriginProblem(origin, isProduction);
      assert.equal(problem, 'must be origins such as https://shop.example', origin);
    }
  }
});

test('production has neither http nor every origin', () => {
  assert.equal(frameOriginProblem('*', false), undefined);
  assert.equal(frameOriginProblem('http://localhost:3000', false), undefined);
  assert.match(frameOriginProblem('*', true) ?? '', /in the sandbox only$/);
  const problem = frameOriginProblem('http://localhost:3000', true);
  assert.equal(problem, 'must be https origins in production');
});

test('a record of the previous version has the defaults', () => {
  assert.deepEqual(pageSettings(undefined), defaultPageSettings);
  assert.deepEqual(pageSettings({ savesCards: true }), {
    ...defaultPageSettings,
    savesCards: true,
  });
});
