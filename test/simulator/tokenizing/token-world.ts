// One seeded run of tokenizations on two nodes: the real tokenizer and engine on simulated storage,
// network, acquirer and token services, with crashes, pauses and lost answers.

import { createAcquirer } from '@bramka/sandbox/acquirer/acquirer.ts';
import { memoryChargeStore } from '@bramka/sandbox/testing/memory/charges.ts';
import { createIds } from '@bramka/gateway/core/id.ts';
import { groupCommit } from '@bramka/gateway/journal/group-commit.ts';
import { createMemory } from '@bramka/gateway/journal/testing/memory-committer.ts';
import { ConnectionLost } from '@bramka/gateway/storage/errors.ts';
import { tokenServiceRegistry } from '@bramka/gateway/token-services/registry.ts';
import { oneProvider, PROVIDER } from '../failover/providers.ts';
import { createStorage, type Storage } from '../storage/storage.ts';
import { createChance, type Chance } from '../world/chance.ts';
import { drawFaults, type Faults } from '../world/faults.ts';
import type { Life } from '../world/life.ts';
import { drawPolicies } from '../world/merchants.ts';
import { createNetwork } from '../world/network.ts';
import { startNode } from '../world/node.ts';
import type { SimulatedNode } from '../node/node-parts.ts';
import { createSchedule, START, type Schedule } from '../world/schedule.ts';
import { createSimulatedTokens, type SimulatedTokens } from './simulated-tokens.ts';
import type { TokenBug } from './token-bug.ts';
import { createEntryChecks, checkRequest } from './token-checks.ts';
import { createTokenFindings, type TokenFindings } from './token-finding.ts';
import { createPostman, type Postman } from './postman.ts';

const NODES = 2;

export interface TokenWorld {
  readonly seed: number;
  readonly schedule: Schedule;
  readonly chance: Chance;
  readonly faults: Faults;
  readonly storage: Storage;
  readonly tokens: SimulatedTokens;
  readonly postman: Postman;
  readonly nodes: SimulatedNode[];
  readonly findings: TokenFindings;
  readonly lines: string[];
  readonly trace: (line: string) => void;
  /** Replaces a dead process with a new one. */
  replaceNode(index: number): void;
}

export function createTokenWorld(seed: number, bug?: TokenBug): TokenWorld {
  const faults = drawFaults(createChance(seed, 1));
  const schedule = createSchedule(createChance(seed, 2));
  const findings = createTokenFindings();
  const lines: string[] = [];
  const trace = (line: string): void => {
    lines.push(`${((schedule.clock.now() - START) / 1000).toFixed(3)} ${line}`);
  };
  const ground = { seed, schedule, faults, findings, lines, trace };
  const checks = createEntryChecks(findings, () => storage.memory, trace);
  const storage = createStorage({
    ...ground,
    chance: createChance(seed, 6),
    observer: checks,
    ...(bug?.damage ? { damage: bug.damage } : {}),
  });
  const nodes: SimulatedNode[] = [];
  const postman = createPostman({ ...ground, chance: createChance(seed, 8), nodes, bug });
  const tokens = createSimulatedTokens({
    ...ground,
    chance: createChance(seed, 9),
    onRequest: (request) => checkRequest(findings, storage.memory, request),
    tell: (news) => postman.send(news),
  });
  const start = nodeStarter({ ...ground, storage, tokens }, bug);
  const replaceNode = (index: number): void => {
    nodes[index] = start();
  };
  for (let index = 0; index < NODES; index += 1) replaceNode(index);
  const chance = createChance(seed, 10);
  return { ...ground, chance, storage, tokens, postman, nodes, replaceNode };
}

type Ground = Pick<
  TokenWorld,
  'seed' | 'schedule' | 'faults' | 'findings' | 'trace' | 'storage' | 'tokens'
>;

/** Every start of a process has its own random numbers. */
function nodeStarter(ground: Ground, bug: TokenBug | undefined): () => SimulatedNode {
  const { seed, faults, findings, storage, tokens } = ground;
  const keys = new Map<string, { keyVersion: number; sealedKey: Uint8Array }>();
  const network = acquirerNetwork(ground);
  const policies = drawPolicies(createChance(seed, 7));
  const servicesOf = (life: Life) => {
    const real = tokens.from(life);
    if (!bug?.tokenService) return real;
    const planted = bug.tokenService;
    const services = real.schemes.map((scheme) => real.find(scheme)).filter((one) => !!one);
    return tokenServiceRegistry(services.map((one) => planted(one, storage.memory)));
  };
  let started = 0;
  return () => {
    started += 1;
    const chance = createChance(seed, 20 + started);
    return startNode({
      ...ground,
      network,
      plan: oneProvider,
      name: `node-${String(started)}`,
      skewMs: chance.between(-faults.skewMs, faults.skewMs),
      chance,
      directory: () => null,
      tokenServices: servicesOf,
      policies,
      keys,
      tampering: bug ?? {},
      onAlarm: () => undefined,
      onError: (where, error) => {
        if (error instanceof ConnectionLost) return;
        const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
        ground.trace(told);
        findings.report('no error', `${where}: ${told.split('\n')[0] ?? ''}`);
      },
    });
  };
}

/** The acquirer of the sandbox, which verifies and charges the cards. */
function acquirerNetwork({ seed, schedule, faults, trace }: Ground) {
  const memory = createMemory();
  const defer = (work: () => void): void => schedule.after(1, work);
  const acquirer = createAcquirer({
    journal: groupCommit(memory.committer, { lanes: 1, batchSize: 4, defer }),
    store: memoryChargeStore(memory),
    clock: schedule.clock,
    ids: createIds(schedule.clock, createChance(seed, 3).bytes),
    random: createChance(seed, 4).bytes,
  });
  const chance = createChance(seed, 5);
  const acquirers = [{ name: PROVIDER, acquirer }];
  return createNetwork({
    schedule,
    faults,
    trace,
    chance,
    acquirers,
    onAuthorize: () => undefined,
  });
}
