// Tests of compact JWE parsing: the subset used by the app flow is accepted, everything else is
// refused before any key is used.
import { deepEqual, equal, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { BadAppMessage } from './bad-app-message.ts';
import { readCompactJwe, readObject } from './compact-jwe.ts';

const header = { alg: 'dir', enc: 'A128CBC-HS256', kid: 'some-challenge' };
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const zeros = (count: number) => Buffer.alloc(count).toString('base64url');

const jweOf = (
  other: Record<string, unknown> = {},
  { key = '', iv = zeros(16), ciphertext = zeros(32), tag = zeros(16) } = {},
) => [encoded({ ...header, ...other }), key, iv, ciphertext, tag].join('.');
const gcm = { enc: 'A128GCM' };

const read = (jwe: unknown) => readCompactJwe(jwe, 'dir', 1000);

test('reads the header and the four parts', () => {
  const { header: found, iv, ciphertext, tag } = read(jweOf());
  deepEqual(found, { ...header, epk: undefined });
  deepEqual([iv.length, ciphertext.length, tag.length], [16, 32, 16]);
});

test('reads GCM with its shorter nonce and ciphertext of any length', () => {
  const { header: found } = read(jweOf(gcm, { iv: zeros(12), ciphertext: zeros(1) }));
  equal(found.enc, 'A128GCM');
});

const bad: [why: string, jwe: unknown][] = [
  ['is no text', 5],
  ['is too long', jweOf({}, { ciphertext: zeros(800) })],
  ['is empty', ''],
  ['has four segments', jweOf().split('.').slice(1).join('.')],
  ['has six segments', `${jweOf()}.AA`],
  ['has an encrypted key', jweOf({}, { key: zeros(16) })],
  ['has another algorithm', jweOf({ alg: 'ECDH-ES' })],
  ['has no algorithm', jweOf({ alg: undefined })],
  ['has another encryption', jweOf({ enc: 'A256GCM' }, { iv: zeros(12) })],
  ['has no encryption', jweOf({ enc: undefined })],
  ['is compressed', jweOf({ zip: 'DEF' })],
  ['asks for extensions', jweOf({ crit: ['exp'] })],
  ['has a kid that is not a string', jweOf({ kid: 5 })],
  ['has an overlong kid', jweOf({ kid: 'k'.repeat(65) })],
  ['has a header that is not JSON', jweOf().replace(/^[^.]+/, zeros(4))],
  ['has a header that is not an object', jweOf().replace(/^[^.]+/, encoded([header]))],
  ['has a duplicate member', jweOf().replace(/^[^.]+/, twice())],
  ['has a short nonce', jweOf({}, { iv: zeros(12) })],
  ['has a long nonce for GCM', jweOf(gcm)],
  ['has a short tag', jweOf({}, { tag: zeros(12) })],
  ['has no ciphertext', jweOf({}, { ciphertext: '' })],
  ['has half a block', jweOf({}, { ciphertext: zeros(24) })],
  ['has padding', jweOf({}, { tag: `${zeros(16)}==` })],
  ['has leftover bits', jweOf({}, { tag: zeros(16).replace(/A$/, 'B') })],
  ['has a line break', `${jweOf()}\n`],
];

function twice(): string {
  const text = '{"alg":"dir","enc":"A128GCM","enc":"A128CBC-HS256"}';
  return Buffer.from(text).toString('base64url');
}

for (const [why, jwe] of bad) {
  test(`refuses a JWE that ${why}`, () => {
    throws(
      () => read(jwe),
      (error) => error instanceof BadAppMessage && error.errorCode === '302',
    );
  });
}

test('accepts only objects, with the given error code otherwise', () => {
  deepEqual(readObject(Buffer.from('{"a":1}'), '101'), { a: 1 });
  const texts = ['', '{', '[]', '"a"', 'null', '{"a":1,"a":2}', '\ufeff{}'];
  for (const bytes of [...texts.map((text) => Buffer.from(text)), Buffer.of(0x22, 0xff, 0x22)]) {
    throws(
      () => readObject(bytes, '101'),
      (error) => error instanceof BadAppMessage && error.errorCode === '101',
    );
  }
});
