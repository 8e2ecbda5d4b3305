// Tests of the origins that may frame the payment page: each is exactly one origin of a host that a
// Content-Security-Policy can name, and https in production. The same for links of the shop.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  defaultPageSettings,
  frameOriginProblem,
  linkProblem,
  pageSettings,
} from './page-settings.ts';

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

test('a link is the address of a web page, with https in production', () => {
  for (const isProduction of [false, true]) {
    assert.equal(linkProblem('https://shop.example/terms?v=2#top', isProduction), undefined);
    for (const url of ['shop.example', 'javascript:alert(1)', 'data:,x', 'https://a@b.example/']) {
      assert.match(linkProblem(url, isProduction) ?? '', /^must be an http:\/\/ or https:\/\/ URL/);
    }
  }
  assert.equal(linkProblem('http://shop.example/', false), undefined);
  for (const url of ['http://shop.example/', 'HTTP://shop.example/']) {
    assert.equal(linkProblem(url, true), 'must be an https:// URL in production');
  }
});

test('a record of the previous version has the defaults', () => {
  assert.deepEqual(pageSettings(undefined), defaultPageSettings);
  assert.deepEqual(pageSettings({ savesCards: true }), {
    ...defaultPageSettings,
    savesCards: true,
  });
});
