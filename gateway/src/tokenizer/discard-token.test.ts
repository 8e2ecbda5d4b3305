// Tests of how often a token service is asked to delete a network token: at growing intervals, and
// no more once it has.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noFailpoints } from '../core/failpoint.ts';
import { handClock } from '../core/testing/hand-clock.ts';
import type { Draft } from '../journal/entry.ts';
import type { CardToken } from '../vault/card-token.store.ts';
import { removeDue } from './discard-token.ts';

const clock = handClock();
const due: CardToken = {
  merchantId: '10000001',
  tokenId: '019a9500-0000-7000-8000-000000000001',
  version: 7,
  type: 'VTS',
  status: 'DISCARDED',
  instrumentRef: 'ref-1',
  removeAt: clock.now(),
} as CardToken;

/** The row after one call, with what its service answers. */
async function after(removeTries: number, kind: 'removed' | 'unknown') {
  let row: Partial<CardToken> = {};
  const commit = ({ changes: [change] }: Draft) => {
    assert.equal(change?.expected, due.version);
    row = change.row;
    return Promise.resolve({ kind: 'committed' });
  };
  const deps = {
    clock,
    failpoints: noFailpoints,
    journal: { commit },
    tokens: { dueRemovals: () => Promise.resolve([{ ...due, removeTries }]) },
    tokenServices: { find: () => ({ remove: () => Promise.resolve({ kind }) }) },
  } as unknown as Parameters<typeof removeDue>[0];
  assert.equal(await removeDue(deps, 10), 1);
  return row;
}

for (const [tries, seconds] of [
  [0, 30],
  [1, 60],
  [6, 1920],
  [7, 3600],
  [8, 3600],
  [2000, 3600],
] as const) {
  test(`after ${tries} tries without a result it is asked again in ${seconds} s`, async () => {
    const { removeAt, removeTries, version } = await after(tries, 'unknown');
    assert.equal(removeAt, clock.now() + seconds * 1000);
    assert.deepEqual([removeTries, version], [tries + 1, 8]);
  });
}

test('a token that is deleted is asked for no more', async () => {
  assert.equal((await after(3, 'removed')).removeAt, null);
});
