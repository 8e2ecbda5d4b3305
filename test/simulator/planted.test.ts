// Tests that the simulator finds every planted bug.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { MAX_SEEDS } from './planted-proof.ts';
import { plantedBugs } from './planted.ts';
import { startThread } from './threaded.ts';

describe('the simulator finds a planted bug', () => {
  const thread = startThread();
  after(() => thread.end());

  for (const bug of plantedBugs) {
    test(`${bug.name}, and nothing without it`, async () => {
      const { found, without } = await thread.provePlanted(bug);
      assert.ok(found, `not found in ${MAX_SEEDS} seeds`);
      assert.deepEqual(without, []);
    });
  }

  test('of thirty-eight kinds', () => {
    assert.equal(new Set(plantedBugs.map(({ name }) => name)).size, 38);
  });
});
