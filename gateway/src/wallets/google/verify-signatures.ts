// The signatures of a Google Pay token: a root key signs the intermediate key, and the intermediate
// key signs the message for one recipient. Every signature is checked against every key, whatever
// the result so far, so that all refusals take the same work.

import { verify, type KeyObject } from 'node:crypto';
import type { Instant } from '../../core/clock.ts';
import { readBase64 } from '../../core/jose/base64.ts';
import type { GoogleRootKey } from '../wallet-services.ts';
import { readSpki } from './p256-point.ts';
import { PROTOCOL, type GoogleToken, type SignedText } from './read-token.ts';
import { standInKey } from './stand-in.ts';

export interface GoogleTrust {
  readonly roots: readonly GoogleRootKey[];
  /** Such as gateway:bramka. */
  readonly recipientId: string;
  readonly at: Instant;
}

const SENDER = 'Google';

export function isSignedByGoogle({ intermediateKey, message }: GoogleToken, trust: GoogleTrust) {
  const { roots, recipientId, at } = trust;
  const rootKeys = roots.filter((root) => isUsable(root, at)).flatMap(keyOf);
  const isKeySigned = isSigned(intermediateKey, [SENDER, PROTOCOL], rootKeys);
  const context = [SENDER, recipientId, PROTOCOL];
  const signer = readSpki(intermediateKey.keyBytes);
  const isMessageSigned = isSigned(message, context, [signer ?? standInKey]);
  const isKeyGood = isKeySigned && signer !== undefined && intermediateKey.expiresAt > at;
  return isKeyGood && isMessageSigned;
}

function isUsable({ protocolVersion, keyExpiration }: GoogleRootKey, at: Instant): boolean {
  return protocolVersion === PROTOCOL && (keyExpiration === null || keyExpiration > at);
}

function keyOf({ keyValue }: GoogleRootKey): KeyObject[] {
  const bytes = readBase64(keyValue);
  const key = bytes && readSpki(bytes);
  return key ? [key] : [];
}

function isSigned(
  { text, signatures }: SignedText,
  context: readonly string[],
  keys: readonly KeyObject[],
): boolean {
  const bytes = signedBytes([...context, text]);
  const results = keys.flatMap((key) =>
    signatures.map((signature) => verify('sha256', bytes, key, signature)),
  );
  return results.includes(true);
}

/** Each part in UTF-8 after its length, 4 bytes little-endian. */
export function signedBytes(parts: readonly string[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const bytes = Buffer.from(part, 'utf8');
      const length = Buffer.alloc(4);
      length.writeUInt32LE(bytes.length);
      return [length, bytes];
    }),
  );
}
