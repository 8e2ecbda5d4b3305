// On the embedded database reads and commits share a session, so that its planner settings are not
// those of the journal: it must still look rows up by their keys, also in small tables.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runSql } from '@bramka/test/support/engines.ts';
import { kinds } from '@bramka/test/support/journal/journal-fixture.ts';
import { accounts, builders, nextVersion } from '@bramka/test/support/journal/tables.ts';
import { batchStatement } from './batch-sql.ts';
import { Draft } from './entry.ts';

const embedded = kinds.find(({ name }) => name === 'embedded') ?? assert.fail('no embedded kind');

test('a change looks up its row by key in tables of all sizes', async () => {
  const rig = await embedded.open();
  const database = rig.engine?.database ?? assert.fail('no database');
  const { account } = builders();
  let written = 0;
  for (const size of [10, 100, 1000]) {
    const draft = new Draft();
    for (; written < size; written += 1) draft.insert(accounts, account());
    const row = account();
    await rig.journal().commit(draft.insert(accounts, row));
    await runSql(database, 'analyze accounts');
    const next = nextVersion(row);
    for (const write of [
      new Draft().change(accounts, next, row.version),
      new Draft().guard(accounts, next, next.version),
    ]) {
      const { statement } = batchStatement([write]);
      assert.equal((await rig.journal().commit(write)).kind, 'committed');
      const plan = await runSql(database, `explain execute "${statement.name}"('{}', '[]')`);
      const text = JSON.stringify(plan);
      assert.match(text, /Index Cond: \(\(shop = i\.shop\) AND \(account_id = i\.account_id\)\)/);
    }
  }
  await rig.close();
});
