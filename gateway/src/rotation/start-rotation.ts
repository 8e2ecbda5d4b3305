// Starts a rotation of keys, for the operator. The work is done by a job on any node.

import { defect } from '../core/assert.ts';
import type { Clock } from '../core/clock.ts';
import type { RandomBytes } from '../core/random.ts';
import { refuse } from '../core/refusals.ts';
import type { Database } from '../storage/database.ts';
import { KeyEncryptionFailed } from '../storage/keys/key-encryption.ts';
import { contextOf } from '../storage/keys/keyring.ts';
import type { GatewayKeys } from '../storage/keys/open-keys.ts';
import { readRootKeys } from '../storage/keys/root-keys.store.ts';
import { latestRotations, startRotation, type Rotation } from './rotation.store.ts';

export interface StartParts {
  readonly database: Database;
  readonly keys: Pick<GatewayKeys, 'encryptions'>;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: { error(facts: object, message: string): void };
}

const KEY_BYTES = 32;

/** A new root key, wrapped by the next master key if one is set. */
export async function rotateMaster(parts: StartParts): Promise<Rotation> {
  const { database, clock, random } = parts;
  await refuseRunning(parts);
  const before = (await readRootKeys(database)).at(-1) ?? defect('there is no root key');
  const keyVersion = before.keyVersion + 1;
  const encryption = parts.keys.encryptions.at(-1) ?? defect('there is no master key');
  const plain = Buffer.from(random(KEY_BYTES));
  const wrappedKey = await encryption
    .wrap(plain, contextOf(keyVersion))
    .catch((error: unknown) => refuseFailure(parts, error));
  const row = { keyVersion, state: 'PENDING', wrappedBy: encryption.id, wrappedKey } as const;
  const root = { row, fromVersion: before.keyVersion };
  const at = clock.now();
  const started = await startRotation(database, { kind: 'MASTER', merchantId: null, root, at });
  return started ?? refuse('ROTATION_RUNNING');
}

/** New data keys, of one merchant or of all. */
export async function rotateData(parts: StartParts, merchantId: string | null): Promise<Rotation> {
  await refuseRunning(parts);
  const at = parts.clock.now();
  const rotation = { kind: 'DATA', merchantId, root: null, at } as const;
  return (await startRotation(parts.database, rotation)) ?? refuse('ROTATION_RUNNING');
}

function refuseFailure({ log }: StartParts, error: unknown): never {
  if (!(error instanceof KeyEncryptionFailed)) throw error;
  log.error({ reason: error.message }, 'the next master key cannot be used');
  return refuse('KEY_SERVICE_UNAVAILABLE');
}

async function refuseRunning({ database }: StartParts): Promise<void> {
  const [latest] = await latestRotations(database, 1);
  if (latest && latest.state !== 'DONE') refuse('ROTATION_RUNNING');
}
