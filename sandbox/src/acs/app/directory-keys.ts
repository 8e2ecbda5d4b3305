// The keys of the simulated directory server: its certificate authority, which every SDK trusts,
// the ACS signing key certified by it, and the key to which SDKs encrypt device data.

import { createHash, createPublicKey, X509Certificate, type KeyObject } from 'node:crypto';
import type { Clock } from '@bramka/gateway/core/clock.ts';
import { makePrivateKey, publicJwk, type PublicJwk } from '@bramka/gateway/core/jose/p256.ts';
import type { RandomBytes } from '@bramka/gateway/core/random.ts';
import { longValidity, makeCertificate, newSerial } from '../../wire/x509/certificate.ts';

export interface DirectoryKeys {
  /** The root certificate, in DER. */
  readonly authorityCertificate: Buffer;
  readonly issuingCertificate: Buffer;
  readonly signingCertificate: Buffer;
  readonly signingKey: KeyObject;
  readonly encryptionKey: KeyObject;
}

interface EncryptionJwk extends PublicJwk {
  readonly kid: string;
  readonly use: 'enc';
  readonly alg: 'ECDH-ES';
}

/** The root certificate and the encryption key, for SDKs. */
export interface PublicDirectoryKeys {
  readonly caCertificatePem: string;
  readonly encryptionJwk: EncryptionJwk;
}

const AUTHORITY = 'Bramka Sandbox Directory Server CA';
const ISSUING = 'Bramka Sandbox ACS Issuing CA';
const SIGNING = 'Bramka Sandbox ACS';

/**
 * The private keys of the two authorities are discarded, so that no further certificate can be
 * issued.
 */
export function createDirectoryKeys(clock: Clock, random: RandomBytes): DirectoryKeys {
  const authorityKey = makePrivateKey(random);
  const issuingKey = makePrivateKey(random);
  const signingKey = makePrivateKey(random);
  const issue = (
    [subject, key]: readonly [string, KeyObject],
    [issuer, issuerKey]: readonly [string, KeyObject],
    usage: 'authority' | 'signature',
  ): Buffer =>
    makeCertificate({
      subject: { CN: subject },
      issuer: { CN: issuer },
      usage,
      publicKey: createPublicKey(key),
      signingKey: issuerKey,
      ...longValidity(clock),
      serial: newSerial(random),
    });
  return {
    authorityCertificate: issue([AUTHORITY, authorityKey], [AUTHORITY, authorityKey], 'authority'),
    issuingCertificate: issue([ISSUING, issuingKey], [AUTHORITY, authorityKey], 'authority'),
    signingCertificate: issue([SIGNING, signingKey], [ISSUING, issuingKey], 'signature'),
    signingKey,
    encryptionKey: makePrivateKey(random),
  };
}

/** The certificates sent with a signature: the signer's first, without the root. */
export function certificateChain(keys: DirectoryKeys): string[] {
  const chain = [keys.signingCertificate, keys.issuingCertificate];
  return chain.map((certificate) => certificate.toString('base64'));
}

export function publicDirectoryKeys(keys: DirectoryKeys): PublicDirectoryKeys {
  const jwk = publicJwk(keys.encryptionKey);
  return {
    caCertificatePem: new X509Certificate(keys.authorityCertificate).toString(),
    encryptionJwk: { ...jwk, kid: thumbprint(jwk), use: 'enc', alg: 'ECDH-ES' },
  };
}

/** RFC 7638: these members in this order, without whitespace. */
function thumbprint({ crv, kty, x, y }: PublicJwk): string {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}
