// Certificate requests (PKCS#10, RFC 2986): the subject is one common name, the signature shows
// that the private key exists.

import { sign, type KeyObject } from 'node:crypto';
import { bits, context, integer, nothing, oid, sequence, set, utf8 } from '../../core/der/write.ts';
import { publicBytes } from './private-key.ts';

const COMMON_NAME = '2.5.4.3';
const ECDSA_SHA256 = '1.2.840.10045.4.3.2';
const RSA_SHA256 = '1.2.840.113549.1.1.11';
const LINE_LENGTH = 64;

/** In PEM. */
export function certificateRequest(name: string, privateKey: KeyObject): string {
  const subject = sequence(set(sequence(oid(COMMON_NAME), utf8(name))));
  const noAttributes = context(0);
  const info = sequence(integer(0), subject, publicBytes(privateKey), noAttributes);
  const signature = sign('sha256', info, privateKey);
  const algorithm =
    privateKey.asymmetricKeyType === 'rsa'
      ? sequence(oid(RSA_SHA256), nothing())
      : sequence(oid(ECDSA_SHA256));
  return pem('CERTIFICATE REQUEST', sequence(info, algorithm, bits(signature)));
}

export function pem(label: string, bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('base64');
  const lines = text.match(new RegExp(`.{1,${String(LINE_LENGTH)}}`, 'g')) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
