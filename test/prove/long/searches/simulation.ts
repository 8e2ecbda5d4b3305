// Seeds of the simulator, one after the other; the lanes of the part take turns at them.
import { keepSeed } from '../../../simulator/failing-seeds.ts';
import { runSeeds } from '../../../simulator/run-seeds.ts';
import { runTokens } from '../../../simulator/tokenizing/run-tokens.ts';
import type { Lane } from '../part.ts';

/** Seeds between two looks at the clock. */
const BLOCK = 20;

export async function run(lane: Lane): Promise<void> {
  let seeds = 0;
  let events = 0;
  const step = BLOCK * lane.lanes;
  for (let from = lane.seed + lane.index * BLOCK; ; from += step) {
    const summary = await runSeeds({
      from,
      seeds: BLOCK,
      replayKept: seeds === 0 && lane.index === 0,
    });
    seeds += summary.seeds;
    for (const times of summary.counts.values()) events += times;
    for (const { seed, findings } of summary.failures) {
      const [first] = findings;
      const text = `seed ${seed}: ${first?.invariant ?? ''}: ${first?.text ?? ''}`;
      keepSeed(seed, first?.invariant ?? '');
      const repeat = `npm run simulate -- --seed ${seed} --trace`;
      lane.report({ violation: { text, repeat } });
    }
    await runTokenSeeds(lane, from);
    lane.report({ figures: { seeds, 'simulated events': events } });
    if (lane.isOver()) return;
  }
}

/** Seeds of tokenizations; they are shorter than the others. */
async function runTokenSeeds(lane: Lane, from: number): Promise<void> {
  for (let seed = from; seed < from + BLOCK; seed += 1) {
    const [first] = (await runTokens(seed)).findings;
    if (!first) continue;
    const text = `tokenizations, seed ${seed}: ${first.invariant}: ${first.text}`;
    const repeat = `npm run simulate -- --tokens --seed ${seed} --trace`;
    lane.report({ violation: { text, repeat } });
  }
}
