// The keys to which browsers encrypt card fields: one is current, and the previous ones are
// accepted for a while. Private parts are stored sealed in the database and shared by all nodes.

import type { KeyObject } from 'node:crypto';
import { defect } from '../core/assert.ts';
import type { Clock, Instant } from '../core/clock.ts';
import { isUuid, type Ids } from '../core/id.ts';
import { makePrivateKey, privateKeyOf, publicJwk, scalarOf } from '../core/jose/p256.ts';
import type { PublicJwk } from '../core/jose/p256.ts';
import type { RandomBytes } from '../core/random.ts';
import type { Keyring } from '../core/keys/keyring.ts';
import { shareLoads } from '../http/shared-loads.ts';
import type { Database } from '../storage/database.ts';
import { UniqueViolation } from '../storage/errors.ts';
import {
  erasePrivateParts,
  readLiveKeys,
  replaceKey,
  type EncryptionKeyRow,
} from './encryption-keys.store.ts';
import type { EncryptionSettings } from './settings.ts';

export interface EncryptionKey {
  readonly keyId: string;
  readonly publicKey: PublicJwk;
  readonly privateKey: KeyObject;
  readonly createdAt: Instant;
  readonly retiredAt: Instant | null;
}

export interface EncryptionKeys {
  current(): Promise<EncryptionKey>;
  /** Undefined for an unknown key, or when it has expired. */
  find(keyId: string): Promise<EncryptionKey | undefined>;
  /** Makes a new key the current one; the previous one is accepted for a while. */
  rotate(): Promise<string>;
  /** For a job: replaces an old key and deletes expired private parts. */
  maintain(): Promise<number>;
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** How long a node may publish a key that another node has retired. */
const RELOAD_MS = 60_000;

interface EncryptionKeyParts {
  readonly database: Database;
  readonly ring: Keyring;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: RandomBytes;
  readonly settings: Pick<EncryptionSettings, 'encryptionKeyDays' | 'encryptionKeyKeepHours'>;
}

export function createEncryptionKeys(parts: EncryptionKeyParts): EncryptionKeys {
  const { database, clock, settings } = parts;
  const keepMs = settings.encryptionKeyKeepHours * HOUR_MS;
  const box = keyBox(parts);
  let liveKeys = new Map<string, EncryptionKey>();
  let loadedMs = Number.NEGATIVE_INFINITY;

  const load = async (): Promise<void> => {
    const rows = await readLiveKeys(database, clock.now() - keepMs);
    const keys = await Promise.all(rows.map((row) => box.open(row)));
    liveKeys = new Map(keys.map((key) => [key.keyId, key]));
    loadedMs = clock.monotonicMs();
  };
  const joinNextLoad = shareLoads(load, clock);
  const newest = (): EncryptionKey | undefined =>
    [...liveKeys.values()].find((key) => key.retiredAt === null);

  /** If another node replaces the key at the same moment, that serves the same purpose. */
  const replace = async (previous: EncryptionKey | undefined): Promise<void> => {
    try {
      await replaceKey(database, await box.make(), previous?.keyId ?? null);
    } catch (error) {
      if (!(error instanceof UniqueViolation)) throw error;
    }
    await load();
  };
  const ensured = (): EncryptionKey => newest() ?? defect('there is no encryption key');

  return {
    async current() {
      if (clock.monotonicMs() - loadedMs > RELOAD_MS) await load();
      if (!newest()) await replace(undefined);
      return ensured();
    },
    async find(keyId) {
      if (!liveKeys.has(keyId) && isUuid(keyId)) await joinNextLoad();
      const key = liveKeys.get(keyId);
      if (!key || key.retiredAt === null) return key;
      return clock.now() > key.retiredAt + keepMs ? undefined : key;
    },
    async rotate() {
      await load();
      await replace(newest());
      return ensured().keyId;
    },
    async maintain() {
      await load();
      const before = newest();
      const isOld =
        !before || before.createdAt + settings.encryptionKeyDays * DAY_MS <= clock.now();
      if (isOld) await replace(before);
      return Number(isOld) + (await erasePrivateParts(database, clock.now() - keepMs));
    },
  };
}

/** Creates keys, and seals their private part together with the public one. */
function keyBox({ ring, clock, ids, random }: EncryptionKeyParts) {
  return {
    async make(): Promise<Omit<EncryptionKeyRow, 'retiredAt'>> {
      const keyId = ids.next();
      const privateKey = makePrivateKey(random);
      const { x, y } = publicJwk(privateKey);
      const bound = privateKeyBinding({ keyId, x, y });
      const sealedPrivate = (await ring.sealer('encryption keys'))(scalarOf(privateKey), bound);
      return { keyId, x, y, sealedPrivate, createdAt: clock.now() };
    },
    async open(row: EncryptionKeyRow): Promise<EncryptionKey> {
      const { keyId, createdAt, retiredAt } = row;
      const bound = privateKeyBinding(row);
      const plain = await ring.unseal('encryption keys', row.sealedPrivate, bound);
      const privateKey = privateKeyOf(plain);
      return { keyId, publicKey: publicJwk(privateKey), privateKey, createdAt, retiredAt };
    },
  };
}

/** This also detects a public key that was exchanged in the database. */
export function privateKeyBinding(key: Pick<EncryptionKeyRow, 'keyId' | 'x' | 'y'>): string {
  const { keyId, x, y } = key;
  return `1|encryption_keys|${keyId}|${x}|${y}|sealed_private`;
}
