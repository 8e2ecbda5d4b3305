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
import { makePrivateKey } from '@bramka/gateway/core/jose/p256.ts';
import { readSpki, spkiOf } from '../../wire/x509/public-key.ts';
import type { TokenParts } from './parts.ts';
import { GATEWAY } from './recipients.ts';

/** The recipient of simulated Google Pay tokens. */
export const RECIPIENT_ID = `gateway:${GATEWAY}`;

const MESSAGE_LIFE_MS = 60 * 60_000;
const INTERMEDIATE_LIFE_MS = 7 * 24 * 60 * 60_000;
const SENDER = 'Google';
const VERSION = 'ECv2';
const KEY_BYTES = 32;
const POINT_BYTES = 65;

/** Base64 of the token's JSON. */
export function makeGoogleToken(parts: TokenParts): string {
  const { keys, clock } = parts;
  const intermediate = createPublicKey(keys.googleIntermediate);
  const signedKey = jsonText({
    keyValue: spkiOf(intermediate).toString('base64'),
    keyExpiration: String(clock.now() + INTERMEDIATE_LIFE_MS),
  });
  const signedMessage = jsonText(encrypt(messageOf(parts), parts));
  const token = jsonText({
    signature: signFields(keys.googleIntermediate, [SENDER, RECIPIENT_ID, VERSION, signedMessage]),
    intermediateSigningKey: {
      signedKey,
      signatures: [signFields(keys.googleRoot, [SENDER, VERSION, signedKey])],
    },
    protocolVersion: VERSION,
    signedMessage,
  });
  return Buffer.from(token).toString('base64');
}

function messageOf({ device, request, clock, ids }: TokenParts): string {
  const { number: pan, expiry, cryptogram, eci } = device;
  const proof =
    cryptogram === null ? {} : { cryptogram, ...(eci === null ? {} : { eciIndicator: eci }) };
  return jsonText({
    gatewayMerchantId: request.merchantId,
    messageExpiration: String(request.at ?? clock.now() + MESSAGE_LIFE_MS),
    messageId: ids.next(),
    paymentMethod: 'CARD',
    paymentMethodDetails: {
      expirationYear: Number(expiry.slice(0, 4)),
      expirationMonth: Number(expiry.slice(4)),
      pan,
      authMethod: request.authMethod,
      ...proof,
    },
  });
}

/** ECIES: key agreement on P-256, HKDF with SHA-256, AES-256-CTR, HMAC-SHA256. */
function encrypt(plain: string, { recipient, random }: TokenParts) {
  const ephemeral = makePrivateKey(random);
  const publicKey = readSpki(recipient.publicKey) ?? defect('a registered key cannot be read');
  const point = spkiOf(createPublicKey(ephemeral)).subarray(-POINT_BYTES);
  const agreed = diffieHellman({ privateKey: ephemeral, publicKey });
  const input = Buffer.concat([point, agreed]);
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
