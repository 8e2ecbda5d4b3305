// Tests of the key derivation with known answers: RFC 7518 appendix C, and values computed with
// OpenSSL's single-step KDF.
import { equal, notDeepEqual } from 'node:assert/strict';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { test } from 'node:test';
import { concatKdf } from './concat-kdf.ts';
import { agree } from './p256.ts';

const alice = createPrivateKey({
  key: {
    kty: 'EC',
    crv: 'P-256',
    x: 'gI0GAILBdu7T53akrFmMyGcsF3n5dO7MmwNBHKW5SV0',
    y: 'SLW_xSffzlPWrHEVI30DHM_4egVwt3NQqeUD7nMFpps',
    d: '0_NxaRPUMQoAJt50Gz8YiTr8gRTwyEaCumd-MToTmIo',
  },
  format: 'jwk',
});
const bob = createPublicKey({
  key: {
    kty: 'EC',
    crv: 'P-256',
    x: 'weNJy2HscCSM6AEDTDg04biOvhFhyyWvOHQfeF_PxMQ',
    y: 'e8lnCO-AlStT-NJVX-crhB7QRYhiix03illJOVAOyck',
  },
  format: 'jwk',
});
const sharedSecret = agree(alice, bob);

test('derives the key of RFC 7518 appendix C', () => {
  const rfc = { algorithmId: 'A128GCM', partyU: 'Alice', partyV: 'Bob' };
  const key = concatKdf({ sharedSecret, keyBytes: 16, ...rfc });
  equal(key.toString('base64url'), 'VqqN6vgjbSBcIijNcacQGg');
});

test('derives keys longer than one digest', () => {
  const inputs = { algorithmId: 'a', partyU: 'b', partyV: 'c' };
  const expected =
    '7da17b9ba6b896619449076a85e09586d6e4595936ac17f8579a403cea990c40' +
    '5caa860fe1940c0c32326fec3c2e24a8e600466b4c10a0732c02017eb1688082' +
    '343fa926025d142ee5d90fefe77ad471';
  equal(concatKdf({ sharedSecret, keyBytes: 80, ...inputs }).toString('hex'), expected);
});

test('party info may be given as bytes', () => {
  const rfc = { algorithmId: 'A128GCM', partyU: Buffer.from('Alice'), partyV: Buffer.from('Bob') };
  const key = concatKdf({ sharedSecret, keyBytes: 16, ...rfc });
  equal(key.toString('base64url'), 'VqqN6vgjbSBcIijNcacQGg');
});

test('inputs cannot be confused with each other', () => {
  const of = (algorithmId: string, partyU: string, partyV: string) =>
    concatKdf({ sharedSecret, keyBytes: 32, algorithmId, partyU, partyV });
  notDeepEqual(of('a', 'b', ''), of('ab', '', ''));
  notDeepEqual(of('', 'ab', ''), of('', '', 'ab'));
});
