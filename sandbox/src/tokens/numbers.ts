// How the simulated token service keeps and sends numbers: sealed at rest, as compact JWE in
// messages. It is written independently of the gateway, whose adapter reads it.

import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { checkDigitOf } from '@bramka/gateway/core/iso/check-digit.ts';
import type { RandomBytes } from '@bramka/gateway/core/random.ts';
import { deriveKey, seal, unseal, type Key } from '@bramka/gateway/core/seal.ts';
import { open } from '@bramka/gateway/core/secret.ts';
import { MalformedRequest } from '../wire/fields.ts';
import type { Scheme } from './rows.ts';

/** Expiry dates as YYYYMM. */
export interface Numbers {
  readonly token: string;
  readonly tokenExpiry: string;
  readonly card: string;
  readonly cardExpiry: string;
}

/** Token numbers begin with these digits; no card does. */
export const tokenRanges = { VTS: '489537', SCOF: '520473' } as const satisfies Record<
  Scheme,
  string
>;

const NUMBER_DIGITS = 16;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface Safe {
  seal(instrumentRef: string, numbers: Numbers): Buffer;
  open(row: { readonly instrumentRef: string; readonly sealedNumbers: Uint8Array }): Numbers;
  /** Equal for equal texts; reveals nothing about them without the key. */
  hash(text: string): string;
  encrypt(values: object): string;
  /** Refuses anything that is not exactly a JWE of this key, under the name of its field. */
  decrypt(text: string, field: string): Record<string, unknown>;
  /** The HMAC of a cryptogram. */
  mac(text: string): Buffer;
  newTokenNumber(scheme: Scheme): string;
}

export function createSafe(secret: Key, random: RandomBytes): Safe {
  const rest = deriveKey(secret, 'simulated token service storage');
  const wire = deriveKey(secret, 'token service encryption');
  const hashes = deriveKey(secret, 'simulated token service hashes');
  const cryptograms = deriveKey(secret, 'simulated token service cryptograms');
  return {
    seal: (instrumentRef, numbers) => seal(rest, JSON.stringify(numbers), instrumentRef, random),
    open: ({ instrumentRef, sealedNumbers }) =>
      JSON.parse(unseal(rest, sealedNumbers, instrumentRef).toString()) as Numbers,
    hash: (text) => hmac(hashes, text).toString('hex'),
    encrypt: (values) => encrypt(wire, values, Buffer.from(random(IV_BYTES))),
    decrypt(text, field) {
      const values = decrypt(wire, text);
      if (!values) throw new MalformedRequest(field);
      return values;
    },
    mac: (text) => hmac(cryptograms, text),
    newTokenNumber(scheme) {
      const count = NUMBER_DIGITS - 1 - tokenRanges[scheme].length;
      const digits = Array.from(random(count), (byte) => String(byte % 10)).join('');
      const number = `${tokenRanges[scheme]}${digits}`;
      return `${number}${checkDigitOf(number)}`;
    },
  };
}

function hmac(key: Key, text: string): Buffer {
  return createHmac('sha256', open(key)).update(text).digest();
}

function encrypt(key: Key, values: object, iv: Buffer): string {
  const header = Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString('base64url');
  const cipher = createCipheriv('aes-256-gcm', open(key), iv);
  cipher.setAAD(Buffer.from(header, 'ascii'));
  const body = Buffer.concat([cipher.update(JSON.stringify(values), 'utf8'), cipher.final()]);
  const parts = [iv, body, cipher.getAuthTag()].map((part) => part.toString('base64url'));
  return `${header}..${parts.join('.')}`;
}

const FORM = /^([\w-]{1,512})\.\.([\w-]{16})\.([\w-]{1,2048})\.([\w-]{22})$/;

function decrypt(key: Key, text: string): Record<string, unknown> | undefined {
  const [, header = '', iv = '', body = '', tag = ''] = FORM.exec(text) ?? [];
  const { alg, enc, zip, crit } = readObject(Buffer.from(header, 'base64url')) ?? {};
  if (alg !== 'dir' || enc !== 'A256GCM' || zip !== undefined || crit !== undefined) {
    return undefined;
  }
  try {
    const decipher = createDecipheriv('aes-256-gcm', open(key), Buffer.from(iv, 'base64url'), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(header, 'ascii'));
    decipher.setAuthTag(Buffer.from(tag, 'base64url'));
    const plain = Buffer.concat([decipher.update(body, 'base64url'), decipher.final()]);
    return readObject(plain);
  } catch {
    return undefined;
  }
}

function readObject(bytes: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
