// Contract of guards without a change, in memory, on the embedded engine and on PostgreSQL: an
// entry relies on the version of a row that it leaves as it is.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { kinds, type JournalFixture } from '@bramka/test/support/journal/journal-fixture.ts';
import { accounts, builders, nextVersion, notes } from '@bramka/test/support/journal/tables.ts';
import type { Account, Note } from '@bramka/test/support/journal/tables.ts';
import { Draft } from './entry.ts';

for (const kind of kinds) {
  describe(`guards on ${kind.name}`, { skip: kind.skip }, () => {
    let rig: JournalFixture;
    const { account, note } = builders();
    before(async () => {
      rig = await kind.open();
    });
    after(() => rig.close());

    const commit = async (draft: Draft) => (await rig.journal().commit(draft)).kind;
    const accountOf = async ({ accountId }: Account) =>
      (await rig.rows<Account>(accounts)).find((row) => row.accountId === accountId);
    const hasNote = async ({ noteId }: Note) =>
      (await rig.rows<Note>(notes)).some((row) => row.noteId === noteId);
    const existing = async (): Promise<Account> => {
      const row = account({ label: 'as it was' });
      assert.equal(await commit(new Draft().insert(accounts, row)), 'committed');
      return row;
    };

    test('an entry is written while the guarded row has its version, which it keeps', async () => {
      const row = await existing();
      const said = note();
      const other = { ...row, label: 'not written' };
      const draft = new Draft().guard(accounts, other, row.version).insert(notes, said);
      assert.equal(await commit(draft), 'committed');
      assert.ok(await hasNote(said));
      assert.deepEqual(await accountOf(row), row);
    });

    test('nothing is written once the guarded row has changed, or if there is none', async () => {
      const row = await existing();
      assert.equal(
        await commit(new Draft().change(accounts, nextVersion(row), row.version)),
        'committed',
      );
      for (const guarded of [row, account()]) {
        const said = note();
        const draft = new Draft().guard(accounts, guarded, row.version).insert(notes, said);
        assert.equal(await commit(draft), 'stale');
        assert.equal(await hasNote(said), false);
      }
    });

    test('a change is written only if the guard holds as well', async () => {
      const [own, guarded] = [await existing(), await existing()];
      const draft = (expected: number) =>
        new Draft()
          .change(accounts, nextVersion(own), own.version)
          .guard(accounts, guarded, expected);
      assert.equal(await commit(draft(guarded.version + 1)), 'stale');
      assert.deepEqual(await accountOf(own), own);
      assert.equal(await commit(draft(guarded.version)), 'committed');
      assert.equal((await accountOf(own))?.version, own.version + 1);
    });

    test('of a change and entries that rely on the row, either order is possible', async () => {
      for (let round = 0; round < 10; round += 1) {
        const row = await existing();
        const said = Array.from({ length: 4 }, () => note());
        const drafts = said.map((one) =>
          new Draft().guard(accounts, row, row.version).insert(notes, one),
        );
        const change = new Draft().change(accounts, nextVersion(row), row.version);
        const kindsOf = await Promise.all([
          ...drafts.slice(0, 2).map((draft) => rig.journal().commit(draft)),
          rig.journal().commit(change),
          ...drafts.slice(2).map((draft) => rig.journal().commit(draft)),
        ]);
        assert.equal(kindsOf[2]?.kind, 'committed');
        const answers = [...kindsOf.slice(0, 2), ...kindsOf.slice(3)];
        for (const [place, one] of said.entries()) {
          assert.equal(await hasNote(one), answers[place]?.kind === 'committed');
        }
      }
    });
  });
}
