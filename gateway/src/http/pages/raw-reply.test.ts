// Tests of replies for browsers: allowed redirect targets, and the headers of a page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Defect } from '../../core/assert.ts';
import { html } from './html.ts';
import { RawReply } from './raw-reply.ts';

const taken: [url: string, location: string][] = [
  ['https://shop.test/thanks?paymentId=1&x=a%20b', 'https://shop.test/thanks?paymentId=1&x=a%20b'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/'],
  ['https://shop.test/dziękuję', 'https://shop.test/dzi%C4%99kuj%C4%99'],
  ['https://żółw.test/', 'https://xn--w-uga1v8h.test/'],
  ['HTTPS://shop.test/a b', 'https://shop.test/a%20b'],
];

for (const [url, location] of taken) {
  test(`redirects a browser to ${url}`, () => {
    const { status, headers, body } = RawReply.redirect(url);
    assert.deepEqual([status, headers['location'], body], [303, location, '']);
  });
}

const refused = [
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'ftp://shop.test/',
  'blob:x',
  '',
  '/relative',
  '//shop.test/',
  'shop.test',
  'https://',
  'http:// /',
  'intent://pay#x',
  'https://shop.test/\r\nSet-Cookie: a=b',
  'https://shop.test/\n',
  'java\tscript:alert(1)',
  '\u0000https://shop.test/',
  'https://shop.test/\u0085',
  'https://shop.test/\u007f',
];

for (const url of refused) {
  test(`does not redirect to ${JSON.stringify(url)}`, () => {
    assert.throws(() => RawReply.redirect(url), Defect);
  });
}

test('sends a page with its policy', () => {
  const plain = RawReply.htmlPage(html`<p>${'<b>'}</p>`, "default-src 'none'");
  assert.deepEqual([plain.status, plain.body], [200, '<p>&lt;b&gt;</p>']);
  assert.deepEqual(plain.headers, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'",
    'referrer-policy': 'no-referrer',
  });
});
