// A write that loses a race is decided again; a write that breaks a rule is a defect.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Draft, type CommitResult } from '@bramka/gateway/journal/entry.ts';
import { winRace } from './win-race.ts';

const journalWith = (...results: CommitResult[]) => ({
  commit: () => Promise.resolve(results.shift() ?? assert.fail('committed again')),
  idle: () => Promise.resolve(),
});
const conflict = (constraint: string) => ({ kind: 'conflict', constraint }) as const;
const stale = { kind: 'stale' } as const;
const committed = { kind: 'committed' } as const;

test('decides again until its draft is committed', async () => {
  const journal = journalWith(stale, conflict('one_row'), committed);
  let decided = 0;
  const decide = () => ({ answer: (decided += 1), draft: new Draft() });
  assert.equal(await winRace(journal, decide, ['one_row']), 3);
});

test('answers at once if there is nothing to write', async () => {
  assert.equal(await winRace(journalWith(), () => Promise.resolve({ answer: 'known' })), 'known');
});

test('other constraints are defects, and so is a race without end', async () => {
  const decide = () => ({ answer: 1, draft: new Draft() });
  const wrong = journalWith(conflict('amount'));
  await assert.rejects(winRace(wrong, decide, ['one_row']), /constraint amount/);
  const endless = { ...wrong, commit: () => Promise.resolve(stale) };
  await assert.rejects(winRace(endless, decide), /lost every race/);
});
