// Tests of the SDK's key agreement with known answers: RFC 7518 appendix C, and values computed
// with OpenSSL's single-step KDF for the inputs of EMV 3-D Secure.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deriveKey, emvKey, ephemeralPair, otherInfo } from './key-agreement.ts';

const aliceNumber = '0_NxaRPUMQoAJt50Gz8YiTr8gRTwyEaCumd-MToTmIo';
const bobNumber = 'VEmDZpDXXK8p8N0Cndsxs924q6nS1RXFASRl6BfUqdw';
const pairOf = (number: string) => ephemeralPair(Buffer.from(number, 'base64url'));
const alice = pairOf(aliceNumber);
const bob = pairOf(bobNumber);

test('derives the public keys of RFC 7518 appendix C', () => {
  assert.equal(alice.publicJwk.x, 'gI0GAILBdu7T53akrFmMyGcsF3n5dO7MmwNBHKW5SV0');
  assert.equal(bob.publicJwk.y, 'e8lnCO-AlStT-NJVX-crhB7QRYhiix03illJOVAOyck');
});

test('derives the key of RFC 7518 appendix C, from both sides', () => {
  const info = otherInfo('A128GCM', 'Alice', 'Bob', 128);
  for (const secret of [alice.agree(bob.publicJwk), bob.agree(alice.publicJwk)]) {
    assert.equal(deriveKey(secret, 128, info).toString('base64url'), 'VqqN6vgjbSBcIijNcacQGg');
  }
});

test('derives the session key of a challenge', () => {
  const key = emvKey(alice.agree(bob.publicJwk), '3DS_LOA_SDK_BRAM_020200_00001');
  const expected = 'fd56f999f968e6c9c053c527f3600ed9a44e81dbd7175c0447b6bcdf8d330d1e';
  assert.equal(key.toString('hex'), expected);
});

test('derives keys longer than one digest', () => {
  const key = deriveKey(alice.agree(bob.publicJwk), 640, otherInfo('a', 'b', 'c', 640));
  assert.match(key.toString('hex'), /^7da17b9b.*343fa926025d142ee5d90fefe77ad471$/);
  assert.equal(key.length, 80);
});

test('creates a new pair every time, and refuses a point that is not on the curve', () => {
  assert.notDeepEqual(ephemeralPair().publicJwk, ephemeralPair().publicJwk);
  const { x } = bob.publicJwk;
  assert.throws(() => alice.agree({ x, y: x }), { name: 'SdkError', kind: 'untrusted' });
});
