// Tests of API secrets: hashed with argon2id, both valid ones accepted, cached without hashing
// again, and the same work for an unknown merchant.
import assert from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { test } from 'node:test';
import { systemRandom } from '../core/random.ts';
import { seededRandom } from '../core/testing/seeded-random.ts';
import type { Refusal } from '../core/refusals.ts';
import { open, secret } from '../core/secret.ts';
import type { Merchant } from './merchant.ts';
import { makeSecret, secretChecker, type SecretChecker } from './secrets.ts';

const cacheKey = secret(Buffer.alloc(32, 3));
const salt = Buffer.alloc(16, 9);
const newChecker = (): SecretChecker => secretChecker(cacheKey, systemRandom);

async function merchantWith(...texts: string[]): Promise<Merchant> {
  const checker = newChecker();
  const secrets = [];
  for (const text of texts) {
    secrets.push({ id: text, hash: await checker.hash(secret(text), salt), createdAt: 0 });
  }
  return { merchantId: '10000001', secretSalt: salt, secrets } as unknown as Merchant;
}

test('hashes with argon2id, 19 MiB, 2 passes, the salt of the merchant', async () => {
  const expected = argon2Sync('argon2id', {
    message: Buffer.from('a secret'),
    nonce: salt,
    parallelism: 1,
    memory: 19_456,
    passes: 2,
    tagLength: 32,
  });
  assert.equal(await newChecker().hash(secret('a secret'), salt), expected.toString('hex'));
});

test('accepts the right secret and no similar one', async () => {
  const merchant = await merchantWith('sandbox-secret');
  const checker = newChecker();
  assert.ok(await checker.match(merchant, secret('sandbox-secret')));
  for (const text of ['', 'sandbox-secre', 'sandbox-secret ', 'SANDBOX-SECRET', 'sandbox-secreT']) {
    assert.ok(!(await checker.match(merchant, secret(text))), text);
  }
});

test('accepts both valid secrets, and no third', async () => {
  const merchant = await merchantWith('the-new-one', 'the-old-one');
  const checker = newChecker();
  for (const text of ['the-new-one', 'the-old-one', 'the-new-one', 'the-old-one']) {
    assert.equal((await checker.match(merchant, secret(text)))?.id, text);
  }
  assert.ok(!(await checker.match(merchant, secret('the-oldest'))));
});

test('refuses a dropped secret, also when it was valid a moment ago', async () => {
  const merchant = await merchantWith('the-new-one', 'the-old-one');
  const checker = newChecker();
  assert.ok(await checker.match(merchant, secret('the-old-one')));
  const rolled = { ...merchant, secrets: merchant.secrets.slice(0, 1) };
  assert.ok(!(await checker.match(rolled, secret('the-old-one'))));
  assert.ok(await checker.match(rolled, secret('the-new-one')));
});

test('a cached secret of one merchant is not accepted for another', async () => {
  const one = await merchantWith('of-one');
  const checker = newChecker();
  assert.ok(await checker.match(one, secret('of-one')));
  const other = { ...(await merchantWith('of-other')), merchantId: '10000002' };
  assert.ok(!(await checker.match(other, secret('of-one'))));
});

test('refuses a merchant without secrets, and an unknown merchant', async () => {
  const checker = newChecker();
  assert.ok(!(await checker.match(await merchantWith(), secret('x'))));
  assert.ok(!(await checker.match(undefined, secret('x'))));
  assert.ok(!(await checker.match(undefined, secret(''))));
});

test('unknown merchants cost a hash like any, and known secrets none', async () => {
  const merchant = await merchantWith('remembered', 'not-yet-asked');
  const checker = newChecker();
  assert.ok(await checker.match(merchant, secret('remembered')));
  // Two hash at once and 64 wait: without hashing for unknown merchants the queue would not be
  // full.
  const strangers = Array.from({ length: 66 }, (_, index) =>
    checker.match(undefined, secret(`guess ${index}`)),
  );
  assert.ok(await checker.match(merchant, secret('remembered')), 'needs no hash');
  for (const holder of [merchant, undefined]) {
    await assert.rejects(checker.match(holder, secret('not-yet-asked')), (error: Refusal) => {
      return error.code === 'OVERLOADED' && error.retryAfterSeconds === 1;
    });
  }
  assert.deepEqual(new Set(await Promise.all(strangers)), new Set([undefined]));
  assert.ok(await checker.match(merchant, secret('not-yet-asked')), 'free again');
});

test('generates secrets of 192 bits that are easy to copy, each different', () => {
  const made = new Set(Array.from({ length: 100 }, () => open(makeSecret(systemRandom))));
  assert.equal(made.size, 100);
  for (const text of made) assert.match(text, /^[A-Za-z0-9_-]{32}$/);
  assert.equal(open(makeSecret(seededRandom(1))), open(makeSecret(seededRandom(1))));
  assert.equal(String(makeSecret(systemRandom)), '***');
});
