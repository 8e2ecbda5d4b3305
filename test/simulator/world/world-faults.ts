// Faults between two operations: crashes, pauses, outages, and time that passes.

import { createChance, type Chance } from './chance.ts';
import { MAX_IN_FLIGHT_MS } from './faults.ts';
import type { World } from './world.ts';

/** From a garbage collection pause to a suspended machine. */
const maxPausesMs = [500, 15_000, 150_000] as const;
const LONGEST_OUTAGE_MS = 90_000;
const LONGEST_DIRECTORY_OUTAGE_MS = 15_000;
const jumpsMs = [20_000, 120_000, 900_000, 24 * 3_600_000, 3 * 24 * 3_600_000] as const;

export interface WorldFaults {
  /** Possibly causes a fault now. */
  maybeCauseFault(): Promise<void>;
  /** Stops all faults: crashed nodes are replaced, paused ones resume, every line works. */
  stop(): void;
}

export function createWorldFaults(world: World): WorldFaults {
  const chance = createChance(world.seed, 40);
  const { faults, nodes, schedule, network, issuer, trace, count } = world;
  const strikes = (share: number): boolean => share > 0 && chance.percent(share);
  return {
    async maybeCauseFault() {
      if (strikes(faults.crash)) crash(world, chance);
      if (strikes(faults.pause)) pause(world, chance);
      if (strikes(faults.outage)) {
        const ms = chance.between(1_000, LONGEST_OUTAGE_MS);
        trace(`the acquirer is unavailable for ${String(ms)} ms`);
        count('outage');
        network.outage(ms);
      }
      if (issuer.isThere && strikes(faults.outage)) {
        const ms = chance.between(500, LONGEST_DIRECTORY_OUTAGE_MS);
        trace(`the directory server is unavailable for ${String(ms)} ms`);
        count('directory outage');
        issuer.outage(ms);
      }
      if (strikes(faults.jump)) {
        // Authorizations in flight arrive first: the engine relies on their maximum time in flight.
        const limit = schedule.clock.now() + 3 * MAX_IN_FLIGHT_MS;
        if (!(await schedule.runUntil(() => network.namedInFlight() === 0, limit))) return;
        const ms = chance.pick(jumpsMs);
        trace(`${String(ms / 1000)} s pass`);
        count('jump');
        schedule.jump(ms);
      }
    },
    stop() {
      faults.on = false;
      nodes.forEach((node, index) => {
        if (!node.life.isAlive()) world.replaceNode(index);
        else if (node.life.isPaused()) node.life.resume();
      });
      trace('faults stop');
    },
  };
}

function crash(world: World, chance: Chance): void {
  const index = chance.below(world.nodes.length);
  const node = world.nodes[index];
  if (!node?.life.isAlive()) return;
  world.trace(`${node.name} crashes`);
  world.count('crash');
  node.life.crash();
  world.schedule.after(chance.between(1, 20_000), () => {
    if (!world.nodes[index]?.life.isAlive()) world.replaceNode(index);
  });
}

function pause(world: World, chance: Chance): void {
  const node = chance.pick(world.nodes);
  if (!node.life.isAlive() || node.life.isPaused()) return;
  const ms = chance.between(100, chance.pick(maxPausesMs));
  world.trace(`${node.name} pauses for ${String(ms)} ms`);
  world.count('pause');
  node.life.pause();
  world.schedule.after(ms, () => node.life.resume());
}
