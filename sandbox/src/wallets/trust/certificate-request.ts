// Reads certificate requests (PKCS#10, RFC 2986) and verifies that the sender has the private key.

import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { oid, tags } from '@bramka/gateway/core/der/write.ts';
import { elementsOf, type Element } from './read-der.ts';

const MAX_BYTES = 8192;
const BEGIN = '-----BEGIN CERTIFICATE REQUEST-----';
const END = '-----END CERTIFICATE REQUEST-----';

const hashes: readonly (readonly [algorithm: string, hash: string])[] = [
  ['1.2.840.10045.4.3.2', 'sha256'],
  ['1.2.840.10045.4.3.3', 'sha384'],
  ['1.2.840.113549.1.1.11', 'sha256'],
  ['1.2.840.113549.1.1.12', 'sha384'],
];

/** The public key of a request in PEM; undefined if the request is malformed or wrongly signed. */
export function keyOfRequest(pem: string): KeyObject | undefined {
  const content = pem.trim();
  const isFramed = content.startsWith(BEGIN) && content.endsWith(END);
  const text = isFramed ? content.slice(BEGIN.length, -END.length) : '';
  if (!/^[A-Za-z0-9+/=\s]+$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 0 || bytes.length > MAX_BYTES) return undefined;
  const [info, algorithm, signature] =
    partsOf(partsOf(bytes, [SEQUENCE])?.[0]?.content, FORM) ?? [];
  if (!info || !algorithm || !signature) return undefined;
  const [, , key] = elementsOf(info.content) ?? [];
  const [id] = elementsOf(algorithm.content) ?? [];
  const [, hash] = hashes.find(([known]) => id && oid(known).equals(id.encoding)) ?? [];
  if (!key || hash === undefined) return undefined;
  return verifiedKey(key.encoding, hash, info.encoding, signature.content);
}

const SEQUENCE = tags.sequence;
const FORM = [SEQUENCE, SEQUENCE, tags.bitString];

/** The elements of the bytes if they have exactly these tags. */
function partsOf(bytes: Buffer | undefined, form: readonly number[]): Element[] | undefined {
  const parts = bytes && elementsOf(bytes);
  const isExact = parts?.length === form.length && parts.every(({ tag }, at) => tag === form[at]);
  return isExact ? parts : undefined;
}

function verifiedKey(
  keyInfo: Buffer,
  hash: string,
  signed: Buffer,
  signature: Buffer,
): KeyObject | undefined {
  try {
    const publicKey = createPublicKey({ key: keyInfo, type: 'spki', format: 'der' });
    // The first byte of a bit string counts its unused bits.
    const isRight = signature[0] === 0 && verify(hash, signed, publicKey, signature.subarray(1));
    return isRight ? publicKey : undefined;
  } catch {
    return undefined;
  }
}
