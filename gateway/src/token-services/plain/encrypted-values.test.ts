// Tests of encrypted numbers in messages: only an exact JWE of the same key is read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemRandom } from '../../core/random.ts';
import { open, secret } from '../../core/secret.ts';
import { decryptValues, encryptValues, keysOf } from './encrypted-values.ts';

const { encryption: key, signature } = keysOf(secret(Buffer.alloc(32, 1)));
const values = { requestId: 'r', number: '4111111111111111', expiry: '203012' };
const jwe = encryptValues(key, values, systemRandom);

/** The same text with another segment. */
function changed(place: number, segment: string): string {
  return jwe
    .split('.')
    .map((old, index) => (index === place ? segment : old))
    .join('.');
}
const header = (fields: object): string =>
  Buffer.from(JSON.stringify(fields)).toString('base64url');

test('values survive, and the text shows none of them', () => {
  assert.deepEqual(decryptValues(key, jwe), values);
  assert.equal(jwe.split('.')[0], header({ alg: 'dir', enc: 'A256GCM' }));
  assert.equal(jwe.split('.')[1], '');
  for (const segment of jwe.split('.')) {
    assert.doesNotMatch(Buffer.from(segment, 'base64url').toString(), /4111111111111111/);
  }
});

test('two encryptions of the same values differ', () => {
  assert.notEqual(encryptValues(key, values, systemRandom), jwe);
});

test('the keys for numbers and for signatures differ, and so do those of another secret', () => {
  assert.notDeepEqual(open(key), open(signature));
  const other = keysOf(secret(Buffer.alloc(32, 2)));
  for (const wrong of [signature, other.encryption]) {
    assert.equal(decryptValues(wrong, jwe), undefined);
  }
});

const [protectedText = '', , iv = '', body = '', tag = ''] = jwe.split('.');
const flipped = (text: string): string => {
  const bytes = Buffer.from(text, 'base64url');
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  return bytes.toString('base64url');
};
const unreadable: [what: string, text: unknown][] = [
  ['no text', undefined],
  ['an empty text', ''],
  ['four segments', jwe.split('.').slice(0, 4).join('.')],
  ['six segments', `${jwe}.`],
  ['an encrypted key', changed(1, 'AAAA')],
  ['another algorithm', changed(0, header({ alg: 'A256KW', enc: 'A256GCM' }))],
  ['another encryption', changed(0, header({ alg: 'dir', enc: 'A128GCM' }))],
  ['compression', changed(0, header({ alg: 'dir', enc: 'A256GCM', zip: 'DEF' }))],
  ['an extension', changed(0, header({ alg: 'dir', enc: 'A256GCM', crit: ['x'], x: 1 }))],
  ['a header that is not JSON', changed(0, 'e30x')],
  ['a changed header', changed(0, header({ enc: 'A256GCM', alg: 'dir' }))],
  ['a changed nonce', changed(2, flipped(iv))],
  ['a short nonce', changed(2, iv.slice(0, 8))],
  ['a changed body', changed(3, flipped(body))],
  ['a changed tag', changed(4, flipped(tag))],
  ['a short tag', changed(4, Buffer.from(tag, 'base64url').subarray(0, 12).toString('base64url'))],
  ['padding', changed(0, `${protectedText}=`)],
  ['a long text', `${jwe}${'A'.repeat(2048)}`],
];
for (const [what, text] of unreadable) {
  test(`${what} is not read`, () => assert.equal(decryptValues(key, text), undefined));
}

test('a value that is not an object is not read', () => {
  for (const value of [[1], 'text', null]) {
    assert.equal(decryptValues(key, encryptValues(key, value as object, systemRandom)), undefined);
  }
});
