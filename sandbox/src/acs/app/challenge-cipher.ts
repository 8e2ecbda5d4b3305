// The encryption between SDK and ACS: CReq and CRes as compact JWEs under the key that both derived
// (EMV 3-D Secure, section 6.2.4).

import { CompactEncrypt, compactDecrypt, errors } from 'jose';
import { assert } from '@bramka/gateway/core/assert.ts';
import { BadAppMessage } from './bad-app-message.ts';
import { readCReq, type AppCReq, type AppCRes } from './challenge-message.ts';
import { readCompactJwe, readObject, type ContentEncryption } from './compact-jwe.ts';

const ALGORITHM = 'dir';
const SESSION_KEY_BYTES = 32;
const CREQ_LENGTH_MAX = 32_768;

/** Which challenge a CReq claims to belong to, before anything is decrypted. */
export interface CReqHeader {
  /** The acsTransID. */
  readonly kid: string;
  /** The answer is encrypted the same way. */
  readonly enc: ContentEncryption;
}

export function readCReqHeader(jwe: unknown): CReqHeader {
  const { kid, enc } = readCompactJwe(jwe, ALGORITHM, CREQ_LENGTH_MAX).header;
  if (kid === undefined) throw new BadAppMessage('302', 'JWE header kid');
  return { kid, enc };
}

/** The CReq, well-formed and of the challenge it is marked with; `checkCReq` says if it is next. */
export async function openCReq(jwe: string, sessionKey: Uint8Array): Promise<AppCReq> {
  const { kid, enc } = readCReqHeader(jwe);
  const creq = readCReq(readObject(await decrypt(jwe, fromSdk(sessionKey, enc), enc), '101'));
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
    .encrypt(toSdk(sessionKey, enc));
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

/** GCM has a key for each direction, so that no two messages can meet under the same nonce. */
function fromSdk(sessionKey: Uint8Array, enc: ContentEncryption): Uint8Array {
  return enc === 'A128GCM' ? whole(sessionKey).subarray(0, 16) : whole(sessionKey);
}

function toSdk(sessionKey: Uint8Array, enc: ContentEncryption): Uint8Array {
  return enc === 'A128GCM' ? whole(sessionKey).subarray(16) : whole(sessionKey);
}

function whole(sessionKey: Uint8Array): Uint8Array {
  assert(sessionKey.length === SESSION_KEY_BYTES, 'a session key has 32 bytes');
  return sessionKey;
}
