// Contract of companions, in memory, on the embedded engine and on PostgreSQL: rows that are
// written with a row of another table, from values that are sent once.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { kinds, type JournalFixture } from '@bramka/test/support/journal/journal-fixture.ts';
import {
  accounts,
  builders,
  nextVersion,
  notes,
  reminders,
} from '@bramka/test/support/journal/tables.ts';
import type { Note, Reminder } from '@bramka/test/support/journal/tables.ts';
import { batchStatement } from './batch-sql.ts';
import { Draft } from './entry.ts';
import { table, type Table } from './table.ts';

const committed = { kind: 'committed' };

for (const kind of kinds) {
  describe(`companions on ${kind.name}`, { skip: kind.skip }, () => {
    let rig: JournalFixture;
    const { account, note, reminder } = builders();
    before(async () => {
      rig = await kind.open();
    });
    after(() => rig.close());

    const apply = async (...drafts: Draft[]) => rig.committer.apply(drafts);
    const hasNote = async ({ noteId }: Note) =>
      (await rig.rows<Note>(notes)).some((row) => row.noteId === noteId);
    const reminderOf = async ({ noteId }: Note) =>
      (await rig.rows<Reminder>(reminders)).find((row) => row.noteId === noteId);

    test('rows of a batch are written with and without companions', async () => {
      const written = Array.from({ length: 5 }, (_, count) => note({ count }));
      const wanted = written.map((one, place) =>
        place % 2 === 0 ? reminder(one, { urgent: [true, null, false][place / 2] ?? null }) : null,
      );
      const drafts = written.map((one, place) => {
        const draft = new Draft().insert(notes, one);
        const own = wanted[place];
        return own ? draft.insert(reminders, own) : draft;
      });
      assert.deepEqual(
        await apply(...drafts),
        drafts.map(() => committed),
      );
      for (const [place, one] of written.entries()) {
        assert.ok(await hasNote(one));
        assert.deepEqual(await reminderOf(one), wanted[place] ?? undefined);
      }
    });

    test('an entry may have several rows with companions', async () => {
      const [one, two] = [note({ count: 1 }), note({ count: 2 })];
      const draft = new Draft().insert(notes, one).insert(reminders, reminder(one));
      draft.insert(notes, two).insert(reminders, reminder(two, { urgent: true }));
      assert.deepEqual(await apply(draft), [committed]);
      assert.deepEqual(await reminderOf(one), reminder(one));
      assert.deepEqual(await reminderOf(two), reminder(two, { urgent: true }));
    });

    test('other values than those of the row before it are written as they are', async () => {
      const [one, two] = [note({ count: 1 }), note({ count: 2 })];
      const another = reminder(one, { count: 7 });
      const drafts = [
        new Draft().insert(notes, one).insert(reminders, another),
        new Draft().insert(notes, two).insert(reminders, reminder(two)),
      ];
      assert.deepEqual(await apply(...drafts), [committed, committed]);
      assert.deepEqual(await reminderOf(one), another);
      assert.deepEqual(await reminderOf(two), reminder(two));
    });

    test('a companion may be written without its row, or behind another one', async () => {
      const [early, late, other] = [note(), note(), note()];
      assert.deepEqual(await apply(new Draft().insert(notes, early)), [committed]);
      const draft = new Draft().insert(reminders, reminder(early)).insert(notes, late);
      draft.insert(notes, other).insert(reminders, reminder(late));
      assert.deepEqual(await apply(draft), [committed]);
      assert.deepEqual(await reminderOf(early), reminder(early));
      assert.deepEqual(await reminderOf(late), reminder(late));
      assert.equal(await reminderOf(other), undefined);
    });

    test('an entry that loses writes neither the row nor its companion', async () => {
      const row = account();
      await apply(new Draft().insert(accounts, row));
      const [won, lost] = [note(), note()];
      const changing = (said: Note) =>
        new Draft()
          .change(accounts, nextVersion(row), 1)
          .insert(notes, said)
          .insert(reminders, reminder(said));
      assert.deepEqual(await apply(changing(won)), [committed]);
      const free = note();
      const results = await apply(
        changing(lost),
        new Draft().insert(notes, free).insert(reminders, reminder(free)),
      );
      assert.deepEqual(results, [{ kind: 'stale' }, committed]);
      assert.deepEqual(await reminderOf(won), reminder(won));
      assert.deepEqual([await hasNote(lost), await reminderOf(lost)], [false, undefined]);
      assert.deepEqual(await reminderOf(free), reminder(free));
    });

    test('a companion whose key is taken is a conflict of its entry', async () => {
      const [taken, free] = [note(), note()];
      assert.deepEqual(await apply(new Draft().insert(reminders, reminder(taken))), [committed]);
      const both = (said: Note) =>
        new Draft().insert(notes, said).insert(reminders, reminder(said));
      const conflict = { kind: 'conflict', constraint: 'reminders_pkey' };
      assert.deepEqual(await apply(both(taken), both(free)), [conflict, committed]);
      assert.equal(await hasNote(taken), false);
      assert.deepEqual(await reminderOf(free), reminder(free));
    });
  });
}

test('values that a companion repeats are sent once', () => {
  const { note, reminder } = builders();
  const [one, two] = [note({ count: 5 }), note({ count: 6 })];
  const batch = [
    new Draft().insert(notes, one).insert(reminders, reminder(one, { urgent: true })),
    new Draft().insert(notes, two),
  ];
  const { values } = batchStatement(batch);
  assert.equal(values.join().split(one.noteId).length, 2, 'its id is there once');
  const rowsOf = (all: readonly string[]) => JSON.parse(all[1] ?? '') as object[];
  const [alone] = rowsOf(batchStatement([new Draft().insert(notes, one)]).values);
  const { remindAt, urgent } = reminder(one, { urgent: true });
  const time = new Date(remindAt).toISOString();
  assert.deepEqual(rowsOf(values)[0], { ...alone, remind_at: time, urgent });
});

interface Timed {
  readonly id: string;
  readonly at: number | null;
}

test('a companion that cannot be shown by its values, or is a second one, has its own', () => {
  const leaders = table<{ id: string }>('test_leaders', { columns: { id: 'uuid' }, key: ['id'] });
  const shape = {
    columns: { id: 'uuid', at: 'integer' },
    key: ['id'],
    companionOf: leaders,
  } as const;
  const [ones, others] = ['test_ones', 'test_others'].map((name) => table<Timed>(name, shape)) as [
    Table,
    Table,
  ];
  const id = '01990000-0000-7000-8000-000000000001';
  const insert = (of: Table, at: number | null) =>
    new Draft().insert(leaders, { id }).insert(of, { id, at });
  const countOf = (...batch: Draft[]) => batchStatement(batch).values.length;
  const shared = countOf(insert(ones, 1));
  assert.equal(countOf(insert(ones, null)), shared + 1, 'its row is sent by itself');
  assert.equal(
    countOf(insert(ones, undefined as never)),
    shared + 1,
    'undefined is written as null',
  );
  assert.equal(countOf(insert(ones, 1), insert(others, 1)), shared + 1, 'only one table shares');
  const alone = { columns: { id: 'uuid' }, key: ['id'], companionOf: leaders } as const;
  assert.throws(() => table<{ id: string }>('test_alone', alone), /no column of its own/);
  const typed = { ...shape, columns: { id: 'text', at: 'integer' } } as const;
  assert.throws(() => table<Timed>('test_typed', typed), /has another type of id/);
  assert.throws(
    () => table<Timed>('test_next', { ...shape, companionOf: ones }),
    /cannot have one/,
  );
});
