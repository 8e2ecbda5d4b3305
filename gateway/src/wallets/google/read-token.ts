// Reads the form of a Google Pay token (protocol ECv2) strictly, before any key is used.
// `signedKey` and `signedMessage` are JSON inside strings: the exact text is signed, so it is kept.

import type { Instant } from '../../core/clock.ts';
import { readBase64 } from '../../core/jose/base64.ts';
import { fieldsOf, textOf, type Fields } from '../../core/json/fields.ts';
import { readJsonObject } from '../../core/json/read-object.ts';

export const PROTOCOL = 'ECv2';

export interface SignedText {
  readonly text: string;
  readonly signatures: readonly Buffer[];
}

interface IntermediateKey extends SignedText {
  /** SubjectPublicKeyInfo, not checked yet. */
  readonly keyBytes: Buffer;
  readonly expiresAt: Instant;
}

export interface SealedMessage {
  /** Not checked yet. */
  readonly ephemeralPoint: Buffer;
  readonly ciphertext: Buffer;
  readonly tag: Buffer;
}

export interface GoogleToken {
  readonly intermediateKey: IntermediateKey;
  readonly message: SignedText & SealedMessage;
}

const LENGTH_MAX = 16_384;
const SIGNATURES_MAX = 8;
/** The longest DER of two numbers of 32 bytes. */
const SIGNATURE_BYTES_MAX = 72;
const TAG_BYTES = 32;

/** The text is base64 of the JSON that Google Pay gave to the merchant's page or app. */
export function readGoogleToken(text: string): GoogleToken | undefined {
  if (text.length > LENGTH_MAX) return undefined;
  const bytes = readBase64(text);
  const token = bytes && readJsonObject(bytes);
  const names = ['protocolVersion', 'signature', 'intermediateSigningKey', 'signedMessage'];
  if (!token || !hasExactly(token, names) || token['protocolVersion'] !== PROTOCOL) {
    return undefined;
  }
  const signature = readSignature(token['signature']);
  const intermediateKey = readIntermediateKey(token['intermediateSigningKey']);
  const signedMessage = token['signedMessage'];
  const sealed = readSealedMessage(signedMessage);
  if (!signature || !intermediateKey || !sealed) return undefined;
  return {
    intermediateKey,
    message: { ...sealed, text: String(signedMessage), signatures: [signature] },
  };
}

function readIntermediateKey(value: unknown): IntermediateKey | undefined {
  const fields = fieldsOf(value);
  if (!fields || !hasExactly(fields, ['signedKey', 'signatures'])) return undefined;
  const text = fields['signedKey'];
  const signatures = readSignatures(fields['signatures']);
  // More members are allowed here: they are signed, and Google may add some.
  const key = readSignedObject(text);
  const keyBytes = readBase64(key?.['keyValue']);
  const expiresAt = readInstant(key?.['keyExpiration']);
  if (!signatures || !keyBytes || expiresAt === undefined) return undefined;
  return { text: String(text), signatures, keyBytes, expiresAt };
}

function readSealedMessage(text: unknown): SealedMessage | undefined {
  const sealed = readSignedObject(text);
  if (!sealed || !hasExactly(sealed, ['encryptedMessage', 'ephemeralPublicKey', 'tag'])) {
    return undefined;
  }
  const ciphertext = readBase64(sealed['encryptedMessage']);
  const ephemeralPoint = readBase64(sealed['ephemeralPublicKey']);
  const tag = readBase64(sealed['tag']);
  if (!ciphertext || !ephemeralPoint || tag?.length !== TAG_BYTES) return undefined;
  return { ciphertext, ephemeralPoint, tag };
}

/** Milliseconds since 1970 as text. */
export function readInstant(value: unknown): Instant | undefined {
  const text = textOf(value, /^(0|[1-9][0-9]{0,14})$/);
  return text === undefined ? undefined : Number(text);
}

function readSignatures(value: unknown): Buffer[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > SIGNATURES_MAX) {
    return undefined;
  }
  const signatures = value.map(readSignature).filter((one) => one !== undefined);
  return signatures.length === value.length ? signatures : undefined;
}

function readSignature(value: unknown): Buffer | undefined {
  const bytes = readBase64(value);
  return bytes && bytes.length > 0 && bytes.length <= SIGNATURE_BYTES_MAX ? bytes : undefined;
}

function readSignedObject(text: unknown): Fields | undefined {
  return typeof text === 'string' ? readJsonObject(Buffer.from(text, 'utf8')) : undefined;
}

function hasExactly(members: Fields, names: readonly string[]): boolean {
  return (
    Object.keys(members).length === names.length &&
    names.every((name) => Object.hasOwn(members, name))
  );
}
