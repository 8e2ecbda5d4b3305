// One data key per merchant, sealed by the key ring. Card data is encrypted with the data key, so
// the master key can be changed without re-encrypting card data.

import { isoTime, type Clock } from '../core/clock.ts';
import type { RandomBytes } from '../core/random.ts';
import type { Keyring } from '../core/keys/keyring.ts';
import type { Key } from '../core/seal.ts';
import { secret } from '../core/secret.ts';
import { defect } from '../core/assert.ts';
import type { Queryable } from '../storage/database.ts';
import { insertDataKey, readDataKeys } from './data-keys.store.ts';

export interface DataKey {
  readonly version: number;
  readonly key: Key;
}

export interface DataKeys {
  /** The key for new values of this merchant; created when there is none. */
  current(merchantId: string): Promise<DataKey>;
  find(merchantId: string, version: number): Promise<DataKey>;
}

interface DataKeyParts {
  readonly database: Queryable;
  readonly ring: Keyring;
  readonly clock: Clock;
  readonly random: RandomBytes;
}

const MAX_CACHED = 10_000;

export function dataKeys(parts: DataKeyParts): DataKeys {
  const { ring } = parts;
  const cache = new Map<string, readonly DataKey[]>();
  let stamp = '';

  const load = async (merchantId: string): Promise<readonly DataKey[]> => {
    const before = stamp;
    const rows = await readDataKeys(parts.database, merchantId);
    const keys = await Promise.all(
      rows.map(async ({ keyVersion: version, sealedKey }) => {
        const bound = dataKeyBinding(merchantId, version);
        return { version, key: secret(await ring.unseal('data keys', sealedKey, bound)) };
      }),
    );
    if (cache.size >= MAX_CACHED) cache.clear();
    // Keys may have been replaced meanwhile.
    if (keys.length > 0 && before === stamp) cache.set(merchantId, keys);
    return keys;
  };
  const keysOf = async (merchantId: string): Promise<readonly DataKey[]> => {
    const now = await ring.stamp();
    if (now !== stamp) {
      stamp = now;
      cache.clear();
    }
    return cache.get(merchantId) ?? load(merchantId);
  };

  return {
    async current(merchantId) {
      const newest = (await keysOf(merchantId)).at(-1);
      if (newest) return newest;
      const sealed = (await ring.sealer('data keys'))(
        Buffer.from(parts.random(32)),
        dataKeyBinding(merchantId, 1),
      );
      await insertDataKey(parts.database, merchantId, 1, sealed, isoTime(parts.clock.now()));
      return (await load(merchantId)).at(-1) ?? defect('a data key was not stored');
    },
    async find(merchantId, version) {
      const match = (keys: readonly DataKey[]) => keys.find((key) => key.version === version);
      return (
        match(await keysOf(merchantId)) ??
        match(await load(merchantId)) ??
        defect('a value is sealed with a data key that is not here')
      );
    },
  };
}

export function dataKeyBinding(merchantId: string, version: number): string {
  return `1|${merchantId}|data_keys|${String(version)}|sealed_key`;
}
