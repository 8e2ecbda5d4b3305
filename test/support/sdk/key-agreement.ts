// The SDK's own key agreement: P-256 ECDH and the Concat KDF. It shares no code with the simulated
// ACS, so that each checks the other.
import { createECDH, createHash } from 'node:crypto';
import { SdkError } from './sdk-error.ts';

export interface Jwk {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
}

export interface EphemeralPair {
  readonly publicJwk: Jwk;
  /** The shared secret with the owner of this key; throws SdkError if it is not on the curve. */
  agree(other: { readonly x: string; readonly y: string }): Buffer;
}

const uncompressed = Buffer.of(4);

/** A new key pair, or the one with this private key. */
export function ephemeralPair(privateNumber?: Buffer): EphemeralPair {
  const pair = createECDH('prime256v1');
  if (privateNumber === undefined) pair.generateKeys();
  else pair.setPrivateKey(privateNumber);
  const point = pair.getPublicKey();
  const text = (from: number) => point.subarray(from, from + 32).toString('base64url');
  return {
    publicJwk: { kty: 'EC', crv: 'P-256', x: text(1), y: text(33) },
    agree({ x, y }) {
      const coordinates = [x, y].map((coordinate) => Buffer.from(coordinate, 'base64url'));
      try {
        return pair.computeSecret(Buffer.concat([uncompressed, ...coordinates]));
      } catch {
        throw new SdkError('untrusted', 'a key is not on the curve');
      }
    },
  };
}

/** The OtherInfo of the KDF: each text is preceded by its length. */
export function otherInfo(
  algorithm: string,
  partyU: string,
  partyV: string,
  keyBits: number,
): Buffer {
  const texts = [algorithm, partyU, partyV];
  const size = texts.reduce((sum, text) => sum + 4 + Buffer.byteLength(text), 4);
  const info = Buffer.alloc(size);
  let at = 0;
  for (const text of texts) {
    at = info.writeUInt32BE(Buffer.byteLength(text), at);
    at += info.write(text, at);
  }
  info.writeUInt32BE(keyBits, at);
  return info;
}

/** Hashes counter, secret and info until there are enough bits. */
export function deriveKey(secret: Buffer, keyBits: number, info: Buffer): Buffer {
  let key = Buffer.alloc(0);
  for (let round = 1; key.length * 8 < keyBits; round += 1) {
    const counter = Buffer.from(round.toString(16).padStart(8, '0'), 'hex');
    const digest = createHash('sha256')
      .update(Buffer.concat([counter, secret, info]))
      .digest();
    key = Buffer.concat([key, digest]);
  }
  return key.subarray(0, keyBits / 8);
}

/** The 256-bit key of EMV 3-D Secure: with party info, without an algorithm id. */
export function emvKey(secret: Buffer, party: string): Buffer {
  return deriveKey(secret, 256, otherInfo('', '', party, 256));
}
