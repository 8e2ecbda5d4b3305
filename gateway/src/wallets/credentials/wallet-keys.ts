// The keys with which wallet tokens are opened and Apple Pay sessions requested, from the database
// through a short-lived cache: a change on another node takes effect after at most one second.

import { X509Certificate } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { Keyring } from '../../core/keys/keyring.ts';
import type { Queryable } from '../../storage/database.ts';
import { isUnavailable } from '../../storage/errors.ts';
import type { CredentialKind, WalletKey, WalletKeys } from './credential.ts';
import { readUsable, type CredentialRow } from './credential.store.ts';
import { hashOf, publicBytes, unsealKey } from './private-key.ts';

export const CACHE_MS = 1000;
export const MAX_CACHED = 1000;

interface WalletKeyParts {
  readonly database: Queryable;
  readonly ring: Keyring;
  readonly clock: Clock;
  readonly log: { error(facts: object, message: string): void };
}

export interface CachedWalletKeys extends WalletKeys {
  /** Call this after a change on this node. */
  forget(): void;
}

interface Cached {
  readonly keys: Promise<readonly WalletKey[]>;
  readonly untilMs: number;
}

export function createWalletKeys(parts: WalletKeyParts): CachedWalletKeys {
  const { clock } = parts;
  const copies = new Map<string, Cached>();

  const load = (cacheKey: string, kind: CredentialKind, merchantId: string | null): Cached => {
    // The oldest entry goes first: a Map keeps the order of insertion.
    const [oldest] = copies.keys();
    if (copies.size >= MAX_CACHED && oldest !== undefined) copies.delete(oldest);
    const keys = readKeys(parts, kind, merchantId);
    const fresh = { keys, untilMs: clock.monotonicMs() + CACHE_MS };
    copies.set(cacheKey, fresh);
    const drop = (): void => {
      if (copies.get(cacheKey) === fresh) copies.delete(cacheKey);
    };
    // An empty list is not remembered, so that the first credential is usable at once everywhere.
    keys.then((loaded) => (loaded.length === 0 ? drop() : undefined), drop);
    return fresh;
  };

  return {
    async list(kind, merchantId) {
      const cacheKey = `${kind}|${merchantId ?? ''}`;
      const copy = copies.get(cacheKey);
      const isFresh = copy !== undefined && copy.untilMs > clock.monotonicMs();
      if (!isFresh) copies.delete(cacheKey);
      const { keys } = isFresh ? copy : load(cacheKey, kind, merchantId);
      const now = clock.now();
      return (await keys).filter(({ expiresAt }) => expiresAt === null || expiresAt > now);
    },
    forget: () => copies.clear(),
  };
}

async function readKeys(
  parts: WalletKeyParts,
  kind: CredentialKind,
  merchantId: string | null,
): Promise<readonly WalletKey[]> {
  const rows = await readUsable(parts.database, kind, merchantId);
  const keys = await Promise.all(rows.map((row) => openKey(parts, row)));
  return keys.filter((key) => key !== undefined);
}

/** One damaged row must not take the other keys of its owner out of use. */
async function openKey(
  { ring, log }: WalletKeyParts,
  row: CredentialRow,
): Promise<WalletKey | undefined> {
  const { credentialId, kind, merchantId, name, expiresAt } = row;
  const publicKeyHash = Buffer.from(row.publicKeyHash);
  const certificate = row.certificate && Buffer.from(row.certificate);
  try {
    const privateKey = await unsealKey(ring, row, row.sealedPrivateKey);
    if (!isOfKey(certificate, publicKeyHash)) throw new Error('the certificate has another key');
    const owner = { credentialId, kind, merchantId, name };
    return { ...owner, privateKey, publicKeyHash, certificate, expiresAt };
  } catch (error) {
    if (isUnavailable(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    log.error({ credentialId, kind, merchantId, reason }, 'a wallet credential cannot be used');
    return undefined;
  }
}

function isOfKey(certificate: Uint8Array | null, publicKeyHash: Uint8Array): boolean {
  if (certificate === null) return true;
  const { publicKey } = new X509Certificate(certificate);
  return hashOf(publicBytes(publicKey)).equals(publicKeyHash);
}
