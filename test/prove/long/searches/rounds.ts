// Rounds of a lane, one seed after the other, until its time is over. A failed assertion is a
// violation; any other error ends the process and is reported as a crash.
import assert from 'node:assert/strict';
import type { Figures, Lane } from '../part.ts';
import { repeatCommand } from '../part.ts';

export type Count = (figures: Figures) => void;

/** The round counts what it does; what it counted is kept when it fails. */
export async function runRounds(
  lane: Lane,
  part: string,
  round: (seed: number, count: Count) => Promise<void>,
): Promise<void> {
  const total: Record<string, number> = {};
  const count: Count = (figures) => {
    for (const [name, more] of Object.entries(figures)) total[name] = (total[name] ?? 0) + more;
    lane.report({ figures: { ...total } });
  };
  let seed = lane.seed;
  do {
    try {
      await round(seed, count);
    } catch (error) {
      if (!(error instanceof assert.AssertionError)) throw error;
      const text = `${lane.name}, seed ${seed}: ${error.message}`;
      lane.report({ violation: { text, repeat: repeatCommand(part, seed) } });
    }
    seed += 1;
  } while (!lane.isOver());
}
