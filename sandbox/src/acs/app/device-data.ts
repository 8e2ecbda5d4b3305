// Decrypts the device data that an SDK encrypts to the directory server (EMV 3-D Secure, section
// 6.2.2). The protocol derives the key in its own way, which no JOSE library supports.

import { createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import { BadAppMessage } from './bad-app-message.ts';
import { readCompactJwe, readObject, type CompactJwe } from './compact-jwe.ts';
import { agreedKey, publicKeyOf } from './agreed-key.ts';
import type { DirectoryKeys } from './directory-keys.ts';

const LENGTH_MAX = 64_000;
const HALF = 16;

/**
 * All simulated directory servers share one key, but the addressed server's id is part of the
 * derived key.
 */
export async function openDeviceData(
  sdkEncData: unknown,
  keys: DirectoryKeys,
  serverId: string,
): Promise<Record<string, unknown>> {
  const jwe = readCompactJwe(sdkEncData, 'ECDH-ES', LENGTH_MAX);
  const ephemeral = publicKeyOf(jwe.header.epk, 'sdkEncData epk');
  const plain = decrypt(jwe, agreedKey(keys.encryptionKey, ephemeral, serverId));
  if (plain === undefined) throw new BadAppMessage('302', 'sdkEncData');
  const data = readObject(plain, '203');
  checkDeviceData(data);
  return data;
}

/** Version, values that could be read and those that could not, security warnings. */
function checkDeviceData({ DV, DD, DPNA, SW }: Record<string, unknown>): void {
  if (typeof DV !== 'string') throw new BadAppMessage('203', 'sdkEncData DV');
  for (const [name, value] of Object.entries({ DD, DPNA })) {
    const isObject = typeof value === 'object' && !Array.isArray(value);
    if (value !== undefined && !isObject) throw new BadAppMessage('203', `sdkEncData ${name}`);
  }
  const isListOfText = Array.isArray(SW) && SW.every((item) => typeof item === 'string');
  if (SW !== undefined && !isListOfText) throw new BadAppMessage('203', 'sdkEncData SW');
}

/** Undefined if the authentication tag does not match this key. */
function decrypt(jwe: CompactJwe, key: Buffer): Buffer | undefined {
  return jwe.header.enc === 'A128GCM' ? decryptGcm(jwe, key) : decryptCbc(jwe, key);
}

/** AES-GCM with the left half of the agreed key. */
function decryptGcm({ iv, ciphertext, tag, protectedText }: CompactJwe, key: Buffer) {
  const options = { authTagLength: tag.length };
  const decipher = createDecipheriv('aes-128-gcm', key.subarray(0, HALF), iv, options);
  decipher.setAAD(Buffer.from(protectedText));
  decipher.setAuthTag(tag);
  return finished(decipher.update(ciphertext), decipher);
}

/**
 * AES-CBC with HMAC (RFC 7518, 5.2): the left half of the key authenticates, the right half
 * encrypts.
 */
function decryptCbc({ iv, ciphertext, tag, protectedText }: CompactJwe, key: Buffer) {
  const covered = Buffer.from(protectedText);
  const coveredBits = Buffer.alloc(8);
  coveredBits.writeBigUInt64BE(BigInt(covered.length) * 8n);
  const mac = createHmac('sha256', key.subarray(0, HALF));
  for (const part of [covered, iv, ciphertext, coveredBits]) mac.update(part);
  if (!timingSafeEqual(mac.digest().subarray(0, HALF), tag)) return undefined;
  const decipher = createDecipheriv('aes-128-cbc', key.subarray(HALF), iv);
  return finished(decipher.update(ciphertext), decipher);
}

function finished(start: Buffer, decipher: { final(): Buffer }): Buffer | undefined {
  try {
    return Buffer.concat([start, decipher.final()]);
  } catch {
    return undefined;
  }
}
