// Root keys and stored keys in the database; root keys are wrapped, stored keys are sealed.

import { isoTime, type Instant } from '../../core/clock.ts';
import { statement, type Queryable } from '../database.ts';

export interface RootKeyRow {
  readonly keyVersion: number;
  /** PENDING: known to nodes before the first of them seals with it. */
  readonly state: 'PENDING' | 'LIVE';
  readonly wrappedBy: string;
  readonly wrappedKey: Uint8Array;
}

/** Root keys with the number that changes when any key is replaced. */
export interface RingRow extends RootKeyRow {
  readonly stamp: string;
  readonly isRotating: boolean;
}

const readRing = statement(
  'root-keys.read',
  `select k.key_version as "keyVersion", k.state, k.wrapped_by as "wrappedBy",
     k.wrapped_key as "wrappedKey", r.stamp, r.rotating as "isRotating"
   from root_keys k cross join (
     select coalesce(string_agg(rotation_id::text || state, ','), '') as stamp,
       coalesce(bool_or(state <> 'DONE'), false) as rotating
     from (select rotation_id, state from key_rotations order by rotation_id desc limit 2) as last
   ) as r order by k.key_version`,
);
const insertRoot = statement(
  'root-keys.insert',
  `insert into root_keys (key_version, state, wrapped_by, wrapped_key, rotation_id, created_at)
   values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
);
const readStored = statement(
  'stored-keys.find',
  'select sealed_key as "sealedKey" from stored_keys where name = $1',
);
const insertStored = statement(
  'stored-keys.insert',
  `insert into stored_keys (name, sealed_key, created_at) values ($1, $2, $3)
   on conflict do nothing`,
);
const acknowledge = statement(
  'key-nodes.acknowledge',
  `insert into key_nodes (node_id, problem, seen_at) values ($1, $2, $3)
   on conflict (node_id) do update set problem = excluded.problem, seen_at = excluded.seen_at`,
);

export function readRootKeys(database: Queryable): Promise<RingRow[]> {
  return database.run<RingRow>(readRing);
}

export async function insertRootKey(
  database: Queryable,
  row: RootKeyRow,
  rotationId: number | null,
  at: Instant,
): Promise<void> {
  const { keyVersion, state, wrappedBy, wrappedKey } = row;
  const values = [keyVersion, state, wrappedBy, wrappedKey, rotationId, isoTime(at)];
  await database.run(insertRoot, values);
}

export async function findStoredKey(
  database: Queryable,
  name: string,
): Promise<Uint8Array | undefined> {
  return (await database.run<{ sealedKey: Uint8Array }>(readStored, [name]))[0]?.sealedKey;
}

/** If another node was faster, its key stays. */
export async function insertStoredKey(
  database: Queryable,
  name: string,
  sealed: Uint8Array,
  at: Instant,
): Promise<void> {
  await database.run(insertStored, [name, sealed, isoTime(at)]);
}

/** Reports whether this process can use all root keys. */
export async function acknowledgeKeys(
  database: Queryable,
  nodeId: string,
  problem: string | null,
  at: Instant,
): Promise<void> {
  await database.run(acknowledge, [nodeId, problem, isoTime(at)]);
}
