// Google Pay tokens (protocol ECv2) with real cryptography: a message encrypted to the gateway's
// key and signed by an intermediate key, which the simulated root has signed.

import {
  createCipheriv,
  createHmac,
  createPublicKey,
  diffieHellman,
  hkdfSync,
  sign,
  type KeyObject,
} from 'node:crypto';
import { defect } from '@bramka/gateway/core/assert.ts';
import type { Instant } from '@bramka/gateway/core/clock.ts';
import { makePrivateKey } from '@bramka/gateway/core/jose/p256.ts';
import type { RandomBytes } from '@bramka/gateway/core/random.ts';
import { readSpki, spkiOf } from '../../wire/x509/public-key.ts';
import type { WalletTrustKeys } from '../trust/wallet-keys.ts';

export interface GoogleCard {
  readonly pan: string;
  /** YYYYMM. */
  readonly expiry: string;
  /** Null: PAN_ONLY. */
  readonly cryptogram: string | null;
  readonly eci: string | null;
}

interface GoogleTokenParts {
  readonly keys: WalletTrustKeys;
  /** SubjectPublicKeyInfo of the gateway, DER. */
  readonly publicKey: Uint8Array;
  readonly recipientId: string;
  readonly gatewayMerchantId: string;
  readonly card: GoogleCard;
  readonly messageId: string;
  readonly messageExpiration: Instant;
  /** When the intermediate key expires. */
  readonly keyExpiration: Instant;
  readonly random: RandomBytes;
}

const SENDER = 'Google';
const VERSION = 'ECv2';
const KEY_BYTES = 32;
const POINT_BYTES = 65;

/** Base64 of the token's JSON. */
export function makeGoogleToken(parts: GoogleTokenParts): string {
  const { keys, recipientId } = parts;
  const intermediate = createPublicKey(keys.googleIntermediate);
  const signedKey = jsonText({
    keyValue: spkiOf(intermediate).toString('base64'),
    keyExpiration: String(parts.keyExpiration),
  });
  const signedMessage = jsonText(encrypt(messageOf(parts), parts));
  const token = jsonText({
    signature: signFields(keys.googleIntermediate, [SENDER, recipientId, VERSION, signedMessage]),
    intermediateSigningKey: {
      signedKey,
      signatures: [signFields(keys.googleRoot, [SENDER, VERSION, signedKey])],
    },
    protocolVersion: VERSION,
    signedMessage,
  });
  return Buffer.from(token).toString('base64');
}

function messageOf({ card, ...parts }: GoogleTokenParts): string {
  const { pan, expiry, cryptogram, eci } = card;
  const proof =
    cryptogram === null ? {} : { cryptogram, ...(eci === null ? {} : { eciIndicator: eci }) };
  return jsonText({
    gatewayMerchantId: parts.gatewayMerchantId,
    messageExpiration: String(parts.messageExpiration),
    messageId: parts.messageId,
    paymentMethod: 'CARD',
    paymentMethodDetails: {
      expirationYear: Number(expiry.slice(0, 4)),
      expirationMonth: Number(expiry.slice(4)),
      pan,
      authMethod: cryptogram === null ? 'PAN_ONLY' : 'CRYPTOGRAM_3DS',
      ...proof,
    },
  });
}

/** ECIES: key agreement on P-256, HKDF with SHA-256, AES-256-CTR, HMAC-SHA256. */
function encrypt(plain: string, { publicKey, random }: GoogleTokenParts) {
  const ephemeral = makePrivateKey(random);
  const recipient = readSpki(publicKey) ?? defect('a registered key cannot be read');
  const point = spkiOf(createPublicKey(ephemeral)).subarray(-POINT_BYTES);
  const input = Buffer.concat([
    point,
    diffieHellman({ privateKey: ephemeral, publicKey: recipient }),
  ]);
  const derived = Buffer.from(hkdfSync('sha256', input, '', SENDER, 2 * KEY_BYTES));
  const cipher = createCipheriv('aes-256-ctr', derived.subarray(0, KEY_BYTES), Buffer.alloc(16));
  const encrypted = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  const tag = createHmac('sha256', derived.subarray(KEY_BYTES)).update(encrypted).digest();
  return {
    encryptedMessage: encrypted.toString('base64'),
    ephemeralPublicKey: point.toString('base64'),
    tag: tag.toString('base64'),
  };
}

/** Each field is signed with its length before it, in four bytes, the lowest first. */
function signFields(key: KeyObject, fields: readonly string[]): string {
  const signed = fields.flatMap((field) => {
    const bytes = Buffer.from(field);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(bytes.length);
    return [length, bytes];
  });
  return sign('sha256', Buffer.concat(signed), { key, dsaEncoding: 'der' }).toString('base64');
}

/** Google writes = as an escape sequence, so the signed text differs from a usual one. */
function jsonText(value: object): string {
  return JSON.stringify(value).replaceAll('=', '\\u003d');
}
