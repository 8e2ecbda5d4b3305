// Tests of group commit: which entries share a batch, in which order, and which callers see a
// failure.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accounts, builders, notes } from '@bramka/test/support/journal/tables.ts';
import { Draft, type Entry } from './entry.ts';
import { groupCommit, type EntryAnswer, type Committer } from './group-commit.ts';
import { keyOf } from './table.ts';

const committed: EntryAnswer = { kind: 'committed' };

interface Spy extends Committer {
  /** The names of the guarded rows of each batch; `-` for an entry without one. */
  readonly batches: string[][];
  /** Answers the oldest waiting batch. */
  answer(answers?: (batch: readonly Entry[]) => EntryAnswer[]): Promise<void>;
  fail(error: Error): Promise<void>;
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A committer that answers when the test says so. */
function spy(): Spy {
  const batches: string[][] = [];
  const waiting: { batch: readonly Entry[]; settle: PromiseWithResolvers<EntryAnswer[]> }[] = [];
  return {
    batches,
    apply(batch) {
      batches.push(batch.map((entry) => entry.changes.map(nameOf).join('+') || '-'));
      const settle = Promise.withResolvers<EntryAnswer[]>();
      waiting.push({ batch, settle });
      return settle.promise;
    },
    async answer(answers = (batch) => batch.map(() => committed)) {
      const oldest = waiting.shift();
      oldest?.settle.resolve(answers(oldest.batch));
      await turn();
      await turn();
    },
    async fail(error) {
      waiting.shift()?.settle.reject(error);
      await turn();
      await turn();
    },
  };
}

function nameOf({ table, row }: Entry['changes'][number]): string {
  return keyOf(table, row).split('/')[1] as string;
}

const { note } = builders();

/** An entry that changes the rows with these names. */
function changing(...names: string[]): Draft {
  const draft = new Draft();
  for (const accountId of names) draft.change(accounts, { shop: 'shop-1', accountId }, 1);
  return draft;
}

function journalOver(committer: Committer, lanes = 1, batchSize = 10, sizes: number[] = []) {
  const onBatch = (size: number) => sizes.push(size);
  return groupCommit(committer, { lanes, batchSize, defer: setImmediate, onBatch });
}

test('entries of one turn share a batch, in the order they were submitted', async () => {
  const committer = spy();
  const sizes: number[] = [];
  const journal = journalOver(committer, 1, 10, sizes);
  const results = Promise.all(['a', 'b', 'c'].map((name) => journal.commit(changing(name))));
  assert.deepEqual(committer.batches, [], 'nothing leaves before the turn ends');
  await turn();
  assert.deepEqual(committer.batches, [['a', 'b', 'c']]);
  assert.deepEqual(sizes, [3]);
  await committer.answer();
  assert.deepEqual(await results, [committed, committed, committed]);
});

test('a batch does not exceed its maximum size, and the rest follows', async () => {
  const committer = spy();
  const journal = journalOver(committer, 1, 2);
  for (const name of ['a', 'b', 'c', 'd', 'e']) void journal.commit(changing(name));
  await turn();
  for (let batch = 0; batch < 3; batch += 1) await committer.answer();
  assert.deepEqual(committer.batches, [['a', 'b'], ['c', 'd'], ['e']]);
  await journal.idle();
});

test('a batch is sent as soon as a lane is free, and not before', async () => {
  const committer = spy();
  const journal = journalOver(committer, 2, 1);
  for (const name of ['a', 'b', 'c']) void journal.commit(changing(name));
  await turn();
  assert.deepEqual(committer.batches, [['a'], ['b']]);
  await committer.answer();
  assert.deepEqual(committer.batches, [['a'], ['b'], ['c']]);
  await committer.answer();
  await committer.answer();
  await journal.idle();
});

test('entries on the same guarded row never share a batch', async () => {
  const committer = spy();
  const journal = journalOver(committer);
  for (const name of ['a', 'a', 'b', 'a', 'b']) void journal.commit(changing(name));
  await turn();
  for (let batch = 0; batch < 3; batch += 1) await committer.answer();
  assert.deepEqual(committer.batches, [['a', 'b'], ['a', 'b'], ['a']]);
  await journal.idle();
});

test('entries on the same guarded row never run in two lanes at once', async () => {
  const committer = spy();
  const journal = journalOver(committer, 3);
  void journal.commit(changing('a'));
  await turn();
  for (const name of ['a', 'b', 'a']) void journal.commit(changing(name));
  await turn();
  assert.deepEqual(committer.batches, [['a'], ['b']]);
  await committer.answer();
  assert.deepEqual(committer.batches, [['a'], ['b'], ['a']]);
  for (let batch = 0; batch < 3; batch += 1) await committer.answer();
  assert.deepEqual(committer.batches, [['a'], ['b'], ['a'], ['a']]);
  await journal.idle();
});

test('entries without guards never wait for others', async () => {
  const committer = spy();
  const journal = journalOver(committer, 2);
  void journal.commit(changing('a'));
  await turn();
  void journal.commit(changing('a'));
  for (let count = 0; count < 3; count += 1) void journal.commit(new Draft().insert(notes, note()));
  await turn();
  assert.deepEqual(committer.batches, [['a'], ['-', '-', '-']]);
  for (let batch = 0; batch < 3; batch += 1) await committer.answer();
  await journal.idle();
});

test('a row is not taken from an entry that waits for it and for another one', async () => {
  const committer = spy();
  const journal = journalOver(committer, 2);
  void journal.commit(changing('a'));
  await turn();
  void journal.commit(changing('a', 'b'));
  void journal.commit(changing('b'));
  void journal.commit(changing('c'));
  await turn();
  assert.deepEqual(committer.batches, [['a'], ['c']]);
  await committer.answer();
  assert.deepEqual(committer.batches, [['a'], ['c'], ['a+b']]);
  await committer.answer();
  await committer.answer();
  assert.deepEqual(committer.batches.at(-1), ['b']);
  await committer.answer();
  await journal.idle();
});

test('each entry gets its own result', async () => {
  const committer = spy();
  const journal = journalOver(committer);
  const results = Promise.all(['a', 'b', 'c'].map((name) => journal.commit(changing(name))));
  await turn();
  const answers: EntryAnswer[] = [
    committed,
    { kind: 'stale' },
    { kind: 'conflict', constraint: 'x' },
  ];
  await committer.answer(() => answers);
  assert.deepEqual(await results, answers);
});

test('a failed entry is rejected, the others in its batch are not', async () => {
  const committer = spy();
  const journal = journalOver(committer);
  const ended = Promise.allSettled(['a', 'b'].map((name) => journal.commit(changing(name))));
  await turn();
  const error = new Error('this one cannot be written');
  await committer.answer(() => [{ kind: 'failed', error }, committed]);
  assert.deepEqual(await ended, [
    { status: 'rejected', reason: error },
    { status: 'fulfilled', value: committed },
  ]);
});

test('a batch that fails as a whole rejects all its entries and releases their rows', async () => {
  const committer = spy();
  const journal = journalOver(committer);
  const ended = Promise.allSettled(['a', 'b'].map((name) => journal.commit(changing(name))));
  await turn();
  await committer.fail(new Error('the database is away'));
  const reasons = (await ended).map((result) => result.status);
  assert.deepEqual(reasons, ['rejected', 'rejected']);
  const again = journal.commit(changing('a'));
  await turn();
  await committer.answer();
  assert.deepEqual(await again, committed);
});

test('idle waits for running and queued entries', async () => {
  const committer = spy();
  const journal = journalOver(committer, 1, 1);
  let rests = false;
  void journal.commit(changing('a'));
  void journal.commit(changing('b'));
  const idle = journal.idle().then(() => (rests = true));
  await turn();
  await committer.answer();
  assert.equal(rests, false);
  await committer.answer();
  await idle;
  assert.equal(rests, true);
});
