// The SDK's own implementation of compact JWEs with a known key: A128CBC-HS256 and A128GCM.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { SdkError } from './sdk-error.ts';

export type Enc = 'A128CBC-HS256' | 'A128GCM';

export interface Encrypted {
  readonly iv: Buffer;
  readonly ciphertext: Buffer;
  readonly tag: Buffer;
}

/** The key has 32 bytes for CBC, 16 for GCM. */
export function encryptContent(
  enc: Enc,
  key: Buffer,
  plain: Buffer,
  covered: Buffer,
  iv = randomBytes(enc === 'A128GCM' ? 12 : 16),
): Encrypted {
  if (enc === 'A128GCM') {
    const cipher = createCipheriv('aes-128-gcm', key, iv);
    cipher.setAAD(covered);
    const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
    return { iv, ciphertext, tag: cipher.getAuthTag() };
  }
  const cipher = createCipheriv('aes-128-cbc', key.subarray(16), iv);
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return { iv, ciphertext, tag: cbcTag(key, covered, iv, ciphertext) };
}

export function decryptContent(enc: Enc, key: Buffer, sealed: Encrypted, covered: Buffer): Buffer {
  const { iv, ciphertext, tag } = sealed;
  if (tag.length !== 16) throw new SdkError('unreadable', 'the tag is incomplete');
  if (enc === 'A128GCM') {
    const decipher = createDecipheriv('aes-128-gcm', key, iv, { authTagLength: 16 });
    decipher.setAAD(covered).setAuthTag(tag);
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
  }
  if (!timingSafeEqual(cbcTag(key, covered, iv, ciphertext), tag)) {
    throw new SdkError('unreadable', 'the tag is wrong');
  }
  const decipher = createDecipheriv('aes-128-cbc', key.subarray(16), iv);
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
}

export function encryptJwe(
  header: { readonly alg: string; readonly enc: Enc; readonly [name: string]: unknown },
  key: Buffer,
  body: object,
): string {
  const covered = Buffer.from(JSON.stringify(header)).toString('base64url');
  const plain = Buffer.from(JSON.stringify(body));
  const { iv, ciphertext, tag } = encryptContent(header.enc, key, plain, Buffer.from(covered));
  const text = (bytes: Buffer) => bytes.toString('base64url');
  return [covered, '', text(iv), text(ciphertext), text(tag)].join('.');
}

/** Returns the decrypted object if the header is exactly the expected one. */
export function decryptJwe(
  jwe: string,
  expected: { readonly alg: string; readonly enc: Enc; readonly kid: string },
  key: Buffer,
): Record<string, unknown> {
  const [covered = '', encryptedKey, ...rest] = jwe.split('.');
  if (rest.length !== 3 || encryptedKey !== '') {
    throw new SdkError('unreadable', 'the answer is not a compact JWE');
  }
  const [iv, ciphertext, tag] = rest.map((part) => Buffer.from(part, 'base64url')) as Buffer[];
  try {
    const header = JSON.parse(Buffer.from(covered, 'base64url').toString()) as object;
    const names = ['alg', 'enc', 'kid'] as const;
    const wrong = names.filter((name) => (header as typeof expected)[name] !== expected[name]);
    if (wrong.length > 0) throw new SdkError('unreadable', `header ${wrong.join(', ')}`);
    const sealed = { iv, ciphertext, tag } as Encrypted;
    const plain = decryptContent(expected.enc, key, sealed, Buffer.from(covered));
    return JSON.parse(plain.toString()) as Record<string, unknown>;
  } catch (error) {
    if (error instanceof SdkError) throw error;
    throw new SdkError('unreadable', 'the answer cannot be decrypted');
  }
}

/** The left half of the key authenticates header, nonce, ciphertext and the header's length. */
function cbcTag(key: Buffer, covered: Buffer, iv: Buffer, ciphertext: Buffer): Buffer {
  const coveredBits = Buffer.alloc(8);
  coveredBits.writeUInt32BE(covered.length * 8, 4);
  const mac = createHmac('sha256', key.subarray(0, 16));
  mac.update(Buffer.concat([covered, iv, ciphertext, coveredBits]));
  return mac.digest().subarray(0, 16);
}
