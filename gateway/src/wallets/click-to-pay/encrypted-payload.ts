// The inner part of a checkout response: a compact JWE to a key of this gateway. The card data is
// in it, so nothing of it is logged or returned in errors.

import type { KeyObject } from 'node:crypto';
import { compactDecrypt } from 'jose';
import { readBase64Url } from '../../core/jose/base64.ts';
import type { Fields } from '../../core/json/fields.ts';
import { readJsonObject } from '../../core/json/read-object.ts';
import type { WalletKey } from '../credentials/credential.ts';
import { readHeader } from './signed-checkout.ts';

/** The type of the private key that each accepted algorithm needs. */
const keyTypes: Readonly<Record<string, KeyObject['asymmetricKeyType']>> = {
  'RSA-OAEP-256': 'rsa',
  'ECDH-ES': 'ec',
};
const options = {
  keyManagementAlgorithms: Object.keys(keyTypes),
  contentEncryptionAlgorithms: ['A128CBC-HS256', 'A128GCM', 'A256GCM'],
};

/** A JWE without kid is tried with this many keys. */
const KEYS_TRIED_MAX = 3;

/** Undefined if it is damaged, or not encrypted to one of the keys. */
export async function openPayload(
  text: unknown,
  keys: readonly WalletKey[],
): Promise<Fields | undefined> {
  if (typeof text !== 'string') return undefined;
  const headerBytes = readBase64Url(text.slice(0, text.indexOf('.')));
  const header = headerBytes && readHeader(headerBytes);
  if (!header) return undefined;
  let opened: Fields | undefined;
  for (const { key, isMeant } of keysFor(header, keys)) {
    const content = await decrypt(text, key);
    if (isMeant) opened ??= content;
  }
  return opened;
}

interface TriedKey {
  readonly key: KeyObject;
  readonly isMeant: boolean;
}

/**
 * The key that is named, or the newest ones if none is named. For an unknown name the newest key is
 * used and its result discarded, so that it takes as long as a known one.
 */
function keysFor({ alg, kid }: Fields, keys: readonly WalletKey[]): TriedKey[] {
  const type = typeof alg === 'string' && Object.hasOwn(keyTypes, alg) ? keyTypes[alg] : null;
  const fitting = keys.filter(({ privateKey }) => privateKey.asymmetricKeyType === type);
  if (kid === undefined) {
    const newest = fitting.slice(0, KEYS_TRIED_MAX);
    return newest.map(({ privateKey }) => ({ key: privateKey, isMeant: true }));
  }
  const named = fitting.find(({ credentialId }) => credentialId === kid);
  const used = named ?? fitting[0];
  return used ? [{ key: used.privateKey, isMeant: named !== undefined }] : [];
}

async function decrypt(text: string, key: KeyObject): Promise<Fields | undefined> {
  try {
    const { plaintext } = await compactDecrypt(text, key, options);
    return readJsonObject(plaintext);
  } catch {
    // The library throws many kinds of errors for hostile input; all of them mean the same.
    return undefined;
  }
}
