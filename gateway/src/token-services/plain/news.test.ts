// Tests of news: the signature covers the bytes and the time, and only exact messages are read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, secret } from '../../core/secret.ts';
import { keysOf } from './encrypted-values.ts';
import { isNewsAuthentic, NEWS_TOLERANCE_MS, readNews } from './news.ts';
import { signNews } from './testing/sign-news.ts';

const { signature: key } = keysOf(secret(Buffer.alloc(32, 1)));
const AT = Date.parse('2026-03-01T12:00:00.000Z');
const news = {
  eventId: 'e-1',
  scheme: 'VTS',
  instrumentRef: 'ref-1',
  sequence: 3,
  status: 'SUSPENDED',
};
const body = JSON.stringify(news);

test('a message is authentic for five minutes around its time', () => {
  const message = { body, signature: signNews(body, key, AT) };
  for (const offset of [0, NEWS_TOLERANCE_MS, -NEWS_TOLERANCE_MS]) {
    assert.equal(isNewsAuthentic(message, key, AT + offset), true, String(offset));
  }
  for (const offset of [NEWS_TOLERANCE_MS + 1, -NEWS_TOLERANCE_MS - 1]) {
    assert.equal(isNewsAuthentic(message, key, AT + offset), false, String(offset));
  }
});

test('a changed body, time or signature is not authentic', () => {
  const signature = signNews(body, key, AT);
  const { signature: other } = keysOf(secret(Buffer.alloc(32, 2)));
  const later = signNews(body, key, AT + 1000).replace(/v1=.*/, /v1=.*/.exec(signature)?.[0] ?? '');
  const forged = [
    { body: `${body} `, signature },
    { body, signature: later },
    { body, signature: signNews(body, other, AT) },
    { body, signature: signature.toUpperCase() },
    { body, signature: `${signature},v1=${'0'.repeat(64)}` },
    { body, signature: signature.slice(0, -1) },
    { body, signature: '' },
    { body, signature: undefined },
  ];
  for (const message of forged) {
    assert.equal(isNewsAuthentic(message, key, AT), false, String(message.signature));
  }
});

test('absent fields are null, present ones are read', () => {
  const none = { expiry: null, cardLastFour: null, cardExpiry: null, visualId: null };
  assert.deepEqual(readNews(body, 'VTS'), { ...news, ...none });
  const updated = {
    ...news,
    ...{ expiry: '203105', cardLastFour: '4242', cardExpiry: '203011', visualId: 'v-2' },
  };
  const read = readNews(JSON.stringify(updated), 'VTS');
  assert.deepEqual(
    [read?.expiry && open(read.expiry), read?.cardExpiry && open(read.cardExpiry)],
    ['203105', '203011'],
  );
  assert.deepEqual([read?.cardLastFour, read?.visualId], ['4242', 'v-2']);
});

const unreadable: object[] = [
  { scheme: 'SCOF' },
  { eventId: '' },
  { eventId: 'a b' },
  { instrumentRef: undefined },
  { instrumentRef: 'x'.repeat(65) },
  { sequence: '3' },
  { sequence: -1 },
  { sequence: 1.5 },
  { sequence: 2 ** 31 },
  { status: 'active' },
  { expiry: '203113' },
  { cardExpiry: '3011' },
  { cardLastFour: '42424' },
  { visualId: 7 },
];
for (const change of unreadable) {
  test(`news with ${JSON.stringify(change)} are not read`, () => {
    assert.equal(readNews(JSON.stringify({ ...news, ...change }), 'VTS'), undefined);
  });
}

test('text that is not a JSON object is not read', () => {
  for (const text of ['', 'x', 'null', '[]', '"VTS"'])
    assert.equal(readNews(text, 'VTS'), undefined);
});
