// Verifies the signature of a token: that the attributes name its content, that the signer has
// signed the attributes, and that the signer can be trusted.

import { createHash, verify, type X509Certificate } from 'node:crypto';
import type { Instant } from '../../../core/clock.ts';
import { isTrusted } from './chain.ts';
import { algorithmIds } from './object-ids.ts';
import { isSignerKey } from './public-key.ts';
import type { SignatureAlgorithm, SignedData } from './read-signed-data.ts';

interface SignedContent {
  readonly content: readonly Uint8Array[];
  readonly signedData: SignedData;
  /** The kind of key that a token of this version must be signed with. */
  readonly keyType: 'ec' | 'rsa';
  readonly roots: readonly X509Certificate[];
}

/** When the content was signed; undefined if it was not signed by the wallet. */
export function verifySignedContent(signed: SignedContent): Instant | undefined {
  const { signer, certificates: bundle, attributes } = signed.signedData;
  const { signedAt } = attributes;
  // All checks run, whatever the result of the first one.
  const checks = [
    digestOf(signed.content).equals(attributes.messageDigest),
    isSigned(signed),
    isTrusted({ signer, bundle, roots: signed.roots, signedAt }),
  ];
  return checks.every(Boolean) ? signedAt : undefined;
}

function digestOf(parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function isSigned({ signedData, keyType }: SignedContent): boolean {
  const { signer, attributes, signature, signatureAlgorithm } = signedData;
  try {
    const key = signer.x509.publicKey;
    return (
      keyTypes[signatureAlgorithm] === keyType &&
      isSignerKey(key, keyType) &&
      verify('sha256', attributes.signedBytes, key, signature)
    );
  } catch {
    // The certificate has a key that OpenSSL does not know.
    return false;
  }
}

const keyTypes: Readonly<Record<SignatureAlgorithm, 'ec' | 'rsa'>> = {
  [algorithmIds.ecdsaSha256]: 'ec',
  [algorithmIds.rsaSha256]: 'rsa',
  [algorithmIds.rsa]: 'rsa',
};
