// How the simulated token service keeps and sends numbers: sealed at rest, as compact JWE in
// messages.

import { createHmac } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';
import { readJsonObject } from '@bramka/gateway/core/json/read-object.ts';
import type { RandomBytes } from '@bramka/gateway/core/random.ts';
import { deriveKey, seal, unseal, type Key } from '@bramka/gateway/core/seal.ts';
import { open } from '@bramka/gateway/core/secret.ts';
import { newNumberIn } from '../wire/cards/card-number.ts';
import { MalformedRequest } from '../wire/fields.ts';
import type { Scheme, TokenRow } from './rows.ts';

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

const accepted = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] };

export type Safe = ReturnType<typeof createSafe>;

export function createSafe(secret: Key, random: RandomBytes) {
  const rest = deriveKey(secret, 'simulated token service storage');
  const wire = deriveKey(secret, 'token service encryption');
  const hashes = deriveKey(secret, 'simulated token service hashes');
  const cryptograms = deriveKey(secret, 'simulated token service cryptograms');
  return {
    seal: (instrumentRef: string, numbers: Numbers): Buffer =>
      seal(rest, JSON.stringify(numbers), instrumentRef, random),
    open: ({ instrumentRef, sealedNumbers }: Pick<TokenRow, 'instrumentRef' | 'sealedNumbers'>) =>
      JSON.parse(unseal(rest, sealedNumbers, instrumentRef).toString()) as Numbers,
    /** Equal for equal texts; reveals nothing about them without the key. */
    hash: (text: string): string => hmac(hashes, text).toString('hex'),
    encrypt: (values: object): Promise<string> =>
      new CompactEncrypt(Buffer.from(JSON.stringify(values)))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .encrypt(open(wire)),
    /** Refuses anything that is not exactly a JWE of this key, under the name of its field. */
    async decrypt(text: string, field: string): Promise<Record<string, unknown>> {
      const decrypted = await compactDecrypt(text, open(wire), accepted).catch(() => undefined);
      const values = decrypted && readJsonObject(decrypted.plaintext);
      if (!values) throw new MalformedRequest(field);
      return values;
    },
    /** The HMAC of a cryptogram. */
    mac: (text: string): Buffer => hmac(cryptograms, text),
    newTokenNumber: (scheme: Scheme): string =>
      newNumberIn(tokenRanges[scheme], NUMBER_DIGITS, random),
  };
}

function hmac(key: Key, text: string): Buffer {
  return createHmac('sha256', open(key)).update(text).digest();
}
