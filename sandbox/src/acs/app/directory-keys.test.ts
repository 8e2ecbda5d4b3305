// Tests of the directory server's keys: a certificate chain that is valid for the whole range of
// the clock, and public values that reveal nothing secret.
import { deepEqual, doesNotMatch, equal, ok } from 'node:assert/strict';
import { createPublicKey, X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { calculateJwkThumbprint } from 'jose';
import { seededRandom } from '@bramka/gateway/core/testing/seeded-random.ts';
import { handClock } from '@bramka/gateway/core/testing/hand-clock.ts';
import { certificateChain, createDirectoryKeys, publicDirectoryKeys } from './directory-keys.ts';
import { publicJwk } from '@bramka/gateway/core/jose/p256.ts';

const keys = createDirectoryKeys(handClock(), seededRandom(4));
const authority = new X509Certificate(keys.authorityCertificate);
const [signing, issuing] = certificateChain(keys).map(
  (text) => new X509Certificate(Buffer.from(text, 'base64')),
);

test('the chain leads from the signing key to the authority', () => {
  ok(signing && issuing);
  ok(signing.checkPrivateKey(keys.signingKey));
  ok(signing.checkIssued(issuing) && signing.verify(issuing.publicKey));
  ok(issuing.checkIssued(authority) && issuing.verify(authority.publicKey));
  ok(authority.checkIssued(authority) && authority.verify(authority.publicKey));
  deepEqual([authority.ca, issuing.ca, signing.ca], [true, true, false]);
  equal(new Set([authority, issuing, signing].map((one) => one.serialNumber)).size, 3);
});

test('is valid for the whole range of the sandbox clock, whenever it was created', () => {
  const late = createDirectoryKeys(handClock(Date.UTC(2099, 11, 31)), seededRandom(4));
  const early = createDirectoryKeys(handClock(Date.UTC(2026, 0, 1)), seededRandom(4));
  for (const made of [late, early]) {
    for (const der of [made.authorityCertificate, made.issuingCertificate, made.signingCertificate])
      for (const at of [Date.UTC(2026, 0, 1), Date.UTC(2100, 0, 1)]) {
        const { validFromDate, validToDate } = new X509Certificate(der);
        ok(validFromDate.getTime() < at && at < validToDate.getTime());
      }
  }
});

test('the same random bytes give the same keys, and all keys differ', () => {
  const again = createDirectoryKeys(handClock(), seededRandom(4));
  deepEqual(publicJwk(again.signingKey), publicJwk(keys.signingKey));
  const encryption = createPublicKey(keys.encryptionKey);
  const all = [authority, issuing, signing].map((one) => one?.publicKey);
  ok(all.every((key) => key !== undefined && !key.equals(encryption)));
});

test('publishes the authority and the encryption key, and nothing private', async () => {
  const { caCertificatePem, encryptionJwk } = publicDirectoryKeys(keys);
  ok(new X509Certificate(caCertificatePem).raw.equals(keys.authorityCertificate));
  const { kid, use, alg, ...jwk } = encryptionJwk;
  deepEqual(jwk, publicJwk(keys.encryptionKey));
  deepEqual([kid, use, alg], [await calculateJwkThumbprint(jwk), 'enc', 'ECDH-ES']);
});

test('does not print its private keys', () => {
  const secrets = [keys.signingKey, keys.encryptionKey].map((key) => key.export({ format: 'jwk' }));
  for (const { d = '' } of secrets) {
    ok(d.length > 40);
    const hex = Buffer.from(d, 'base64url').toString('hex').slice(0, 16);
    const printed = JSON.stringify(keys) + inspect(keys, { depth: 9 });
    doesNotMatch(printed, new RegExp(`${d}|${hex}`));
  }
});
