// A share of the fuzzing that `npm run prove` does for as long as asked: requests changed at random
// but repeatably, to every operation of the interface.
import { after, before, test } from 'node:test';
import { assertHealthy, startTarget, type Target } from '../support/attack.ts';
import { seed, seededChance } from '../support/chance.ts';
import { sendChangedRequests } from '../support/fuzz/changed-requests.ts';

/** Requests per operation. */
const requests = 48;

let target: Target;
before(async () => {
  target = await startTarget();
});
after(async () => {
  await assertHealthy(target);
  await target.gateway.release();
});

test(`random changes of valid requests, seed ${seed}`, async () => {
  const chance = seededChance(seed);
  for (const operation of target.operations) {
    await sendChangedRequests(target, operation, chance, requests, seed);
  }
});
