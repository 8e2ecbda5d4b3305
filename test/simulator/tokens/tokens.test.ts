// Tests of the simulator with stored cards: no seed finds a payment that started after the discard
// of its token was answered, and the planted bug is found.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Draft } from '@bramka/gateway/journal/entry.ts';
import { cardTokens } from '@bramka/gateway/vault/card-token.store.ts';
import { tamper } from '../planted/planted-bug.ts';
import type { Planted } from '../world/world.ts';
import { runTokens } from './token-world.ts';

const SEEDS = 40;
const MAX_SEEDS = 200;

test('no payment by a token starts after its discard was answered', async () => {
  const counts = new Map<string, number>();
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const run = await runTokens(seed);
    assert.deepEqual(run.findings, [], `seed ${String(seed)}`);
    for (const [what, count] of run.counts) counts.set(what, (counts.get(what) ?? 0) + count);
  }
  // Everything that the check is about has happened.
  for (const what of ['accepted', 'TOKEN_NOT_ACTIVE', 'CHANGED_MEANWHILE', 'discarded']) {
    assert.ok((counts.get(what) ?? 0) >= 10, `${what}: ${String(counts.get(what))}`);
  }
});

/** The entry of a payment does not rely on the version of its token. */
const noGuard: Planted = {
  journal: tamper((draft: Draft) => {
    const kept = draft.changes.filter(({ table }) => table !== cardTokens || !isGuardOf(draft));
    draft.changes.splice(0, draft.changes.length, ...kept);
  }),
};

function isGuardOf({ changes }: Draft): boolean {
  return changes.some(({ isGuard }) => isGuard);
}

test('finds the planted bug: a payment does not rely on its token', async () => {
  for (let seed = 1; seed <= MAX_SEEDS; seed += 1) {
    const { findings } = await runTokens(seed, noGuard);
    if (findings.length === 0) continue;
    assert.equal(findings[0], 'a payment by a discarded token has started');
    return;
  }
  assert.fail(`no seed of ${String(MAX_SEEDS)} finds it`);
});
