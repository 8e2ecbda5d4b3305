// Contract of the journal, run in memory, on the embedded engine and on PostgreSQL: entries behave
// the same on each.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { kinds, type JournalFixture } from '@bramka/test/support/journal/journal-fixture.ts';
import {
  accounts,
  builders,
  nextVersion,
  claims,
  counters,
  notes,
  steps,
} from '@bramka/test/support/journal/tables.ts';
import type { Account, Claim, Counter, Note, Step } from '@bramka/test/support/journal/tables.ts';
import { Draft } from './entry.ts';

const committed = { kind: 'committed' };
const stale = { kind: 'stale' };
const conflict = (constraint: string) => ({ kind: 'conflict', constraint });

const nastyTexts = [
  '',
  ' ',
  'null',
  'NULL',
  '{}',
  '{"a",b}',
  '","',
  'quote " apostrophe \' comma , brace } semicolon ;',
  'backslash \\ \\\\ \\" \\x41 \\n',
  'newline \n return \r tab \t',
  'zażółć gęślą jaźń',
  '日本語 🧾👩‍👩‍👧 \u{10FFFF}',
  '\u0001\u001f\u007f\u2028\uFEFF',
  '$1 %s',
  // Every control character but 0, which a text of PostgreSQL cannot have.
  ...Array.from({ length: 31 }, (_, place) => `"\\${String.fromCharCode(place + 1)}`),
];

for (const kind of kinds) {
  describe(`a journal on ${kind.name}`, { skip: kind.skip }, () => {
    let rig: JournalFixture;
    const { id, account, step, note, claim } = builders();
    before(async () => {
      rig = await kind.open();
    });
    after(() => rig.close());

    const commit = (draft: Draft) => rig.journal().commit(draft);
    const accountOf = async ({ accountId }: Account) =>
      (await rig.rows<Account>(accounts)).find((row) => row.accountId === accountId);
    const hasNote = async ({ noteId }: Note) =>
      (await rig.rows<Note>(notes)).some((row) => row.noteId === noteId);
    const stepsOf = async ({ accountId }: Account) =>
      (await rig.rows<Step>(steps)).filter((row) => row.accountId === accountId);
    const counterOf = async (shop: string, currency = 'PLN') =>
      (await rig.rows<Counter>(counters)).find(
        (row) => row.shop === shop && row.currency === currency,
      );
    const existing = async (other: Partial<Account> = {}): Promise<Account> => {
      const row = account(other);
      assert.deepEqual(await commit(new Draft().insert(accounts, row)), committed);
      return row;
    };

    test('commits all writes of an entry', async () => {
      const row = account();
      const first = step(row);
      const said = note();
      const draft = new Draft().insert(accounts, row).insert(steps, first).insert(notes, said);
      assert.deepEqual(await commit(draft), committed);
      assert.deepEqual(await accountOf(row), row);
      assert.deepEqual(await stepsOf(row), [first]);
      assert.ok(await hasNote(said));
    });

    test('an entry without writes is committed', async () => {
      assert.deepEqual(await commit(new Draft()), committed);
    });

    test('returns every type of value as it was written', async () => {
      const full = note({
        about: id(),
        size: -(2n ** 63n),
        count: -2_147_483_648,
        open: false,
        writtenAt: Date.parse('2026-12-31T23:59:59.999Z'),
        details: { a: ['"', '\\', '{', null, 1.5, { b: {} }], 'ż "q"': '🧾', empty: '' },
        bytes: Buffer.from([0, 1, 34, 92, 123, 255]),
      });
      const empty = note({ bytes: Buffer.alloc(0), details: [] });
      const draft = new Draft().insert(notes, full).insert(notes, empty);
      assert.deepEqual(await commit(draft), committed);
      const rows = await rig.rows<Note>(notes);
      for (const expected of [full, empty]) {
        const found = rows.find((row) => row.noteId === expected.noteId) as Note;
        const bytes = Buffer.from(found.bytes as Uint8Array);
        assert.deepEqual({ ...found, bytes }, expected);
      }
    });

    test('returns text with special characters as it was written', async () => {
      const written = nastyTexts.map((body) => note({ body, details: { body } }));
      const draft = new Draft();
      for (const one of written) draft.insert(notes, one);
      assert.deepEqual(await commit(draft), committed);
      const rows = await rig.rows<Note>(notes);
      for (const one of written) {
        const found = rows.find((row) => row.noteId === one.noteId);
        assert.equal(found?.body, one.body);
        assert.deepEqual(found.details, one.details);
      }
    });

    test('a change on the version it was decided on wins, once', async () => {
      const row = await existing();
      const winner = nextVersion(row, { label: 'first' });
      const loser = nextVersion(row, { label: 'second' });
      const said = note();
      const lost = note();
      const results = [
        await commit(new Draft().change(accounts, winner, row.version).insert(notes, said)),
        await commit(new Draft().change(accounts, loser, row.version).insert(notes, lost)),
      ];
      assert.deepEqual(results, [committed, stale]);
      assert.deepEqual(await accountOf(row), winner);
      assert.deepEqual([await hasNote(said), await hasNote(lost)], [true, false]);
    });

    test('of concurrent changes to a row the first wins, with all its writes', async () => {
      const row = await existing();
      const journal = rig.journal(4);
      const said = Array.from({ length: 8 }, () => note());
      const results = await Promise.all(
        said.map((one) =>
          journal.commit(new Draft().change(accounts, nextVersion(row), 1).insert(notes, one)),
        ),
      );
      assert.deepEqual(results, [committed, ...Array.from({ length: 7 }, () => stale)]);
      const written = await Promise.all(said.map(hasNote));
      assert.deepEqual(written, [true, ...Array.from({ length: 7 }, () => false)]);
    });

    test('a change of a missing row is stale', async () => {
      const missing = account();
      const said = note();
      const draft = new Draft().change(accounts, nextVersion(missing), 1).insert(notes, said);
      assert.deepEqual(await commit(draft), stale);
      assert.deepEqual([await accountOf(missing), await hasNote(said)], [undefined, false]);
    });

    test('a stale entry applies none of its updates, deletes and increments', async () => {
      const row = await existing();
      const [kept, removed] = [step(row), step(row)];
      await commit(new Draft().insert(steps, kept).insert(steps, removed));
      const draft = new Draft()
        .change(accounts, nextVersion(row), row.version + 1)
        .update(steps, { ...kept, state: 'DONE' })
        .delete(steps, removed)
        .increment(counters, { shop: 'stale-shop', currency: 'PLN' }, 'total', 5n);
      assert.deepEqual(await commit(draft), stale);
      assert.deepEqual(await stepsOf(row), [kept, removed]);
      assert.equal(await counterOf('stale-shop'), undefined);
    });

    test('a change writes only the mutable columns', async () => {
      const row = await existing({ code: 'kept' });
      const next = nextVersion(row, { label: 'next', code: 'not-written' });
      assert.deepEqual(await commit(new Draft().change(accounts, next, 1)), committed);
      assert.deepEqual(await accountOf(row), { ...next, code: 'kept' });
    });

    test('updates and deletes are applied for the winner', async () => {
      const row = await existing();
      const [one, two, three] = [step(row), step(row), step(row)];
      await commit(new Draft().insert(steps, one).insert(steps, two).insert(steps, three));
      const done = { ...one, state: 'DONE', checks: 3 };
      const draft = new Draft()
        .change(accounts, nextVersion(row), 1)
        .update(steps, done)
        .delete(steps, { shop: two.shop, accountId: two.accountId, stepId: two.stepId });
      assert.deepEqual(await commit(draft), committed);
      assert.deepEqual(await stepsOf(row), [done, three]);
    });

    test('deleting a missing row is not an error', async () => {
      const said = note();
      const draft = new Draft().delete(notes, { noteId: id() }).insert(notes, said);
      assert.deepEqual(await commit(draft), committed);
      assert.ok(await hasNote(said));
    });

    test('a conflict names the constraint and writes nothing', async () => {
      assert.deepEqual(await commit(new Draft().insert(claims, claim('taken'))), committed);
      const row = await existing();
      const said = note();
      const draft = new Draft()
        .change(accounts, nextVersion(row), 1)
        .insert(notes, said)
        .insert(claims, claim('taken', 'another'))
        .increment(counters, { shop: 'conflict-shop', currency: 'PLN' }, 'total', 1n);
      assert.deepEqual(await commit(draft), conflict('claims_pkey'));
      assert.deepEqual([await accountOf(row), await hasNote(said)], [row, false]);
      assert.equal(await counterOf('conflict-shop'), undefined);
      const kept = (await rig.rows<Claim>(claims)).filter((one) => one.claimKey === 'taken');
      assert.deepEqual(kept, [claim('taken')]);
    });

    test('a partial unique index applies to inserts and to changes', async () => {
      const holder = await existing({ code: 'order-1', holdsCode: true });
      const insert = account({ code: 'order-1', holdsCode: true });
      const rule = conflict('accounts_one_per_code');
      assert.deepEqual(await commit(new Draft().insert(accounts, insert)), rule);
      const waiting = await existing({ code: 'order-1' });
      const grab = nextVersion(waiting, { holdsCode: true });
      assert.deepEqual(await commit(new Draft().change(accounts, grab, 1)), rule);
      const again = nextVersion(holder, { label: 'still the holder' });
      assert.deepEqual(await commit(new Draft().change(accounts, again, 1)), committed);
      const free = nextVersion(again, { holdsCode: false });
      assert.deepEqual(await commit(new Draft().change(accounts, free, 2)), committed);
      assert.deepEqual(await commit(new Draft().change(accounts, grab, 1)), committed);
      const elsewhere = account({ shop: 'shop-2', code: 'order-1', holdsCode: true });
      assert.deepEqual(await commit(new Draft().insert(accounts, elsewhere)), committed);
      const without = [account({ holdsCode: true }), account({ holdsCode: true })];
      for (const one of without) {
        assert.deepEqual(await commit(new Draft().insert(accounts, one)), committed);
      }
    });

    test('an entry may reuse a key that it frees itself', async () => {
      const old = await existing({ code: 'handed-over', holdsCode: true });
      const fresh = account({ code: 'handed-over', holdsCode: true });
      const freed = nextVersion(old, { holdsCode: false });
      const draft = new Draft().change(accounts, freed, 1).insert(accounts, fresh);
      assert.deepEqual(await commit(draft), committed);
      assert.deepEqual([await accountOf(old), await accountOf(fresh)], [freed, fresh]);
    });

    test('an entry that conflicts with itself is a conflict', async () => {
      const said = note();
      const draft = new Draft().insert(notes, said);
      draft.insert(claims, claim('twice', 'a')).insert(claims, claim('twice', 'b'));
      assert.deepEqual(await commit(draft), conflict('claims_pkey'));
      assert.equal(await hasNote(said), false);
    });

    test('in a batch only the entry that violates a constraint fails', async () => {
      await commit(new Draft().insert(claims, claim('culprit')));
      const rows = await Promise.all(Array.from({ length: 6 }, () => existing()));
      const drafts = rows.map((row) =>
        new Draft()
          .change(accounts, nextVersion(row, { label: 'in the batch' }), 1)
          .increment(counters, { shop: 'batch-shop', currency: 'PLN' }, 'total', 1n),
      );
      drafts[2]?.insert(claims, claim('culprit', 'mine'));
      const results = await rig.committer.apply(drafts);
      assert.deepEqual(
        results,
        rows.map((_, index) => (index === 2 ? conflict('claims_pkey') : committed)),
      );
      const labels = await Promise.all(rows.map(async (row) => (await accountOf(row))?.label));
      assert.deepEqual(
        labels,
        rows.map((_, index) => (index === 2 ? 'new' : 'in the batch')),
      );
      assert.equal((await counterOf('batch-shop'))?.total, 5n);
    });

    test('of two entries in a batch with the same key the first is written', async () => {
      const drafts = ['first', 'second'].map((answer) =>
        new Draft().insert(claims, claim('same-instant', answer)),
      );
      const results = await rig.committer.apply(drafts);
      assert.deepEqual(results, [committed, conflict('claims_pkey')]);
      const kept = (await rig.rows<Claim>(claims)).filter((one) => one.claimKey === 'same-instant');
      assert.deepEqual(kept, [claim('same-instant', 'first')]);
    });

    test('an entry with two changes is all or nothing', async () => {
      const [one, two] = [await existing(), await existing()];
      const said = note();
      const half = new Draft()
        .change(accounts, nextVersion(one), 1)
        .change(accounts, nextVersion(two), 9)
        .insert(notes, said);
      assert.deepEqual(await commit(half), stale);
      assert.deepEqual([await accountOf(one), await accountOf(two)], [one, two]);
      assert.equal(await hasNote(said), false);
      const whole = new Draft()
        .change(accounts, nextVersion(one), 1)
        .change(accounts, nextVersion(two), 1)
        .insert(notes, said);
      assert.deepEqual(await commit(whole), committed);
      assert.deepEqual(
        [await accountOf(one), await accountOf(two)],
        [nextVersion(one), nextVersion(two)],
      );
      assert.ok(await hasNote(said));
    });

    test('an entry that lost one of its guards is stale, not a conflict', async () => {
      await existing({ code: 'taken-by-another', holdsCode: true });
      const [one, two] = [await existing(), await existing()];
      const half = new Draft()
        .change(accounts, nextVersion(one), 1)
        .change(accounts, nextVersion(two), 9)
        .insert(accounts, account({ code: 'taken-by-another', holdsCode: true }));
      assert.deepEqual(await commit(half), stale);
      assert.deepEqual([await accountOf(one), await accountOf(two)], [one, two]);
    });

    test('entries with two changes share a batch with others', async () => {
      const rows = await Promise.all(Array.from({ length: 4 }, () => existing()));
      const [a, b, c, d] = rows as [Account, Account, Account, Account];
      const results = await rig.committer.apply([
        new Draft().change(accounts, nextVersion(c), 1),
        new Draft().change(accounts, nextVersion(b), 1).change(accounts, nextVersion(a), 1),
        new Draft().change(accounts, nextVersion(d), 7),
      ]);
      assert.deepEqual(results, [committed, committed, stale]);
      const versions = await Promise.all(rows.map(async (row) => (await accountOf(row))?.version));
      assert.deepEqual(versions, [2, 2, 2, 1]);
    });

    test('increments are summed per row, for winners only', async () => {
      const journal = rig.journal(1, 64);
      const rows = await Promise.all(Array.from({ length: 10 }, () => existing()));
      const key = (currency: string) => ({ shop: 'sum-shop', currency });
      const results = await Promise.all(
        rows.map((row, index) =>
          journal.commit(
            new Draft()
              .change(accounts, nextVersion(row), index % 2 === 0 ? 1 : 99)
              .increment(counters, key('PLN'), 'total', BigInt(index))
              .increment(counters, key('PLN'), 'total', 100n)
              .increment(counters, key(index < 5 ? 'EUR' : 'USD'), 'total', -1n),
          ),
        ),
      );
      assert.equal(results.filter((result) => result.kind === 'committed').length, 5);
      assert.equal((await counterOf('sum-shop', 'PLN'))?.total, 520n);
      assert.equal((await counterOf('sum-shop', 'EUR'))?.total, -3n);
      assert.equal((await counterOf('sum-shop', 'USD'))?.total, -2n);
    });

    test('two counters of one row are counted separately', async () => {
      const key = { shop: 'two-counters', currency: 'PLN' };
      const draft = () =>
        new Draft().increment(counters, key, 'total', 7n).increment(counters, key, 'pending', -3n);
      assert.deepEqual(await commit(draft()), committed);
      assert.deepEqual(await rig.committer.apply([draft(), draft()]), [committed, committed]);
      assert.deepEqual(await counterOf('two-counters'), { ...key, total: 21n, pending: -9n });
    });

    test('a counter may be created by one entry and increased by the next', async () => {
      const key = { shop: 'set-up', currency: 'PLN' };
      const start = { ...key, total: 1000n, pending: 0n };
      assert.deepEqual(await commit(new Draft().insert(counters, start)), committed);
      const add = new Draft().increment(counters, key, 'total', 1n);
      assert.deepEqual(await commit(add), committed);
      assert.deepEqual(await counterOf('set-up'), { ...start, total: 1001n });
      assert.deepEqual(
        await commit(new Draft().insert(counters, start)),
        conflict('counters_pkey'),
      );
    });

    test('idle resolves after every submitted entry has its result', async () => {
      const journal = rig.journal(1, 2);
      await journal.idle();
      let results = 0;
      for (let index = 0; index < 9; index += 1) {
        void journal.commit(new Draft().insert(notes, note())).then(() => (results += 1));
      }
      await journal.idle();
      assert.equal(results, 9);
    });
  });
}
