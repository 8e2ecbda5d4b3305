// Reads the root keys of Google Pay as Google publishes them: {"keys": [{"keyValue",
// "protocolVersion", "keyExpiration"}]}. Simulated files have an "environment" and are refused in
// production.

import type { Instant } from '../../core/clock.ts';
import { readBase64 } from '../../core/jose/base64.ts';
import { fieldsOf } from '../../core/json/fields.ts';
import { readJsonObject } from '../../core/json/read-object.ts';
import { readSpki } from '../google/p256-point.ts';
import { PROTOCOL, readInstant } from '../google/read-token.ts';
import type { GoogleRootKey } from '../wallet-services.ts';
import {
  BadTrustFile,
  refuseSandbox,
  SANDBOX_ENVIRONMENT,
  type TrustContext,
} from './trust-file.ts';

const KEYS_MAX = 32;

export function parseGoogleRoots(bytes: Buffer, context: TrustContext): readonly GoogleRootKey[] {
  const { keys, environment } = readJsonObject(bytes) ?? {};
  if (environment !== undefined && environment !== SANDBOX_ENVIRONMENT) {
    throw new BadTrustFile(`"environment" must be absent, or ${SANDBOX_ENVIRONMENT}`);
  }
  refuseSandbox('it', environment === SANDBOX_ENVIRONMENT, context);
  if (!Array.isArray(keys) || keys.length === 0 || keys.length > KEYS_MAX) {
    throw new BadTrustFile(`it must be a JSON object with 1 to ${KEYS_MAX} "keys"`);
  }
  const roots = keys.map((key, index) => readKey(key, index + 1));
  if (!roots.some((root) => isUsable(root, context))) {
    throw new BadTrustFile(`it has no key for ${PROTOCOL} that is still valid`);
  }
  return roots;
}

/** After this time no token can be verified. */
export function lastExpiration(roots: readonly GoogleRootKey[]): Instant {
  const usable = roots.filter(({ protocolVersion }) => protocolVersion === PROTOCOL);
  return Math.max(...usable.map(({ keyExpiration }) => keyExpiration ?? 0));
}

function isUsable({ protocolVersion, keyExpiration }: GoogleRootKey, { now }: TrustContext) {
  return protocolVersion === PROTOCOL && keyExpiration !== null && keyExpiration > now;
}

function readKey(value: unknown, number: number): GoogleRootKey {
  const { keyValue, protocolVersion, keyExpiration } = fieldsOf(value) ?? {};
  const encoded = readBase64(keyValue);
  if (!encoded || typeof keyValue !== 'string' || !readSpki(encoded)) {
    throw new BadTrustFile(`the "keyValue" of key ${number} is not a P-256 public key`);
  }
  if (typeof protocolVersion !== 'string') {
    throw new BadTrustFile(`key ${number} has no "protocolVersion"`);
  }
  const expiresAt = readInstant(keyExpiration);
  const needsExpiration = protocolVersion === PROTOCOL || keyExpiration !== undefined;
  if (needsExpiration && expiresAt === undefined) {
    throw new BadTrustFile(`the "keyExpiration" of key ${number} must be milliseconds as text`);
  }
  return { keyValue, protocolVersion, keyExpiration: expiresAt ?? null };
}
