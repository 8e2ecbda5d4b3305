// Tests of P-256 keys: which are accepted, which are refused, and keys from given random bytes.
import { deepEqual, equal, notDeepEqual, ok, throws } from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { seededRandom } from '@bramka/gateway/core/random.ts';
import { BadAppMessage } from './bad-app-message.ts';
import { agree, makePrivateKey, publicJwk, readPublicKey } from './p256.ts';

const good = publicJwk(makePrivateKey(seededRandom(1)));
const private521 = generateKeyPairSync('ec', { namedCurve: 'P-521' }).publicKey;
const zero = Buffer.alloc(32).toString('base64url');

test('reads a public key and writes the same one', () => {
  deepEqual(publicJwk(readPublicKey(good, 'sdkEphemPubKey')), good);
  deepEqual(publicJwk(readPublicKey({ ...good, kid: 'a', use: 'enc' }, 'x')), good);
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
  ['a short coordinate', { ...good, x: good.x.slice(0, 40) }],
  ['a padded coordinate', { ...good, x: `${good.x}=` }],
  ['a coordinate with a leading extra byte', { ...good, x: `AA${good.x}` }],
  ['a coordinate that is not a string', { ...good, x: 5 }],
];
for (const [why, value] of bad) {
  test(`refuses ${why} as a public key, naming the element`, () => {
    throws(
      () => readPublicKey(value, 'sdkEphemPubKey'),
      (error) => error instanceof BadAppMessage && error.detail === 'sdkEphemPubKey',
    );
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

test('both sides agree on 32 bytes, even if the first one is zero', () => {
  const numbered = (number: number) => makePrivateKey(() => Buffer.alloc(32, number));
  let leadingZeros = 0;
  for (let one = 1; one < 40; one += 1) {
    for (let two = 1; two < one; two += 1) {
      const [a, b] = [numbered(one), numbered(two)];
      const secret = agree(a, readPublicKey(publicJwk(b), 'b'));
      equal(secret.length, 32);
      deepEqual(secret, agree(b, readPublicKey(publicJwk(a), 'a')));
      if (secret[0] === 0) leadingZeros += 1;
    }
  }
  ok(leadingZeros > 0, 'no secret with a leading zero occurred');
});
