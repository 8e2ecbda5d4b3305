// Tests of the simulator with an operator that waits for customers: no seed violates an invariant,
// and every planted bug is found as the violation of its invariant.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitingBugs } from './waiting-bugs.ts';
import { runWaiting } from './waiting-world.ts';

const SEEDS = 60;
/** Seeds that once failed, with what they found. */
const failedBefore: readonly number[] = [];

test('no seed violates an invariant', async () => {
  const seeds = [...failedBefore, ...Array.from({ length: SEEDS }, (_, index) => index + 1)];
  for (const seed of seeds) assert.deepEqual(await runWaiting(seed), [], `seed ${String(seed)}`);
});

for (const bug of waitingBugs) {
  test(`finds the planted bug: ${bug.name}`, async () => {
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const found = (await runWaiting(seed, bug)).map(({ invariant }) => invariant);
      if (found.length === 1 && found[0] === bug.breaks) return;
    }
    assert.fail(`no seed of ${String(SEEDS)} violates only "${bug.breaks}"`);
  });
}
