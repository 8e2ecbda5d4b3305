// The simulated world of one seed: shared storage, acquirers, issuers, nodes, and their faults.
// Everything that happens is written to its trace.

import { ConnectionLost } from '@bramka/gateway/storage/errors.ts';
import type { PlainRequest } from '@bramka/gateway/providers/plain/messages.ts';
import type { Entry, CommitResult } from '@bramka/gateway/journal/entry.ts';
import type { Memory } from '@bramka/gateway/journal/testing/memory-committer.ts';
import { authentications, type Authentication } from '@bramka/gateway/threeds/authentication.ts';
import { startAcquirers, type AcquirerSite } from '../failover/acquirers.ts';
import { drawProviders, type ProviderCount, type ProviderPlan } from '../failover/providers.ts';
import { createIssuer, type Issuer, type IssuerParts } from '../issuer/issuer.ts';
import type { Fields } from '../issuer/notifications.ts';
import { createChance, type Chance } from './chance.ts';
import { drawFaults, type Faults } from './faults.ts';
import {
  drawPolicies,
  drawSettlement,
  type Policies,
  type SettlementSettings,
} from './merchants.ts';
import { createNetwork, type Network } from './network.ts';
import { startNode } from './node.ts';
import type { SimulatedNode, Tampering } from '../node/node-parts.ts';
import { createSchedule, START, type Schedule } from './schedule.ts';
import { createStorage, type Observer, type Storage } from '../storage/storage.ts';

export interface Planted extends Tampering {
  readonly damage?: (entry: Entry, memory: Memory) => Entry;
  /** Reads a notification wrongly (planted bug). */
  readonly misread?: (body: Fields, memory: Memory) => Fields;
}

/** Observers of everything that happens. */
export interface Watch extends Observer, Pick<IssuerParts, 'onResult' | 'onForged'> {
  onCharge(): void;
  onAuthorize(request: PlainRequest, provider: string): void;
  onDefect(where: string, error: unknown): void;
}

export interface WorldOptions {
  readonly seed: number;
  readonly planted: Planted;
  readonly providers: ProviderCount;
  readonly watch: (world: World) => Watch;
}

export interface World {
  readonly seed: number;
  readonly schedule: Schedule;
  readonly chance: Chance;
  readonly faults: Faults;
  readonly storage: Storage;
  readonly network: Network;
  readonly acquirers: readonly AcquirerSite[];
  readonly plan: ProviderPlan;
  readonly issuer: Issuer;
  readonly policies: Policies;
  readonly settlement: SettlementSettings;
  readonly nodes: SimulatedNode[];
  readonly lines: string[];
  /** How often each thing happened. */
  readonly counts: Map<string, number>;
  readonly trace: (line: string) => void;
  readonly count: (what: string) => void;
  /** Replaces a dead process with a new one. */
  replaceNode(index: number): void;
}

/** The shared parts of the world. */
type WorldBase = Pick<
  World,
  'seed' | 'schedule' | 'faults' | 'trace' | 'count' | 'lines' | 'counts'
>;

function createWorldBase(seed: number): WorldBase {
  const faults = drawFaults(createChance(seed, 1));
  const schedule = createSchedule(createChance(seed, 2));
  const lines: string[] = [];
  const counts = new Map<string, number>();
  const trace = (line: string): void => {
    lines.push(`${((schedule.clock.now() - START) / 1000).toFixed(3)} ${line}`);
  };
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
  return { seed, schedule, faults, trace, count, lines, counts };
}

export function createWorld(options: WorldOptions): World {
  const { seed, planted } = options;
  const ground = createWorldBase(seed);
  // The observers need a complete world, so they are set last; until then nothing happens.
  const watch = (): Watch => watching;
  const nodes: SimulatedNode[] = [];
  const { damage, misread } = planted;
  const storage = createStorage({
    ...ground,
    chance: createChance(seed, 6),
    observer: {
      before: (entry) => watch().before(entry),
      after: (entry, result) => observe(watch(), issuer, entry, result),
    },
    ...(damage ? { damage } : {}),
  });
  const issuer = createIssuer({
    ...ground,
    nodes,
    misread: misread && ((body) => misread(body, storage.memory)),
    onDefect: (...defect) => watch().onDefect(...defect),
    onResult: (...heard) => watch().onResult(...heard),
    onForged: (...heard) => watch().onForged(...heard),
  });
  const plan = drawProviders(createChance(seed, 52), options.providers);
  const onCharge = (): void => watch().onCharge();
  const acquirers = startAcquirers({ ...ground, plan, issuer, onCharge });
  const network = createNetwork({
    ...ground,
    chance: createChance(seed, 5),
    acquirers,
    onAuthorize: (...arrived) => watch().onAuthorize(...arrived),
  });
  const policies = drawPolicies(createChance(seed, 50));
  const settlement = drawSettlement(createChance(seed, 51));
  const around = { ...ground, storage, network, plan, issuer, policies, settlement };
  const start = nodeStarter(around, planted, (...defect) => watch().onDefect(...defect));
  const world: World = {
    ...around,
    chance: createChance(seed, 0),
    acquirers,
    nodes,
    replaceNode: (index) => {
      nodes[index] = start();
    },
  };
  const watching = options.watch(world);
  for (let index = 0; index < ground.faults.nodes; index += 1) world.replaceNode(index);
  return world;
}

/** Customers are informed about changes of their authentications. */
function observe(watch: Watch, issuer: Issuer, entry: Entry, result: CommitResult): void {
  watch.after(entry, result);
  if (result.kind !== 'committed') return;
  for (const { table, row } of [...entry.inserts, ...entry.updates]) {
    if (table === authentications) issuer.onWritten(row as unknown as Authentication);
  }
}

function nodeStarter(
  around: WorldBase &
    Pick<World, 'storage' | 'network' | 'plan' | 'issuer' | 'policies' | 'settlement'>,
  planted: Planted,
  onDefect: Watch['onDefect'],
): () => SimulatedNode {
  const keys = new Map<string, { keyVersion: number; sealedKey: Uint8Array }>();
  const { seed, faults, trace, count, issuer } = around;
  let started = 0;
  return () => {
    started += 1;
    const chance = createChance(seed, 7 + started);
    return startNode({
      ...around,
      name: `node-${String(started)}`,
      skewMs: chance.between(-faults.skewMs, faults.skewMs),
      chance,
      directory: (life) => issuer.from(life),
      keys,
      tampering: planted,
      onAlarm: (alarm) => {
        trace(`alarm ${alarm}`);
        count(`alarm ${alarm}`);
        // The simulated acquirer never contradicts an earlier answer.
        if (alarm === 'contradicting-outcome') onDefect('alarm', new Error(alarm));
      },
      onError: (where, error) => {
        if (error instanceof ConnectionLost) return count('storage failure inside');
        onDefect(where, error);
      },
    });
  };
}
