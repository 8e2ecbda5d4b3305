// Rounds of kills under load, on one database.
import type { DatabaseKind } from '../../../support/installation.ts';
import { killAtRandom } from '../../../support/life/kills.ts';
import type { Lane } from '../part.ts';
import { runRounds } from './rounds.ts';

const KILLS_PER_ROUND = 5;

export async function run(lane: Lane): Promise<void> {
  const database = lane.name as DatabaseKind;
  await runRounds(lane, 'kills', async (seed, count) => {
    await killAtRandom({
      database,
      seed,
      kills: KILLS_PER_ROUND,
      onKill: () => count({ kills: 1 }),
      onChecked: (payments) => count({ 'payments checked': payments }),
      isOver: () => lane.isOver(),
    });
  });
}
