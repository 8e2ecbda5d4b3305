// The control panel in the database: the clock that all nodes share, and the version that each node
// has applied.

import { isoTime, type ClockState, type Instant } from '@bramka/gateway/core/clock.ts';
import { statement, type Queryable } from '@bramka/gateway/storage/database.ts';

export interface ControlRow {
  readonly version: number;
  /** How often the sandbox was reset. */
  readonly resets: number;
  readonly clock: ClockState;
}

interface StoredRow {
  readonly version: number;
  readonly resets: number;
  readonly offsetMs: bigint;
  readonly frozenAt: Instant | null;
}

const columns = 'version, resets, offset_ms as "offsetMs", frozen_at as "frozenAt"';
const read = statement('sandbox.control.read', `select ${columns} from sandbox.control`);
const move = statement(
  'sandbox.control.move',
  `update sandbox.control set version = version + 1, offset_ms = $2, frozen_at = $3
   where version = $1 returning ${columns}`,
);
const bumpVersion = statement(
  'sandbox.control.touch',
  `update sandbox.control set version = version + 1 returning ${columns}`,
);
const startAnew = statement(
  'sandbox.control.start-anew',
  `update sandbox.control set version = version + 1, resets = resets + 1, offset_ms = 0,
     frozen_at = null returning ${columns}`,
);
const insertNodeVersion = statement(
  'sandbox.nodes.note',
  `insert into sandbox.nodes (node_id, version) values ($1, $2)
   on conflict (node_id) do update set version = greatest(sandbox.nodes.version, excluded.version)`,
);
const dropNode = statement('sandbox.nodes.drop', 'delete from sandbox.nodes where node_id = $1');
const listBehind = statement(
  'sandbox.nodes.behind',
  'select node_id as "nodeId" from sandbox.nodes where version < $1',
);
const dropBehind = statement(
  'sandbox.nodes.drop-behind',
  'delete from sandbox.nodes where version < $1',
);

export async function readControl(on: Queryable): Promise<ControlRow> {
  return singleRow(await on.run<StoredRow>(read));
}

/** Undefined if the panel has changed since this version. */
export async function moveClock(
  on: Queryable,
  version: number,
  { offsetMs, frozenAt }: ClockState,
): Promise<ControlRow | undefined> {
  const values = [version, offsetMs, frozenAt === null ? null : isoTime(frozenAt)];
  const rows = await on.run<StoredRow>(move, values);
  return rows.length === 0 ? undefined : singleRow(rows);
}

/** Makes all nodes read the panel again. */
export async function bumpControlVersion(on: Queryable): Promise<ControlRow> {
  return singleRow(await on.run<StoredRow>(bumpVersion));
}

/** Sets the clock back to real time. */
export async function resetControl(on: Queryable): Promise<ControlRow> {
  return singleRow(await on.run<StoredRow>(startAnew));
}

export async function recordNodeVersion(
  on: Queryable,
  nodeId: string,
  version: number,
): Promise<void> {
  await on.run(insertNodeVersion, [nodeId, version]);
}

export async function forgetNode(on: Queryable, nodeId: string): Promise<void> {
  await on.run(dropNode, [nodeId]);
}

export async function nodesBehind(on: Queryable, version: number): Promise<number> {
  return (await on.run(listBehind, [version])).length;
}

export async function forgetNodesBehind(on: Queryable, version: number): Promise<void> {
  await on.run(dropBehind, [version]);
}

function singleRow(rows: readonly StoredRow[]): ControlRow {
  const [row] = rows;
  if (!row) throw new Error('the row of sandbox.control is missing');
  const { version, resets, offsetMs, frozenAt } = row;
  return { version, resets, clock: { offsetMs: Number(offsetMs), frozenAt } };
}
