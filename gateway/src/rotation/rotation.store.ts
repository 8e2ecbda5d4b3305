// Rotations of keys in the database. One runs at a time; the node that works on it holds a lease.

import { isoTime, type Instant } from '../core/clock.ts';
import { statement, type Database, type Queryable } from '../storage/database.ts';
import { UniqueViolation } from '../storage/errors.ts';
import { insertRootKey, type RootKeyRow } from '../storage/keys/root-keys.store.ts';

const rotationKinds = ['MASTER', 'DATA'] as const;
type RotationKind = (typeof rotationKinds)[number];
type RotationState = 'PREPARING' | 'REWRAPPING' | 'RETIRING' | 'DONE';

export interface Rotation {
  readonly rotationId: number;
  readonly kind: RotationKind;
  /** Whose data keys are replaced; null: those of all merchants, or the master key. */
  readonly merchantId: string | null;
  readonly state: RotationState;
  /** The versions of the root key before and after the rotation. */
  readonly fromVersion: number | null;
  readonly toVersion: number | null;
  /** How many values were sealed with the old keys, and how many are sealed again. */
  readonly total: number;
  readonly done: number;
  readonly problem: string | null;
  readonly startedAt: Instant;
  readonly updatedAt: Instant;
  readonly finishedAt: Instant | null;
}

const columns = `rotation_id as "rotationId", kind, merchant_id as "merchantId", state,
  from_version as "fromVersion", to_version as "toVersion", total, done, problem,
  started_at as "startedAt", updated_at as "updatedAt", finished_at as "finishedAt"`;

const readLatest = statement(
  'rotations.latest',
  `select ${columns} from key_rotations order by rotation_id desc limit $1`,
);
const start = statement(
  'rotations.start',
  `insert into key_rotations (rotation_id, kind, merchant_id, state, from_version, to_version,
     total, done, started_at, updated_at)
   select coalesce(max(rotation_id), 0) + 1, $1, $2, 'PREPARING', $3, $4, 0, 0, $5, $5
   from key_rotations returning ${columns}`,
);
const claim = statement(
  'rotations.claim',
  `update key_rotations set owner = $1, owner_until = $3 where state <> 'DONE'
     and (owner is null or owner = $1 or owner_until <= $2) returning ${columns}`,
);
const advance = statement(
  'rotations.advance',
  `update key_rotations set state = $3, total = $4, problem = null, updated_at = $5,
     finished_at = case when $3 = 'DONE' then $5::timestamptz end
   where rotation_id = $1 and state = $2 returning ${columns}`,
);
const report = statement(
  'rotations.report',
  `update key_rotations set done = done + $2, problem = $3, updated_at = $4
   where rotation_id = $1`,
);
const activateRoot = statement(
  'rotations.activate-root',
  `update root_keys set state = 'LIVE' where rotation_id = $1`,
);
const deleteRoots = statement(
  'rotations.delete-roots',
  'delete from root_keys where key_version < $1',
);
const readProblems = statement(
  'rotations.node-problems',
  `select node_id as "nodeId", problem from key_nodes where seen_at > $1 and problem is not null`,
);
const merchantsWithout = statement(
  'rotations.merchants-without',
  `select merchant_id as "merchantId", max(key_version) as "keyVersion" from data_keys
   where ($1::text is null or merchant_id = $1) group by merchant_id
   having coalesce(max(rotation_id), 0) < $2 order by merchant_id limit $3`,
);
const insertDataKey = statement(
  'rotations.insert-data-key',
  `insert into data_keys (merchant_id, key_version, sealed_key, rotation_id, created_at)
   values ($1, $2, $3, $4, $5) on conflict do nothing`,
);
const deleteDataKeys = statement(
  'rotations.delete-data-keys',
  `delete from data_keys k where ($1::text is null or k.merchant_id = $1)
     and exists (select 1 from data_keys n where n.merchant_id = k.merchant_id
       and n.rotation_id = $2 and n.key_version > k.key_version)`,
);

export function latestRotations(database: Queryable, limit: number): Promise<Rotation[]> {
  return database.run<Rotation>(readLatest, [limit]);
}

interface NewRotation {
  readonly kind: RotationKind;
  readonly merchantId: string | null;
  /** The new root key, with the version it replaces. */
  readonly root: { readonly row: RootKeyRow; readonly fromVersion: number } | null;
  readonly at: Instant;
}

/** Undefined: another rotation is running. */
export async function startRotation(
  database: Database,
  { kind, merchantId, root, at }: NewRotation,
): Promise<Rotation | undefined> {
  try {
    return await database.transaction(async (tx) => {
      const versions = [root?.fromVersion ?? null, root?.row.keyVersion ?? null];
      const values = [kind, merchantId, ...versions, isoTime(at)];
      const [rotation] = await tx.run<Rotation>(start, values);
      if (rotation && root) await insertRootKey(tx, root.row, rotation.rotationId, at);
      return rotation;
    });
  } catch (error) {
    if (error instanceof UniqueViolation) return undefined;
    throw error;
  }
}

/** The running rotation, if this node may work on it until `until`. */
export async function claimRotation(
  database: Queryable,
  nodeId: string,
  now: Instant,
  until: Instant,
): Promise<Rotation | undefined> {
  return (await database.run<Rotation>(claim, [nodeId, isoTime(now), isoTime(until)]))[0];
}

interface Advance {
  readonly to: RotationState;
  readonly total: number;
  readonly at: Instant;
}

/** The next state, together with what belongs to it; undefined: another node was faster. */
export function advanceRotation(
  database: Database,
  { rotationId, state }: Rotation,
  { to, total, at }: Advance,
  also: (tx: Queryable) => Promise<void>,
): Promise<Rotation | undefined> {
  return database.transaction(async (tx) => {
    const values = [rotationId, state, to, total, isoTime(at)];
    const [after] = await tx.run<Rotation>(advance, values);
    if (after) await also(tx);
    return after;
  });
}

export async function reportProgress(
  database: Queryable,
  { rotationId }: Rotation,
  done: number,
  problem: string | null,
  at: Instant,
): Promise<void> {
  await database.run(report, [rotationId, done, problem, isoTime(at)]);
}

export async function activateRootKey(tx: Queryable, rotationId: number): Promise<void> {
  await tx.run(activateRoot, [rotationId]);
}

/** Destroys all root keys below this version. */
export async function deleteRootKeys(tx: Queryable, below: number): Promise<void> {
  await tx.run(deleteRoots, [below]);
}

export function nodeProblems(
  database: Queryable,
  seenAfter: Instant,
): Promise<{ nodeId: string; problem: string }[]> {
  return database.run(readProblems, [isoTime(seenAfter)]);
}

/** Merchants whose data key this rotation has not replaced yet, with their newest version. */
export function merchantsWithoutNewKey(
  database: Queryable,
  { merchantId, rotationId }: Rotation,
  limit: number,
): Promise<{ merchantId: string; keyVersion: number }[]> {
  return database.run(merchantsWithout, [merchantId, rotationId, limit]);
}

export async function insertNewDataKey(
  database: Queryable,
  key: { readonly merchantId: string; readonly keyVersion: number; readonly sealed: Uint8Array },
  rotationId: number,
  at: Instant,
): Promise<void> {
  const { merchantId, keyVersion, sealed } = key;
  await database.run(insertDataKey, [merchantId, keyVersion, sealed, rotationId, isoTime(at)]);
}

/** Destroys the data keys that this rotation has replaced. */
export async function deleteOldDataKeys(
  tx: Queryable,
  { merchantId, rotationId }: Rotation,
): Promise<void> {
  await tx.run(deleteDataKeys, [merchantId, rotationId]);
}
