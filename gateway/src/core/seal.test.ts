// Tests of sealed values: only an unchanged value in its own row and with its own key can be
// opened.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Defect } from './assert.ts';
import { systemRandom } from './random.ts';
import { seededRandom } from './testing/seeded-random.ts';
import { deriveKey, fingerprint, seal, sealedPrefix, unseal, versionOf } from './seal.ts';
import { open, secret } from './secret.ts';

const master = secret(Buffer.alloc(32, 7));
const key = deriveKey(master, 'a test');
const BOUND = '1|10000001|merchants|abc|secret';

test('opens what it sealed', () => {
  for (const plain of ['', 'a', 'zażółć 🧾', 'x'.repeat(10_000)]) {
    const sealed = seal(key, plain, BOUND, systemRandom);
    assert.equal(unseal(key, sealed, BOUND).toString('utf8'), plain);
    assert.equal(sealed.length, 1 + 12 + Buffer.byteLength(plain) + 16);
  }
  const bytes = randomBytes(64);
  assert.ok(unseal(key, seal(key, bytes, BOUND, systemRandom), BOUND).equals(bytes));
});

test('does not show the plain text, and never produces the same bytes twice', () => {
  const plain = 'notify-secret-10000001';
  const [one, two] = [1, 2].map(() => seal(key, plain, BOUND, systemRandom)) as [Buffer, Buffer];
  assert.ok(!one.includes(plain));
  assert.ok(!one.equals(two));
  assert.ok(!one.subarray(13).equals(two.subarray(13)), 'the nonce changes the whole');
});

test('refuses a value in which any byte was changed', () => {
  const sealed = seal(key, 'forty-two', BOUND, systemRandom);
  for (let index = 0; index < sealed.length; index += 1) {
    for (const bit of [1, 0x80]) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] as number) ^ bit;
      assert.throws(() => unseal(key, changed, BOUND), `byte ${index}`);
    }
  }
});

test('refuses a value that was truncated or extended', () => {
  const sealed = seal(key, 'forty-two', BOUND, systemRandom);
  for (let length = 0; length < sealed.length; length += 1) {
    assert.throws(() => unseal(key, sealed.subarray(0, length), BOUND), `${length} bytes`);
  }
  assert.throws(() => unseal(key, Buffer.concat([sealed, Buffer.of(0)]), BOUND));
});

test('refuses a value that was moved to another row, column or merchant', () => {
  const sealed = seal(key, 'forty-two', BOUND, systemRandom);
  for (const other of ['', `${BOUND} `, BOUND.replace('10000001', '10000002'), 'secret']) {
    assert.throws(() => unseal(key, sealed, other), other);
  }
});

test('refuses another key, also one derived from the same master key for another purpose', () => {
  const sealed = seal(key, 'forty-two', BOUND, systemRandom);
  assert.throws(() => unseal(deriveKey(master, 'another test'), sealed, BOUND));
  assert.throws(() => unseal(deriveKey(secret(Buffer.alloc(32, 8)), 'a test'), sealed, BOUND));
});

test('an unknown format is a defect', () => {
  const sealed = seal(key, 'forty-two', BOUND, systemRandom);
  for (const form of [0, 3]) {
    sealed[0] = form;
    assert.throws(() => unseal(key, sealed, BOUND), Defect);
    assert.throws(() => versionOf(sealed), Defect);
  }
  assert.throws(() => unseal(key, Buffer.of(2, 0, 0, 0), BOUND), Defect);
  assert.throws(() => unseal(key, Buffer.alloc(0), BOUND), Defect);
});

test('a value names the version of its key, except the first one', () => {
  for (const version of [1, 2, 70_000]) {
    const sealed = seal(key, 'forty-two', BOUND, systemRandom, version);
    assert.equal(versionOf(sealed), version);
    assert.ok(sealed.subarray(0, version === 1 ? 1 : 5).equals(sealedPrefix(version)));
    assert.equal(unseal(key, sealed, BOUND).toString('utf8'), 'forty-two');
    assert.throws(() => unseal(key, sealed.subarray(0, sealed.length - 1), BOUND));
  }
});

test('derives the same 256-bit key for the same purpose', () => {
  assert.ok(open(deriveKey(master, 'a test')).equals(open(key)));
  assert.equal(open(key).length, 32);
});

test('takes its nonce from the given random source', () => {
  const [one, two] = [1, 2].map(() => seal(key, 'same', BOUND, seededRandom(5)));
  assert.deepEqual(one, two);
});

test('fingerprints are equal for equal texts under one key only', () => {
  const print = fingerprint(key, 'POST /payment {}');
  assert.equal(print.length, 32);
  assert.ok(fingerprint(key, Buffer.from('POST /payment {}')).equals(print));
  assert.ok(!fingerprint(key, 'POST /payment {} ').equals(print));
  assert.ok(!fingerprint(deriveKey(master, 'else'), 'POST /payment {}').equals(print));
});
