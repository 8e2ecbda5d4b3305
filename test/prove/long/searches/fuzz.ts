// Rounds of changed requests to all operations of one running gateway.
import { assertHealthy, startTarget } from '../../../support/attack.ts';
import { seededChance } from '../../../support/chance.ts';
import { sendChangedRequests } from '../../../support/fuzz/changed-requests.ts';
import type { DatabaseKind } from '../../../support/installation.ts';
import type { Lane } from '../part.ts';
import { runRounds } from './rounds.ts';

const REQUESTS_PER_OPERATION = 40;

export async function run(lane: Lane): Promise<void> {
  const target = await startTarget(lane.name as DatabaseKind);
  try {
    await runRounds(lane, 'fuzz', async (seed, count) => {
      const chance = seededChance(seed);
      for (const operation of target.operations) {
        await sendChangedRequests(target, operation, chance, REQUESTS_PER_OPERATION, seed);
        count({ requests: REQUESTS_PER_OPERATION });
        if (lane.isOver()) break;
      }
      await assertHealthy(target);
    });
  } finally {
    await target.gateway.release();
  }
}
