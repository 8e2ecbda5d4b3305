// The control panel on one node: applies the state stored in the database, polls it because another
// node may change it, and can wait until all nodes have applied it.

import type { Clock } from '@bramka/gateway/core/clock.ts';
import type { Database, Queryable } from '@bramka/gateway/storage/database.ts';
import {
  forgetNode,
  forgetNodesBehind,
  nodesBehind,
  recordNodeVersion,
  readControl,
  type ControlRow,
} from './control.store.ts';
import { listFaults, type StoredFault } from './faults.store.ts';

export interface PanelState extends ControlRow {
  readonly faults: readonly StoredFault[];
}

interface PanelParts {
  readonly database: Database;
  /** Real time: the panel does not run on the clock it moves. */
  readonly base: Clock;
  readonly nodeId: string;
  /**
   * How long to wait for a node that has not applied the current version before it counts as dead.
   */
  readonly agreeLimitMs?: number;
  /** Called with every new state, never with an older one. */
  readonly applyState: (state: PanelState) => void;
}

export type Panel = Awaited<ReturnType<typeof openPanel>>;

const LOOK_MS = 200;
const AGREE_LOOK_MS = 20;
/**
 * A live node on a busy machine may stall for seconds. A dead node delays one change by this much.
 */
const AGREE_LIMIT_MS = 10_000;

export async function openPanel(parts: PanelParts) {
  const { database, base, nodeId, agreeLimitMs = AGREE_LIMIT_MS } = parts;
  // The embedded database belongs to one process, so there are no other nodes.
  const isAlone = database.kind === 'embedded';
  const closing = new AbortController();
  let state: PanelState | undefined;

  /** Applies the state that is stored now. */
  const refresh = async (): Promise<PanelState> => {
    const row = await readControl(database);
    if (state && row.version <= state.version) return state;
    const read = { ...row, faults: await listFaults(database) };
    if (state && read.version <= state.version) return state;
    state = read;
    parts.applyState(read);
    if (!isAlone) await recordNodeVersion(database, nodeId, read.version);
    return read;
  };
  const follow = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await base.sleep(LOOK_MS, closing.signal);
      // If the database is unavailable, the node keeps the last known state.
      await refresh().catch(() => undefined);
    }
  };
  await refresh();
  const following = isAlone ? Promise.resolve() : follow();

  return {
    refresh,
    /** Reads from the database without a cache. */
    read: <T>(read: (database: Queryable) => Promise<T>) => read(database),
    /** Changes the panel in one database transaction, then applies the new state. */
    async change(work: (tx: Queryable) => Promise<unknown>): Promise<PanelState> {
      await database.transaction(work);
      return refresh();
    },
    /** Resolves when every node has applied this node's version. Dead nodes are not waited for. */
    async agreed(): Promise<void> {
      if (isAlone) return;
      const { version } = await refresh();
      const limitMs = base.monotonicMs() + agreeLimitMs;
      while ((await nodesBehind(database, version)) > 0) {
        if (base.monotonicMs() > limitMs) return forgetNodesBehind(database, version);
        await base.sleep(AGREE_LOOK_MS);
      }
    },
    async close(): Promise<void> {
      closing.abort();
      await following;
      if (!isAlone) await forgetNode(database, nodeId).catch(() => undefined);
    },
  };
}
