// Which public keys are used for a verification: those of Apple's kind, and none that takes long.
import assert from 'node:assert/strict';
import { createPublicKey, type KeyObject } from 'node:crypto';
import { test } from 'node:test';
import { newEcKey } from '@bramka/test/support/wallets/apple/certificates.ts';
import { isAuthorityKey, isSignerKey } from './public-key.ts';

const ec = (curve: string): KeyObject => createPublicKey(newEcKey(curve));

/** No real key, but one that OpenSSL computes with. */
function rsa(bits: number, exponent = 65_537n): KeyObject {
  const modulus = Buffer.alloc(bits / 8, 0xff).toString('base64url');
  const hex = exponent.toString(16);
  const e = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
  const key = { kty: 'RSA', n: modulus, e: e.toString('base64url') };
  return createPublicKey({ key, format: 'jwk' });
}

const rows: [name: string, key: KeyObject, usedBy: string][] = [
  ['P-256', ec('P-256'), 'signer, authority'],
  ['P-384', ec('P-384'), 'authority'],
  ['P-521', ec('P-521'), 'authority'],
  ['secp256k1', ec('secp256k1'), ''],
  ['a slow curve', ec('sect571r1'), ''],
  ['RSA of 2040 bits', rsa(2040), ''],
  ['RSA of 2048 bits', rsa(2048), 'signer, authority'],
  ['RSA of 4096 bits', rsa(4096), 'signer, authority'],
  ['RSA of 4104 bits', rsa(4104), ''],
  ['RSA of 16384 bits', rsa(16_384), ''],
  ['RSA with an exponent above the usual one', rsa(2048, 65_539n), ''],
  ['RSA with an exponent as long as its modulus', rsa(3072, (1n << 3071n) + 1n), ''],
];

for (const [name, key, usedBy] of rows) {
  test(`${name} is used by: ${usedBy === '' ? 'nobody' : usedBy}`, () => {
    const type = key.asymmetricKeyType === 'ec' ? 'ec' : 'rsa';
    const users = [
      isSignerKey(key, type) ? ['signer'] : [],
      isAuthorityKey(key) ? ['authority'] : [],
    ].flat();
    assert.equal(users.join(', '), usedBy);
    assert.equal(isSignerKey(key, type === 'ec' ? 'rsa' : 'ec'), false);
  });
}
