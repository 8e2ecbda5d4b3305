// Tests of HMAC-SHA256 against the implementation of OpenSSL, for keys and messages of all lengths.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { secret } from '../../core/secret.ts';
import { hmac } from './hmac.ts';

const expected = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex');

test('keys below, at and above the size of a block', () => {
  for (const length of [1, 31, 32, 33, 63, 64, 65, 128, 1000]) {
    const key = 'k'.repeat(length);
    assert.equal(hmac(secret(key), 'text', 'hex'), expected(key, 'text'), String(length));
  }
  // 64 characters with 128 bytes.
  const wide = 'ż'.repeat(64);
  assert.equal(hmac(secret(wide), 'text', 'hex'), expected(wide, 'text'));
});

test('one key signs messages of changing lengths, also in several bytes per character', () => {
  const key = secret('żółw');
  for (const text of [
    '',
    'a'.repeat(5000),
    'b',
    'ł'.repeat(300),
    '🧾'.repeat(2000),
    'c'.repeat(64),
  ]) {
    assert.equal(hmac(key, text, 'hex'), expected('żółw', text), text.slice(0, 3));
    assert.equal(
      hmac(key, text, 'base64'),
      Buffer.from(expected('żółw', text), 'hex').toString('base64'),
    );
  }
});

test('two secrets with different texts do not share a key', () => {
  assert.notEqual(hmac(secret('a'), 'text', 'hex'), hmac(secret('b'), 'text', 'hex'));
});
