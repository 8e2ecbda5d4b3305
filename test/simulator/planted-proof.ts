// The proof that the simulator bites: each planted mistake is found within a bounded number of
// seeds, on which the engine as it is finds nothing.

import type { Finding } from './checks/findings.ts';
import type { PlantedBug } from './planted/planted-bug.ts';
import { plantedBugs } from './planted.ts';
import { runSeed } from './run-seed.ts';

export const MOST_SEEDS = 300;

export interface Proof {
  readonly bug: PlantedBug;
  /** The first seed that finds it, and what it finds; undefined when none does. */
  readonly found: { readonly seed: number; readonly finding: Finding } | undefined;
  /** What the same seed finds in the engine as it is. */
  readonly without: readonly Finding[];
}

export async function provePlanted(bug: PlantedBug): Promise<Proof> {
  for (let seed = 1; seed <= MOST_SEEDS; seed += 1) {
    const [finding] = (await runSeed(seed, bug.planted)).findings;
    if (!finding || !shows(bug, finding)) continue;
    return { bug, found: { seed, finding }, without: (await runSeed(seed)).findings };
  }
  return { bug, found: undefined, without: [] };
}

function shows({ breaks, shows: told }: PlantedBug, { invariant, text }: Finding): boolean {
  return breaks.includes(invariant) && (told?.test(text) ?? true);
}

export async function proveAll(): Promise<Proof[]> {
  const proofs: Proof[] = [];
  for (const bug of plantedBugs) proofs.push(await provePlanted(bug));
  return proofs;
}
