// A short version of the fuzzing in `npm run prove`: randomly but reproducibly modified requests to
// every operation.
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
