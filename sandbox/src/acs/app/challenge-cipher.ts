// Encryption between SDK and ACS: CReq and CRes as compact JWEs under the shared session key (EMV
// 3-D Secure, section 6.2.4).

import { CompactEncrypt, compactDecrypt, errors } from 'jose';
import { assert } from '@bramka/gateway/core/assert.ts';
import { BadAppMessage } from './bad-app-message.ts';
import { readCReq, type AppCReq, type AppCRes } from './challenge-message.ts';
import { readCompactJwe, readObject, type ContentEncryption } from './compact-jwe.ts';

const ALGORITHM = 'dir';
const SESSION_KEY_BYTES = 32;
const CREQ_LENGTH_MAX = 32_768;

/** The challenge that a CReq claims to belong to, read before decryption. */
export interface CReqHeader {
  /** The acsTransID. */
  readonly kid: string;
  /** The answer uses the same encryption. */
  readonly enc: ContentEncryption;
}

export function readCReqHeader(jwe: unknown): CReqHeader {
  const { kid, enc } = readCompactJwe(jwe, ALGORITHM, CREQ_LENGTH_MAX).header;
  if (kid === undefined) throw new BadAppMessage('302', 'JWE header kid');
  return { kid, enc };
}

/**
 * Decrypts a CReq and checks its format and its challenge; `checkCReq` checks that it is the next
 * one.
 */
export async function openCReq(jwe: string, sessionKey: Uint8Array): Promise<AppCReq> {
  const { kid, enc } = readCReqHeader(jwe);
  const key = keyOf(sessionKey, enc, 'sdk-to-acs');
  const creq = readCReq(readObject(await decrypt(jwe, key, enc), '101'));
  if (creq.acsTransID !== kid) throw new BadAppMessage('301', 'acsTransID');
  return creq;
}

export function sealCRes(
  fields: AppCRes,
  sessionKey: Uint8Array,
  kid: string,
  enc: ContentEncryption,
): Promise<string> {
  assert(fields.acsTransID === kid, 'a CRes is marked with its own acsTransID');
  return new CompactEncrypt(Buffer.from(JSON.stringify(fields)))
    .setProtectedHeader({ alg: ALGORITHM, enc, kid })
    .encrypt(keyOf(sessionKey, enc, 'acs-to-sdk'));
}

async function decrypt(jwe: string, key: Uint8Array, enc: ContentEncryption): Promise<Uint8Array> {
  try {
    const { plaintext } = await compactDecrypt(jwe, key, {
      keyManagementAlgorithms: [ALGORITHM],
      contentEncryptionAlgorithms: [enc],
    });
    return plaintext;
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
    throw new BadAppMessage('302', 'JWE tag');
  }
}

/** GCM uses one key per direction, so that a nonce is never reused under the same key. */
function keyOf(
  sessionKey: Uint8Array,
  enc: ContentEncryption,
  direction: 'sdk-to-acs' | 'acs-to-sdk',
): Uint8Array {
  assert(sessionKey.length === SESSION_KEY_BYTES, 'a session key has 32 bytes');
  if (enc !== 'A128GCM') return sessionKey;
  return direction === 'sdk-to-acs' ? sessionKey.subarray(0, 16) : sessionKey.subarray(16);
}
