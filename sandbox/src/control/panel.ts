// The control panel as one node sees it: it obeys what is in the database, looks again every moment
// because another node may have changed it, and can wait until all nodes obey.

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

export interface PanelParts {
  readonly database: Database;
  /** Real time: the panel itself does not live on the clock it moves. */
  readonly base: Clock;
  readonly nodeId: string;
  /** How long a node that does not obey is taken for a living one. */
  readonly agreeLimitMs?: number;
  /** Called with every new state, never with an older one. */
  readonly obey: (state: PanelState) => void;
}

export interface Panel {
  /** Obeys what is in the database now. */
  refresh(): Promise<PanelState>;
  /** Asks the database as it is now. */
  fresh<T>(read: (database: Queryable) => Promise<T>): Promise<T>;
  /** Changes the panel in one database transaction, then obeys. */
  change(work: (tx: Queryable) => Promise<unknown>): Promise<PanelState>;
  /** Resolves when every node obeys what this one does. A node that is gone is not waited for. */
  agreed(): Promise<void>;
  close(): Promise<void>;
}

const LOOK_MS = 200;
const AGREE_LOOK_MS = 20;
/** A living node on a busy machine may stand still for seconds; one that died costs this once. */
const AGREE_LIMIT_MS = 10_000;

export async function openPanel(parts: PanelParts): Promise<Panel> {
  const { database, base, nodeId, agreeLimitMs = AGREE_LIMIT_MS } = parts;
  // The embedded database belongs to one process: there is nobody to follow or to wait for.
  const isAlone = database.kind === 'embedded';
  const closing = new AbortController();
  let state: PanelState | undefined;

  const refresh = async (): Promise<PanelState> => {
    const row = await readControl(database);
    if (state && row.version <= state.version) return state;
    const read = { ...row, faults: await listFaults(database) };
    if (state && read.version <= state.version) return state;
    state = read;
    parts.obey(read);
    if (!isAlone) await recordNodeVersion(database, nodeId, read.version);
    return read;
  };
  const follow = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await base.sleep(LOOK_MS, closing.signal);
      // A database that is away for a moment keeps the node at what it knows.
      await refresh().catch(() => undefined);
    }
  };
  await refresh();
  const following = isAlone ? Promise.resolve() : follow();

  return {
    refresh,
    fresh: (read) => read(database),
    async change(work) {
      await database.transaction(work);
      return refresh();
    },
    async agreed() {
      if (isAlone) return;
      const { version } = await refresh();
      const limitMs = base.monotonicMs() + agreeLimitMs;
      while ((await nodesBehind(database, version)) > 0) {
        if (base.monotonicMs() > limitMs) return forgetNodesBehind(database, version);
        await base.sleep(AGREE_LOOK_MS);
      }
    },
    async close() {
      closing.abort();
      await following;
      if (!isAlone) await forgetNode(database, nodeId).catch(() => undefined);
    },
  };
}
