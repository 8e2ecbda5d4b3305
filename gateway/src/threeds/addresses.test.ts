// Tests of the URLs that partners call: each key is valid for one authentication only, and the URLs
// stay below the maximum length of the protocol.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secret } from '../core/secret.ts';
import { createAddresses, NOTIFICATION_PATH } from './addresses.ts';

const ID = '0198c5d1-7b2a-7000-8000-00000000000a';
const OTHER = '0198c5d1-7b2a-7000-8000-00000000000b';
const PUBLIC = 'https://pay.example';
const addresses = createAddresses(() => PUBLIC, secret(Buffer.alloc(32, 1)));
const others = createAddresses(() => PUBLIC, secret(Buffer.alloc(32, 2)));

const keyIn = (address: string): string => new URL(address).searchParams.get('key') ?? '';
const key = keyIn(addresses.resultUrl(ID));

test('results go to our URL with a key, browsers return to it without one', () => {
  assert.equal(addresses.returnUrl(), `${PUBLIC}${NOTIFICATION_PATH}`);
  assert.equal(addresses.resultUrl(ID), `${PUBLIC}${NOTIFICATION_PATH}?key=${key}`);
  assert.match(key, /^[0-9a-f]{64}$/);
});

test('the public URL is read each time, because it is known only once we listen', () => {
  let url = '';
  const late = createAddresses(() => url, secret(Buffer.alloc(32, 1)));
  url = 'http://127.0.0.1:8080';
  assert.equal(late.returnUrl(), `http://127.0.0.1:8080${NOTIFICATION_PATH}`);
  assert.equal(keyIn(late.resultUrl(ID)), key);
});

test('a key is valid for its own authentication, also when its id is in capitals', () => {
  assert.equal(addresses.isValidKey(ID, key), true);
  assert.equal(addresses.isValidKey(ID.toUpperCase(), key), true);
  assert.equal(addresses.isValidKey(OTHER, keyIn(addresses.resultUrl(OTHER))), true);
});

test('a key is not valid for another authentication', () => {
  assert.equal(addresses.isValidKey(OTHER, key), false);
  assert.equal(addresses.isValidKey('', key), false);
});

test('a key made with another secret is not valid', () => {
  assert.equal(addresses.isValidKey(ID, keyIn(others.resultUrl(ID))), false);
});

const last = key.endsWith('0') ? '1' : '0';
const wrong: [what: string, given: string | undefined][] = [
  ['no key', undefined],
  ['an empty key', ''],
  ['a key in capitals', key.toUpperCase()],
  ['a key cut short', key.slice(0, -2)],
  ['a key cut short by half a byte', key.slice(0, -1)],
  ['a key with more behind it', `${key}00`],
  ['a key with a line break behind it', `${key}\n`],
  ['a key with a space before it', ` ${key}`],
  ['a key with letters that are no hex', `${key.slice(0, -1)}g`],
  ['a key with one digit changed', `${key.slice(0, -1)}${last}`],
  ['the key twice', `${key}${key}`],
  ['the key in base64', Buffer.from(key, 'hex').toString('base64')],
  ['letters of more than one byte', 'ß'.repeat(64)],
];
for (const [what, wrongKey] of wrong) {
  test(`${what} is refused without an error`, () => {
    assert.match(key, /[a-f]/, 'capitals differ from it');
    assert.equal(addresses.isValidKey(ID, wrongKey), false);
  });
}

test('a public URL of 128 characters leaves the URLs below the 256 allowed', () => {
  const long = `https://${'a'.repeat(60)}.${'b'.repeat(51)}.example`;
  assert.equal(long.length, 128);
  const made = createAddresses(() => long, secret(Buffer.alloc(32, 1)));
  for (const { length } of [made.resultUrl(ID), made.returnUrl()]) {
    assert.ok(length < 256, `${length} characters`);
  }
});
