// What counts as proof that an entry was written, after its answer was lost: a row with an id of
// its own, never one that another entry about the same thing may have written.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accounts, builders, changed, notes } from '@bramka/test/support/journal/tables.ts';
import type { Database, Statement } from '../storage/database.ts';
import { ConnectionLost } from '../storage/errors.ts';
import { Draft } from './entry.ts';
import { sqlCommitter } from './sql-committer.ts';
import { table } from './table.ts';

const { account, note } = builders();
const { shop, accountId } = account();

/** Beside an account, found by the account's id: any of its decisions may have written it. */
const besides = table<{ shop: string; accountId: string }>('besides', {
  columns: { shop: 'text', accountId: 'uuid' },
  key: ['shop', 'accountId'],
});

/** Loses the first answer; then the guard no longer holds, and every row asked for is there. */
function forgetful(): Database {
  let calls = 0;
  const run = ({ name }: Statement): Promise<never[]> => {
    calls += 1;
    if (calls === 1) return Promise.reject(new ConnectionLost(new Error('gone')));
    return Promise.resolve((name.startsWith('journal.proof') ? [{ found: 1 }] : []) as never[]);
  };
  return {
    kind: 'postgres',
    run,
    transaction: () => Promise.reject(new Error('not used')),
    close: () => Promise.resolve(),
  };
}

const before = account({ accountId });
const decision = () => new Draft().change(accounts, changed(before), before.version);

test('a row that others write too proves nothing: the entry is stale', async () => {
  const entry = decision().insert(besides, { shop, accountId });
  assert.deepEqual(await sqlCommitter(forgetful()).apply([entry]), [{ kind: 'stale' }]);
});

test('a row with an id of its own proves that the entry was written', async () => {
  const entry = decision().insert(besides, { shop, accountId }).insert(notes, note());
  assert.deepEqual(await sqlCommitter(forgetful()).apply([entry]), [{ kind: 'committed' }]);
});
