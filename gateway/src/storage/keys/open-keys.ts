// Opens the keys of an installation at the start of a process: creates the first root key, checks
// that the master key fits, and loads the keys that never change.

import { defect } from '../../core/assert.ts';
import { deriveKey, fingerprint, type Key } from '../../core/seal.ts';
import { open, secret } from '../../core/secret.ts';
import { claimInstallation, WrongDatabase, type Environment } from '../installation.ts';
import type { KeyEncryption } from './key-encryption.ts';
import { contextOf, createKeyring, NoKeyFits } from './keyring.ts';
import type { KeyringParts, NodeKeyring } from './keyring.ts';
import { findStoredKey, insertRootKey, insertStoredKey, readRootKeys } from './root-keys.store.ts';

/** Keys that no rotation replaces, because values made with them must stay comparable. */
export const storedKeyNames = [
  'card fingerprints',
  'audit log',
  'payment links',
  'authentication results',
  'idempotency fingerprint',
  'page builds',
] as const;
type StoredKeyName = (typeof storedKeyNames)[number];
type StoredKeys = Readonly<Record<StoredKeyName, Key>>;

/** The keys of a process. */
export interface GatewayKeys {
  readonly ring: NodeKeyring;
  readonly stored: StoredKeys;
  /** The last one wraps new root keys. */
  readonly encryptions: readonly KeyEncryption[];
}

interface OpenKeysParts extends KeyringParts {
  readonly environment: Environment;
  /** The master key itself, if this process has it; older installations have sealed with it. */
  readonly masterKey: Key | null;
}

const KEY_BYTES = 32;
const ANOTHER_KEY = 'the database was created with another master key';
const NEEDS_KEY =
  'the database was created with a master key: set BRAMKA_MASTER_KEY or BRAMKA_MASTER_KEY_FILE ' +
  'to it and the command in BRAMKA_MASTER_KEY_NEXT_COMMAND, and run `bramka keys rotate-master`';

export async function openKeys(parts: OpenKeysParts): Promise<GatewayKeys> {
  const { database, clock, random, encryptions, masterKey } = parts;
  const { hasRootKeys, keyCheck } = await claimInstallation(database, {
    environment: parts.environment,
    keyCheck: Buffer.from(random(8)),
    at: clock.now(),
  });
  // Before root keys existed, everything was sealed with keys derived from the master key.
  const legacyKey = !hasRootKeys && masterKey && fits(masterKey, keyCheck) ? masterKey : null;
  if ((await readRootKeys(database)).length === 0) {
    if (!hasRootKeys && !legacyKey) throw new WrongDatabase(masterKey ? ANOTHER_KEY : NEEDS_KEY);
    await createFirst(parts, legacyKey ?? secret(Buffer.from(random(KEY_BYTES))));
  }
  const ring = createKeyring(parts);
  await ring.refresh().catch((error: unknown) => {
    throw error instanceof NoKeyFits ? new WrongDatabase(ANOTHER_KEY) : error;
  });
  const stored: Partial<Record<StoredKeyName, Key>> = {};
  for (const name of storedKeyNames) stored[name] = await openStored(parts, ring, name, legacyKey);
  return { ring, stored: stored as StoredKeys, encryptions };
}

function fits(masterKey: Key, keyCheck: Uint8Array): boolean {
  return fingerprint(masterKey, 'key check').subarray(0, keyCheck.length).equals(keyCheck);
}

/** When two nodes start at once, both use the key that was written first. */
async function createFirst({ database, encryptions, clock }: OpenKeysParts, key: Key) {
  const encryption = encryptions[0] ?? defect('there is no master key');
  const wrappedKey = await encryption.wrap(open(key), contextOf(1));
  const row = { keyVersion: 1, state: 'LIVE', wrappedBy: encryption.id, wrappedKey } as const;
  await insertRootKey(database, row, null, clock.now());
}

async function openStored(
  { database, clock, random }: OpenKeysParts,
  ring: NodeKeyring,
  name: StoredKeyName,
  legacyKey: Key | null,
): Promise<Key> {
  if ((await findStoredKey(database, name)) === undefined) {
    const first = legacyKey ? deriveKey(legacyKey, name) : secret(Buffer.from(random(KEY_BYTES)));
    const sealer = await ring.sealer('stored keys');
    const sealed = sealer(open(first), storedKeyBinding(name));
    await insertStoredKey(database, name, sealed, clock.now());
  }
  const sealed = (await findStoredKey(database, name)) ?? defect('a stored key is missing');
  return secret(await ring.unseal('stored keys', sealed, storedKeyBinding(name)));
}

export function storedKeyBinding(name: string): string {
  return `1|stored_keys|${name}|sealed_key`;
}
