// Reads the keys that sign Click to Pay checkouts from a JWKS file (RFC 7517, section 5). Private
// keys, short keys and keys for encryption are refused, simulated ones in production.

import { createPublicKey } from 'node:crypto';
import { fieldsOf, textOf, type Fields } from '../../core/json/fields.ts';
import { readJsonObject } from '../../core/json/read-object.ts';
import {
  BadTrustFile,
  refuseSandbox,
  SANDBOX_KEY_PREFIX,
  type TrustContext,
} from './trust-file.ts';

const KEYS_MAX = 32;
const RSA_BITS_MIN = 2048;
const RSA_BITS_MAX = 8192;
const CURVE = 'prime256v1';

export function parseSigningKeys(bytes: Buffer, context: TrustContext): readonly Fields[] {
  const keys = readJsonObject(bytes)?.['keys'];
  if (!Array.isArray(keys) || keys.length === 0 || keys.length > KEYS_MAX) {
    throw new BadTrustFile(`it must be a JSON object with 1 to ${KEYS_MAX} "keys"`);
  }
  const read = keys.map((key, index) => readKey(key, `key ${index + 1}`, context));
  if (new Set(read.map(({ kid }) => kid)).size !== read.length) {
    throw new BadTrustFile('two keys have the same "kid"');
  }
  return read;
}

function readKey(value: unknown, what: string, context: TrustContext): Fields {
  const jwk = fieldsOf(value) ?? {};
  const kid = textOf(jwk['kid'], /^[\x21-\x7e]{1,256}$/);
  const { use } = jwk;
  if (kid === undefined) {
    throw new BadTrustFile(`the "kid" of ${what} must be 1 to 256 ASCII characters`);
  }
  refuseSandbox(what, kid.startsWith(SANDBOX_KEY_PREFIX), context);
  if (use !== undefined && use !== 'sig') {
    throw new BadTrustFile(`the "use" of ${what} must be absent, or sig`);
  }
  if (jwk['d'] !== undefined || jwk['k'] !== undefined) {
    throw new BadTrustFile(`${what} contains a private key; the file needs public keys only`);
  }
  if (!isStrong(jwk)) {
    const sizes = `RSA of ${RSA_BITS_MIN} to ${RSA_BITS_MAX} bits`;
    throw new BadTrustFile(`${what} must be a public key: P-256, or ${sizes}`);
  }
  return jwk;
}

function isStrong(jwk: Fields): boolean {
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
    if (key.asymmetricKeyType === 'ec') return namedCurve === CURVE;
    const isLong = modulusLength >= RSA_BITS_MIN && modulusLength <= RSA_BITS_MAX;
    return key.asymmetricKeyType === 'rsa' && isLong;
  } catch {
    return false;
  }
}
