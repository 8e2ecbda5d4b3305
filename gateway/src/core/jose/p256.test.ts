// Tests of P-256 keys: which are accepted, which are refused, and keys from given random bytes.
import assert, { deepEqual, equal, notDeepEqual, ok, throws } from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { test } from 'node:test';
import { seededRandom } from '../testing/seeded-random.ts';
import { makePrivateKey, privateKeyOf, publicJwk, readPublicKey, scalarOf } from './p256.ts';

const good = publicJwk(makePrivateKey(seededRandom(1)));
const private521 = generateKeyPairSync('ec', { namedCurve: 'P-521' }).publicKey;
const full = Buffer.alloc(32, 0xff).toString('base64url');
const zero = Buffer.alloc(32).toString('base64url');

function keyOf(jwk: unknown): KeyObject {
  const key = readPublicKey(jwk);
  assert(key, 'is a public key');
  return key;
}

test('reads a public key and writes the same one', () => {
  deepEqual(publicJwk(keyOf(good)), good);
  deepEqual(publicJwk(keyOf({ ...good, kid: 'a', use: 'enc' })), good);
});

const bad: [why: string, value: unknown][] = [
  ['nothing', undefined],
  ['null', null],
  ['text', JSON.stringify(good)],
  ['an empty object', {}],
  ['another kind of key', { ...good, kty: 'OKP' }],
  ['another curve', private521.export({ format: 'jwk' })],
  ['a private key', { ...good, d: good.x }],
  ['a point that is not on the curve', { ...good, y: good.x }],
  ['the point at infinity', { ...good, x: zero, y: zero }],
  ['a point with x = 0 that is not on the curve', { ...good, x: zero }],
  ['coordinates above the prime', { ...good, x: full, y: full }],
  ['the coordinates the wrong way round', { ...good, x: good.y, y: good.x }],
  ['a coordinate that the prime was added to', raised()],
  ['a short coordinate', { ...good, x: good.x.slice(0, 40) }],
  ['a padded coordinate', { ...good, x: `${good.x}=` }],
  ['a coordinate with a leading extra byte', { ...good, x: `AA${good.x}` }],
  ['a coordinate that is not a string', { ...good, x: 5 }],
];
for (const [why, value] of bad) {
  test(`refuses ${why} as a public key`, () => {
    equal(readPublicKey(value), undefined);
  });
}

test('the same random bytes give the same key, others another one', () => {
  deepEqual(publicJwk(makePrivateKey(seededRandom(1))), good);
  notDeepEqual(publicJwk(makePrivateKey(seededRandom(2))), good);
});

test('draws again if a number is not a valid private key', () => {
  const draws = [Buffer.alloc(32), Buffer.alloc(32, 0xff), Buffer.alloc(32, 7)];
  const key = makePrivateKey(() => draws.shift() ?? Buffer.of());
  equal(key.export({ format: 'jwk' }).d, Buffer.alloc(32, 7).toString('base64url'));
  equal(draws.length, 0);
});

test('a private key survives as its number', () => {
  const key = makePrivateKey(seededRandom(3));
  deepEqual(publicJwk(privateKeyOf(scalarOf(key))), publicJwk(key));
  equal(scalarOf(privateKeyOf(Buffer.alloc(32, 1))).length, 32);
  throws(() => scalarOf(keyOf(good)), /private key/);
});

/** A point with a small x, encoded as x + p: the same point to code that reduces it modulo p. */
function raised(): object {
  const prime = 0xffffffff_00000001_00000000_00000000_00000000_ffffffff_ffffffff_ffffffffn;
  const b = 0x5ac635d8_aa3a93e7_b3ebbd55_769886bc_651d06b0_cc53b0f6_3bce3c3e_27d2604bn;
  for (let x = 0n; ; x += 1n) {
    const square = (((x * x * x - 3n * x + b) % prime) + prime) % prime;
    const y = power(square, (prime + 1n) / 4n, prime);
    if ((y * y) % prime !== square) continue;
    ok(readPublicKey({ ...good, x: coordinate(x), y: coordinate(y) }), 'is on the curve');
    return { ...good, x: coordinate(x + prime), y: coordinate(y) };
  }
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (
    let bit = exponent, factor = base;
    bit > 0n;
    bit >>= 1n, factor = (factor * factor) % modulus
  ) {
    if (bit & 1n) result = (result * factor) % modulus;
  }
  return result;
}

function coordinate(value: bigint): string {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex').toString('base64url');
}
