// Runs one seed: a random schedule of calls, changes at the token services, crashes and pauses,
// then rest.

import { createChance, type Chance } from '../world/chance.ts';
import { act } from './token-calls.ts';
import type { TokenBug } from './token-bug.ts';
import type { TokenFinding } from './token-finding.ts';
import { checkRest, settle } from './token-rest.ts';
import { createTokenWorld, type TokenWorld } from './token-world.ts';

/** Calls come in bursts, so that they overlap. */
const BURST_MS = 80;
const LONGEST_PAUSE_MS = 15_000;

export interface TokenRun {
  readonly findings: readonly TokenFinding[];
  readonly trace: readonly string[];
}

/** The violations that the seed finds; with a planted bug, those that it causes. */
export async function runTokens(seed: number, bug?: TokenBug): Promise<TokenRun> {
  const world = createTokenWorld(seed, bug);
  const chance = createChance(seed, 11);
  const { schedule, faults, nodes, findings, lines } = world;
  const spanMs = chance.pick([1_500, 15_000, 120_000]);
  const bursts = chance.between(4, 14);
  for (let burst = 0; burst < bursts; burst += 1) {
    schedule.after(chance.below(spanMs), () => {
      const calls = chance.between(1, 5);
      for (let call = 0; call < calls; call += 1) {
        schedule.after(chance.below(BURST_MS), () => act(world));
      }
      // Most crashes hit a node that works on a call.
      if (chance.percent(20)) schedule.after(chance.below(150), () => crashNode(world, chance));
    });
  }
  planFaults(world, chance, spanMs);
  await schedule.runUntil(() => false, schedule.clock.now() + spanMs);
  faults.on = false;
  world.trace('faults stop');
  nodes.forEach((node, index) => {
    if (!node.life.isAlive()) world.replaceNode(index);
    else if (node.life.isPaused()) node.life.resume();
  });
  await settle(world);
  checkRest(world);
  for (const { life } of nodes) life.crash();
  return { findings: findings.list, trace: lines };
}

function planFaults(world: TokenWorld, chance: Chance, spanMs: number): void {
  const { schedule } = world;
  const crashes = chance.below(4);
  for (let crash = 0; crash < crashes; crash += 1) {
    schedule.after(chance.below(spanMs), () => crashNode(world, chance));
  }
  const pauses = chance.below(4);
  for (let pause = 0; pause < pauses; pause += 1) {
    schedule.after(chance.below(spanMs), () => pauseNode(world, chance));
  }
}

function crashNode(world: TokenWorld, chance: Chance): void {
  const { nodes, schedule, trace } = world;
  const index = chance.below(nodes.length);
  const node = nodes[index];
  if (!node?.life.isAlive()) return;
  trace(`${node.name} crashes`);
  node.life.crash();
  schedule.after(chance.below(3_000), () => {
    if (!nodes[index]?.life.isAlive()) world.replaceNode(index);
  });
}

function pauseNode({ nodes, schedule, trace }: TokenWorld, chance: Chance): void {
  const node = chance.pick(nodes);
  if (!node.life.isAlive() || node.life.isPaused()) return;
  trace(`${node.name} pauses`);
  node.life.pause();
  schedule.after(chance.below(LONGEST_PAUSE_MS), () => node.life.resume());
}
