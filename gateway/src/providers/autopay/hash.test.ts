// Tests of the hash against the published vectors, and of its rules about absent values.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secret } from '../../core/secret.ts';
import { hashOf, isHashOf } from './hash.ts';
import { serviceOf, vectors } from './testing/vectors.ts';

for (const { message, values, key, digest } of vectors) {
  test(`the published hash of a message is right: ${message}`, () => {
    const service = serviceOf('1', key);
    assert.equal(hashOf(values, service), digest);
    assert.ok(isHashOf(` ${digest}\n`, values, service));
    assert.ok(!isHashOf(digest, [...values, '0'], service));
    assert.ok(!isHashOf(digest, values, serviceOf('1', `${key}x`)));
  });
}

test('absent and empty values are skipped with their separator; "0" counts', () => {
  const service = serviceOf('1', 'k');
  const plain = hashOf(['a', 'b'], service);
  assert.equal(hashOf(['a', '', undefined, null, 'b'], service), plain);
  assert.notEqual(hashOf(['a', '0', 'b'], service), plain);
});

test('SHA-512 is used when configured', () => {
  const service = { serviceId: '1', key: secret('k'), hashMethod: 'SHA512' } as const;
  assert.match(hashOf(['a'], service), /^[0-9a-f]{128}$/);
  assert.ok(isHashOf(hashOf(['a'], service), ['a'], service));
  assert.ok(!isHashOf(hashOf(['a'], serviceOf('1', 'k')), ['a'], service));
});

test('a value with spaces around it may be hashed with or without them', () => {
  const service = serviceOf('1', 'k');
  assert.ok(isHashOf(hashOf([' Jan '], service), [' Jan '], service));
  assert.ok(isHashOf(hashOf(['Jan'], service), [' Jan '], service));
  assert.ok(!isHashOf(hashOf([' Jan '], service), ['Jan'], service));
});

test('a missing, short or upper-case hash is not accepted', () => {
  const service = serviceOf('1', 'k');
  const hash = hashOf(['a'], service);
  for (const wrong of [undefined, '', hash.slice(1), hash.toUpperCase(), `${hash}0`]) {
    assert.ok(!isHashOf(wrong, ['a'], service));
  }
});
