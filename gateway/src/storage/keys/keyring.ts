// The key ring of a process on the database. It reads the root keys every second and before a use
// when its copy is too old, so that a new root key is known to all nodes before it is used, and an
// old one is no longer used when it is deleted.

import { defect } from '../../core/assert.ts';
import type { Clock } from '../../core/clock.ts';
import { purposeKeys, type Keyring, type RootKey } from '../../core/keys/keyring.ts';
import type { RandomBytes } from '../../core/random.ts';
import { seal, unseal, versionOf } from '../../core/seal.ts';
import { secret } from '../../core/secret.ts';
import type { Database } from '../database.ts';
import { WrongKey, type KeyEncryption } from './key-encryption.ts';
import { acknowledgeKeys, readRootKeys, type RingRow } from './root-keys.store.ts';

export interface NodeKeyring extends Keyring {
  /** Reads the root keys again; resolves to the number of changed keys. */
  refresh(): Promise<number>;
}

export interface KeyringParts {
  readonly database: Database;
  /** The current key first; any of them may have wrapped a root key. */
  readonly encryptions: readonly KeyEncryption[];
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly nodeId: string;
  readonly log: { error(facts: object, message: string): void };
}

/** How old the copy of a node may be when it seals. Rotations wait longer between their steps. */
export const LEASE_MS = 2000;

export function contextOf(version: number): string {
  return `bramka|root_keys|${String(version)}`;
}

/** No configured master key has wrapped this root key. */
export class NoKeyFits extends Error {}

/** What a node knows of the root keys. */
interface Copy {
  readonly roots: ReadonlyMap<number, RootKey>;
  /** Seals new values. */
  readonly current: RootKey | undefined;
  readonly stamp: string;
  readonly loadedMs: number;
}

export function createKeyring(parts: KeyringParts): NodeKeyring {
  const { clock, random } = parts;
  const keyOf = purposeKeys();
  let copy: Copy = { roots: new Map(), current: undefined, stamp: '', loadedMs: -Infinity };
  let loading: Promise<number> | undefined;

  const load = async (): Promise<number> => {
    const before = copy.roots;
    copy = await readCopy(parts, before);
    return [...copy.roots.keys()].filter((version) => !before.has(version)).length;
  };
  const refresh = (): Promise<number> => {
    loading ??= load().finally(() => (loading = undefined));
    return loading;
  };
  const ensureFresh = async (): Promise<void> => {
    while (clock.monotonicMs() - copy.loadedMs > LEASE_MS) await refresh();
  };
  const find = async (version: number): Promise<RootKey> => {
    await ensureFresh();
    const root = copy.roots.get(version);
    if (root) return root;
    // A node that learned of a new root key before this one has sealed the value.
    await loading;
    await refresh();
    return copy.roots.get(version) ?? defect('a value is sealed with a root key that is not here');
  };

  return {
    refresh,
    async stamp() {
      await ensureFresh();
      return copy.stamp;
    },
    async sealer(purpose) {
      await ensureFresh();
      const root = copy.current ?? defect('there is no root key');
      return (plain, bound) => seal(keyOf(root, purpose), plain, bound, random, root.version);
    },
    async unseal(purpose, sealed, bound) {
      const root = await find(versionOf(sealed));
      return unseal(keyOf(root, purpose), sealed, bound);
    },
  };
}

/** Reads the root keys; keys in `earlier` need not be unwrapped again. */
async function readCopy(
  { database, encryptions, clock, nodeId, log }: KeyringParts,
  earlier: ReadonlyMap<number, RootKey>,
): Promise<Copy> {
  const loadedMs = clock.monotonicMs();
  const rows = await readRootKeys(database);
  const roots = new Map<number, RootKey>();
  let problem: string | null = null;
  for (const row of rows) {
    const { keyVersion, state } = row;
    try {
      roots.set(keyVersion, earlier.get(keyVersion) ?? (await unwrapRoot(encryptions, row)));
    } catch (error) {
      // A node can continue without a pending key until that key is used.
      if (state === 'LIVE') throw error;
      problem = error instanceof Error ? error.message : String(error);
      log.error({ keyVersion, problem }, 'a new root key cannot be used');
    }
  }
  const live = rows.filter(({ state }) => state === 'LIVE').at(-1);
  if (rows[0]?.isRotating) await acknowledgeKeys(database, nodeId, problem, clock.now());
  return {
    roots,
    current: live && roots.get(live.keyVersion),
    stamp: rows[0]?.stamp ?? '',
    loadedMs,
  };
}

async function unwrapRoot(
  encryptions: readonly KeyEncryption[],
  { keyVersion, wrappedBy, wrappedKey }: RingRow,
): Promise<RootKey> {
  // The key that is named in the row is tried first, because commands take time.
  const ordered = [...encryptions].sort(
    (a, b) => Number(b.id === wrappedBy) - Number(a.id === wrappedBy),
  );
  for (const encryption of ordered) {
    try {
      const key = await encryption.unwrap(wrappedKey, contextOf(keyVersion));
      return { version: keyVersion, key: secret(key) };
    } catch (error) {
      if (!(error instanceof WrongKey)) throw error;
    }
  }
  throw new NoKeyFits(`root key ${String(keyVersion)} is wrapped by another master key`);
}
