// The whole simulated world of one seed: shared storage, one acquirer, some nodes, and the faults
// that befall them. Everything it does is written into its trace.

import { ConnectionLost } from '@bramka/gateway/storage/errors.ts';
import { createIds } from '@bramka/gateway/core/id.ts';
import { groupCommit, type Committer } from '@bramka/gateway/journal/group-commit.ts';
import type { Entry } from '@bramka/gateway/journal/entry.ts';
import { createMemory, type Memory } from '@bramka/gateway/journal/memory-committer.ts';
import { createAcquirer, type SimulatedAcquirer } from '@bramka/sandbox/acquirer/acquirer.ts';
import { memoryChargeStore } from '@bramka/sandbox/acquirer/acquirer.store.ts';
import { createChance, type Chance } from './chance.ts';
import { drawFaults, type Faults } from './faults.ts';
import { createNetwork, type Network } from './network.ts';
import { startNode, type SimulatedNode, type Tampering } from './node.ts';
import { createSchedule, START, type Schedule } from './schedule.ts';
import { createStorage, type Observer, type Storage } from './storage.ts';

export interface Planted extends Tampering {
  readonly damage?: (entry: Entry, memory: Memory) => Entry;
}

export interface WorldOptions {
  readonly seed: number;
  readonly planted: Planted;
  readonly observer: (world: World) => Observer;
  readonly onCharge: (world: World) => void;
  readonly onDefect: (world: World, where: string, error: unknown) => void;
}

export interface World {
  readonly seed: number;
  readonly schedule: Schedule;
  readonly chance: Chance;
  readonly faults: Faults;
  readonly storage: Storage;
  readonly network: Network;
  readonly acquirer: SimulatedAcquirer;
  readonly acquirerMemory: Memory;
  readonly nodes: SimulatedNode[];
  readonly lines: string[];
  /** How often what happened. */
  readonly counts: Map<string, number>;
  readonly trace: (line: string) => void;
  readonly count: (what: string) => void;
  /** Puts a new process in the place of a dead one. */
  replaceNode(place: number): void;
}

export function createWorld(options: WorldOptions): World {
  const { seed } = options;
  const chance = createChance(seed, 0);
  const faults = drawFaults(createChance(seed, 1));
  const schedule = createSchedule(createChance(seed, 2));
  const lines: string[] = [];
  const counts = new Map<string, number>();
  const trace = (line: string): void => {
    lines.push(`${((schedule.clock.now() - START) / 1000).toFixed(3)} ${line}`);
  };
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
  const acquirerMemory = createMemory();
  const acquirer = startAcquirer(seed, schedule, acquirerMemory, () => options.onCharge(world));
  const network = createNetwork({
    schedule,
    chance: createChance(seed, 5),
    faults,
    acquirer,
    trace,
  });
  const observer: Observer = {
    before: (entry) => watching.before(entry),
    after: (entry, verdict) => watching.after(entry, verdict),
  };
  const { damage } = options.planted;
  const storage = createStorage({
    schedule,
    chance: createChance(seed, 6),
    faults,
    observer,
    ...(damage ? { damage } : {}),
  });
  const shared = { schedule, storage, network };
  const start = nodeStarter(options, shared, () => world);
  const nodes: SimulatedNode[] = [];
  const world: World = {
    seed,
    schedule,
    chance,
    faults,
    storage,
    network,
    acquirer,
    acquirerMemory,
    nodes,
    lines,
    counts,
    trace,
    count,
    replaceNode: (place) => {
      nodes[place] = start();
    },
  };
  const watching = options.observer(world);
  for (let place = 0; place < faults.nodes; place += 1) world.replaceNode(place);
  return world;
}

function startAcquirer(
  seed: number,
  schedule: Schedule,
  memory: Memory,
  onCharge: () => void,
): SimulatedAcquirer {
  const committer: Committer = {
    async apply(batch) {
      const answers = await memory.committer.apply(batch);
      onCharge();
      return answers;
    },
  };
  const defer = (work: () => void): void => schedule.after(1, work);
  return createAcquirer({
    journal: groupCommit(committer, { lanes: 1, batchSize: 4, defer }),
    store: memoryChargeStore(memory),
    clock: schedule.clock,
    ids: createIds(schedule.clock, createChance(seed, 3).bytes),
    random: createChance(seed, 4).bytes,
  });
}

function nodeStarter(
  { seed, planted, onDefect }: WorldOptions,
  shared: Pick<World, 'schedule' | 'storage' | 'network'>,
  whole: () => World,
): () => SimulatedNode {
  const keys = new Map<string, { keyVersion: number; sealedKey: Uint8Array }>();
  let started = 0;
  return () => {
    started += 1;
    const { faults, trace, count } = whole();
    const chance = createChance(seed, 7 + started);
    return startNode({
      ...shared,
      name: `node-${String(started)}`,
      skewMs: chance.between(-faults.skewMs, faults.skewMs),
      chance,
      keys,
      tampering: planted,
      onAlarm: (alarm) => {
        trace(`alarm ${alarm}`);
        count(`alarm ${alarm}`);
      },
      onError: (where, error) => {
        if (error instanceof ConnectionLost) return count('storage failure inside');
        onDefect(whole(), where, error);
      },
    });
  };
}
