// The keys that sign access tokens: one signs, and the previous ones still verify until the last
// token they signed has expired. They are stored sealed in the database and shared by all nodes.

import type { Clock, Instant } from '../core/clock.ts';
import { isUuid, type Ids } from '../core/id.ts';
import type { RandomBytes } from '../core/random.ts';
import type { Keyring } from '../core/keys/keyring.ts';
import type { Key } from '../core/seal.ts';
import { secret } from '../core/secret.ts';
import { defect } from '../core/assert.ts';
import { shareLoads } from '../http/shared-loads.ts';
import type { Database } from '../storage/database.ts';
import { UniqueViolation } from '../storage/errors.ts';
import { insertKey, readLiveKeys } from './signing-keys.store.ts';

interface SigningKey {
  readonly keyId: string;
  readonly key: Key;
  readonly retiredAt: Instant | null;
}

export type SigningKeys = ReturnType<typeof signingKeys>;

/** The maximum lifetime of a token (a payment link); a retired key verifies that long. */
const MAX_TOKEN_LIFETIME_MS = 31 * 24 * 60 * 60 * 1000;
/** How long a node may continue to sign with a key that another node has retired. */
const RELOAD_MS = 60_000;

interface SigningKeyParts {
  readonly database: Database;
  readonly ring: Keyring;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: RandomBytes;
}

export function signingKeys(parts: SigningKeyParts) {
  const { database, clock, ring } = parts;
  let liveKeys = new Map<string, SigningKey>();
  let loadedMs = Number.NEGATIVE_INFINITY;

  const load = async (): Promise<void> => {
    const rows = await readLiveKeys(database, clock.now() - MAX_TOKEN_LIFETIME_MS);
    const keys = await Promise.all(
      rows.map(async ({ keyId, sealedKey, retiredAt }) => {
        const bound = signingKeyBinding(keyId);
        const key = secret(await ring.unseal('signing keys', sealedKey, bound));
        return [keyId, { keyId, key, retiredAt }] as const;
      }),
    );
    liveKeys = new Map(keys);
    loadedMs = clock.monotonicMs();
  };
  const joinNextLoad = shareLoads(load, clock);
  const loadIfOlder = async (ms: number): Promise<void> => {
    if (clock.monotonicMs() - loadedMs > ms) await load();
  };
  const signing = (): SigningKey | undefined =>
    [...liveKeys.values()].find((key) => key.retiredAt === null);

  /** Creates a new signing key; existing tokens stay valid. */
  const rotate = async (): Promise<string> => {
    const keyId = parts.ids.next();
    const fresh = Buffer.from(parts.random(32));
    const sealed = (await ring.sealer('signing keys'))(fresh, signingKeyBinding(keyId));
    try {
      await insertKey(database, keyId, sealed, clock.now());
    } catch (error) {
      // Another node created a new key at the same moment, which serves the same purpose.
      if (!(error instanceof UniqueViolation)) throw error;
    }
    await load();
    return (signing() ?? defect('there is no signing key')).keyId;
  };

  return {
    rotate,
    async current(): Promise<SigningKey> {
      await loadIfOlder(RELOAD_MS);
      if (!signing()) await rotate();
      return signing() ?? defect('there is no signing key');
    },
    /** Undefined for an unknown key, or when all its tokens have expired. */
    async find(keyId: string): Promise<SigningKey | undefined> {
      if (!liveKeys.has(keyId) && isUuid(keyId)) await joinNextLoad();
      const key = liveKeys.get(keyId);
      if (!key) return undefined;
      const ended = key.retiredAt !== null && key.retiredAt + MAX_TOKEN_LIFETIME_MS < clock.now();
      return ended ? undefined : key;
    },
  };
}

export function signingKeyBinding(keyId: string): string {
  return `1|signing_keys|${keyId}|sealed_key`;
}
