// Reads certificate requests (PKCS#10, RFC 2986) and verifies that the sender has the private key.

import { verify, type KeyObject } from 'node:crypto';
import { CertificationRequest } from 'pkijs';
import { readSpki } from '../../wire/x509/public-key.ts';

const MAX_BYTES = 8192;
const PEM =
  /^-----BEGIN CERTIFICATE REQUEST-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE REQUEST-----$/;

const hashes = new Map([
  ['1.2.840.10045.4.3.2', 'sha256'],
  ['1.2.840.10045.4.3.3', 'sha384'],
  ['1.2.840.113549.1.1.11', 'sha256'],
  ['1.2.840.113549.1.1.12', 'sha384'],
]);

/** The public key of a request in PEM; undefined if the request is malformed or wrongly signed. */
export function keyOfRequest(pem: string): KeyObject | undefined {
  const bytes = Buffer.from(PEM.exec(pem.trim())?.[1] ?? '', 'base64');
  if (bytes.length === 0 || bytes.length > MAX_BYTES) return undefined;
  try {
    const request = CertificationRequest.fromBER(bytes);
    const hash = hashes.get(request.signatureAlgorithm.algorithmId);
    // Nothing but a request in DER: the library would accept other encodings and bytes after it.
    const isExact = bytes.equals(Buffer.from(request.toSchema().toBER()));
    const publicKey = readSpki(Buffer.from(request.subjectPublicKeyInfo.toSchema().toBER()));
    const { valueHexView: signature, unusedBits } = request.signatureValue.valueBlock;
    if (!publicKey || hash === undefined || !isExact || unusedBits !== 0) return undefined;
    const isSigned = verify(hash, request.tbsView, publicKey, signature);
    return isSigned ? publicKey : undefined;
  } catch {
    return undefined;
  }
}
