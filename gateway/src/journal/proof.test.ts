// Tests of the proof that an entry was written after its answer was lost: only a row with its own
// id counts, never a row that another entry may also have written.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accounts, builders, nextVersion, notes } from '@bramka/test/support/journal/tables.ts';
import type { Database, Statement } from '../storage/database.ts';
import { ConnectionLost, RetryableFailure, translateError } from '../storage/errors.ts';
import { Draft } from './entry.ts';
import { failDuringOutage } from './open-journal.ts';
import { sqlCommitter } from './sql-committer.ts';
import { table } from './table.ts';

const { account, note } = builders();
const { shop, accountId } = account();

/**
 * A row next to an account, found by the account's id: any of its decisions may have written it.
 */
const besides = table('besides', {
  columns: { shop: 'text', accountId: 'uuid' },
  key: ['shop', 'accountId'],
});

/** Loses the first answer; afterwards the guard no longer holds, and every requested row exists. */
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
    session: () => Promise.reject(new Error('not used')),
    close: () => Promise.resolve(),
  };
}

const before = account({ accountId });
const decision = () => new Draft().change(accounts, nextVersion(before), before.version);

test('a row that other entries write too proves nothing: the entry is stale', async () => {
  const entry = decision().insert(besides, { shop, accountId });
  assert.deepEqual(await sqlCommitter(forgetful()).apply([entry]), [{ kind: 'stale' }]);
});

test('a row with its own id proves that the entry was written', async () => {
  const entry = decision().insert(besides, { shop, accountId }).insert(notes, note());
  assert.deepEqual(await sqlCommitter(forgetful()).apply([entry]), [{ kind: 'committed' }]);
});

/** Answers each statement in turn and repeats the last answer; records the statements. */
function scripted(...answers: readonly (Error | never[])[]): [database: Database, asked: string[]] {
  const asked: string[] = [];
  const run = ({ name }: Statement): Promise<never[]> => {
    const answer = answers[Math.min(asked.length, answers.length - 1)] as Error | never[];
    asked.push(name.startsWith('journal.proof') ? 'proof' : 'write');
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  return [{ ...forgetful(), run }, asked];
}

const lost = new ConnectionLost(new Error('gone'));
const neverSent = new ConnectionLost(new Error('refused'), false);
const locked = translateError(Object.assign(new Error('lock timeout'), { code: '55P03' }));
const twoEntries = () => [new Draft().insert(notes, note()), new Draft().insert(notes, note())];

test('a batch that was never sent is not retried, and every entry gets the reason', async () => {
  const [database, asked] = scripted(neverSent);
  const answers = await sqlCommitter(database).apply(twoEntries());
  assert.deepEqual(answers, [
    { kind: 'failed', error: neverSent },
    { kind: 'failed', error: neverSent },
  ]);
  assert.deepEqual(asked, ['write']);
});

test('a lost answer is not resolved while there is no connection', async () => {
  const [database, asked] = scripted(lost, neverSent);
  const answers = await sqlCommitter(database).apply(twoEntries());
  assert.deepEqual(asked, ['write', 'proof']);
  assert.deepEqual(answers[1], { kind: 'failed', error: neverSent });
});

test('a row still locked by a try in doubt fails the whole batch without waiting', async () => {
  const [database, asked] = scripted(lost, [], locked);
  const answers = await sqlCommitter(database).apply(twoEntries());
  assert.deepEqual(asked, ['write', 'proof', 'write']);
  for (const answer of answers) {
    assert.ok(answer.kind === 'failed' && answer.error instanceof ConnectionLost);
    assert.equal(answer.error.mayHaveArrived, true);
  }
});

test('a row locked by another session is waited for again', async () => {
  const [database, asked] = scripted(locked, [], locked, [], locked, [], locked);
  const [answer] = await sqlCommitter(database).apply([new Draft().insert(notes, note())]);
  assert.ok(answer?.kind === 'failed' && answer.error instanceof RetryableFailure);
  assert.ok(asked.length > 5);
});

test('nothing is sent during an outage', async () => {
  const [database, asked] = scripted([]);
  let isAway = true;
  const committer = failDuringOutage(sqlCommitter(database), () => Promise.resolve(isAway));
  await assert.rejects(committer.apply(twoEntries()), (error: unknown) => {
    assert.ok(error instanceof ConnectionLost);
    return error.mayHaveArrived === false;
  });
  assert.deepEqual(asked, []);
  isAway = false;
  await committer.apply([decision()]);
  assert.deepEqual(asked[0], 'write');
});
