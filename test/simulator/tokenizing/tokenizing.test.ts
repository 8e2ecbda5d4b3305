// Tests of the simulator of tokenizations: no seed violates an invariant, every planted bug is
// found as the violation of its invariant, and a seed determines its run.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runTokens } from './run-tokens.ts';
import { tokenBugs } from './token-bugs.ts';

const SEEDS = 40;
const BUG_SEEDS = 200;

test('no seed violates an invariant', async () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    assert.deepEqual((await runTokens(seed)).findings, [], `seed ${String(seed)}`);
  }
});

test('the same seed gives the same run', async () => {
  const [first, second] = [await runTokens(7), await runTokens(7)];
  assert.ok(first.trace.length > 100);
  assert.deepEqual(first.trace, second.trace);
});

for (const bug of tokenBugs) {
  test(`finds the planted bug: ${bug.name}`, async () => {
    const seeds = Array.from({ length: BUG_SEEDS }, (_, index) => index + 1);
    for (const seed of [bug.seed ?? 1, ...seeds]) {
      const { findings } = await runTokens(seed, bug);
      if (findings.some(({ invariant }) => invariant === bug.breaks)) return;
    }
    assert.fail(`no seed of ${String(BUG_SEEDS)} violates "${bug.breaks}"`);
  });
}
