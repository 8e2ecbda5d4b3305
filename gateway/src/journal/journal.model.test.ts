// Model test: a thousand concurrent random entries, from a seed, on every journal. The results and
// the remaining rows must match a plain model without batches and SQL.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { kinds, type JournalFixture } from '@bramka/test/support/journal/journal-fixture.ts';
import {
  accounts,
  builders,
  nextVersion,
  claims,
  counters,
  notes,
  rigTables,
  steps,
} from '@bramka/test/support/journal/tables.ts';
import type { Account, Counter, Step } from '@bramka/test/support/journal/tables.ts';
import { seededRandom } from '../core/testing/seeded-random.ts';
import { Draft, type CommitResult } from './entry.ts';

const ENTRIES = 1000;
const ACCOUNTS = 40;
const seed = 20260301;

interface Story {
  readonly accounts: Account[];
  readonly steps: Step[];
  readonly drafts: Draft[];
}

function chooser(seed: number): (below: number) => number {
  const random = seededRandom(seed);
  return (below) => {
    const [high = 0, low = 0] = random(2);
    return ((high << 8) | low) % below;
  };
}

/**
 * Entries like those of real requests: on versions that may be outdated and keys that may be taken.
 */
function writeStory(seed: number): Story {
  const pick = chooser(seed);
  const { account, step, note, claim } = builders(seed);
  const all = Array.from({ length: ACCOUNTS }, () => account({ code: `order-${pick(12)}` }));
  const own = all.map((row) => step(row));
  const drafts = Array.from({ length: ENTRIES }, (_, index) => {
    const draft = new Draft().insert(notes, note({ body: `entry ${index} "\\,{}` }));
    const at = pick(ACCOUNTS);
    const row = all[at] as Account;
    if (pick(8) > 0) {
      const expected = 1 + pick(8);
      const label = `by ${index}`;
      const next = nextVersion({ ...row, version: expected }, { label, holdsCode: pick(3) === 0 });
      draft.change(accounts, next, expected);
      draft.update(steps, { ...(own[at] as Step), state: label, checks: expected });
      if (pick(50) === 0) {
        const other = all[(at + 1 + pick(ACCOUNTS - 1)) % ACCOUNTS] as Account;
        const version = 1 + pick(4);
        draft.change(accounts, nextVersion({ ...other, version }, { label }), version);
      }
    }
    if (pick(4) === 0) draft.insert(claims, claim(`key-${pick(300)}`, String(index)));
    if (pick(2) === 0) {
      const key = { shop: 'shop-1', currency: ['PLN', 'EUR'][pick(2)] as string };
      draft.increment(counters, key, pick(2) === 0 ? 'total' : 'pending', BigInt(pick(200)) - 100n);
      draft.increment(counters, key, 'total', 1n);
    }
    return draft;
  });
  return { accounts: all, steps: own, drafts };
}

async function play(rig: JournalFixture, story: Story, lanes: number): Promise<CommitResult[]> {
  const journal = rig.journal(lanes, 32);
  const scene = new Draft();
  for (const row of story.accounts) scene.insert(accounts, row);
  for (const row of story.steps) scene.insert(steps, row);
  assert.deepEqual(await journal.commit(scene), { kind: 'committed' });
  return Promise.all(story.drafts.map((draft) => journal.commit(draft)));
}

/** Invariants that hold in whatever order the entries were applied. */
async function assertConsistent(
  rig: JournalFixture,
  story: Story,
  verdicts: readonly CommitResult[],
) {
  const winners = story.drafts.filter((_, index) => verdicts[index]?.kind === 'committed');
  const rows = await rig.rows<Account>(accounts);
  for (const row of rows) {
    const changes = winners
      .flatMap((draft) => draft.changes)
      .filter((change) => change.row['accountId'] === row.accountId);
    const versions = changes.map((change) => change.expected).sort((a, b) => a - b);
    const expected = Array.from({ length: row.version - 1 }, (_, index) => index + 1);
    assert.deepEqual(versions, expected, 'each version was changed once, without gaps');
    const last = changes.find((change) => change.expected === row.version - 1);
    assert.equal(row.label, last?.row['label'] ?? 'new');
  }
  const holders = rows.filter((row) => row.holdsCode).map((row) => row.code);
  assert.equal(new Set(holders).size, holders.length, 'a code has one holder');
  for (const [table, kind] of [
    [notes, 'noteId'],
    [claims, 'answer'],
  ] as const) {
    const written = winners.flatMap((draft) => draft.inserts.filter((one) => one.table === table));
    const found = (await rig.rows<Record<string, string>>(table)).map((row) => String(row[kind]));
    assert.deepEqual(found.sort(), written.map(({ row }) => row[kind] as string).sort());
  }
  for (const counter of await rig.rows<Counter>(counters)) {
    for (const column of ['total', 'pending'] as const) {
      const sum = winners
        .flatMap((draft) => draft.increments)
        .filter((one) => one.column === column && one.key['currency'] === counter.currency)
        .reduce((before, one) => before + one.by, 0n);
      assert.equal(counter[column], sum, `${counter.currency} ${column}`);
    }
  }
}

async function stateOf(rig: JournalFixture): Promise<unknown[]> {
  return Promise.all(rigTables.map((table) => rig.rows(table)));
}

describe('a thousand concurrent random entries', () => {
  test(`give the same result on every journal, seed ${seed}`, async () => {
    const ends: { verdicts: CommitResult[]; state: unknown[] }[] = [];
    for (const kind of kinds.filter((one) => one.skip === false)) {
      const rig = await kind.open();
      const story = writeStory(seed);
      const verdicts = await play(rig, story, 1);
      await assertConsistent(rig, story, verdicts);
      ends.push({ verdicts, state: await stateOf(rig) });
      await rig.close();
    }
    const [first, ...others] = ends;
    for (const verdict of ['committed', 'stale', 'conflict']) {
      const some = first?.verdicts.filter(({ kind }) => kind === verdict).length ?? 0;
      assert.ok(some > 10, `only ${some} entries were ${verdict}`);
    }
    for (const other of others) assert.deepEqual(other, first);
  });

  for (const kind of kinds) {
    test(
      `leave nothing of the losers on ${kind.name} with four lanes`,
      { skip: kind.skip },
      async () => {
        const rig = await kind.open();
        const story = writeStory(7);
        await assertConsistent(rig, story, await play(rig, story, 4));
        await rig.close();
      },
    );
  }
});
