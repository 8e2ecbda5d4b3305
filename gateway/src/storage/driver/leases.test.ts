// Tests of statements on a connection whose answer does not say that the statement has ended, and
// of commits that Citus reports although one of its nodes was lost.
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { ConnectionLost } from '../errors.ts';
import { watchCommits } from './citus.ts';
import { inTransaction, runAlone, type Acquire } from './leases.ts';

const answering = (command: string | null) => {
  const released: boolean[] = [];
  const query = () => Promise.resolve({ command, rows: [{ value: 1 }] });
  const release = (isSpoiled: boolean): void => void released.push(isSpoiled);
  const acquire: Acquire = () => Promise.resolve({ client: { query } as never, release });
  const run = () => runAlone(acquire, { name: 'test.one', text: 'select 1 as value' }, []);
  return { run, released };
};

test('a statement that has ended returns its rows, and its connection is used again', async () => {
  const { run, released } = answering('SELECT');
  assert.deepEqual(await run(), [{ value: 1 }]);
  assert.deepEqual(released, [false]);
});

test('a statement without an end is a lost connection, and may have been executed', async () => {
  const { run, released } = answering(null);
  const isLost = (error: unknown): boolean =>
    error instanceof ConnectionLost && error.mayHaveArrived;
  await assert.rejects(run(), isLost);
  assert.deepEqual(released, [true]);
});

/** A transaction whose commit sends this notice before its answer. */
function committing(message: string) {
  const sent: string[] = [];
  const released: boolean[] = [];
  const client = Object.assign(new EventEmitter(), {
    query(text: string) {
      sent.push(text);
      if (text === 'commit') client.emit('notice', { message });
      return Promise.resolve({ command: text.toUpperCase(), rows: [] });
    },
  });
  watchCommits(client as never);
  const release = (isSpoiled: boolean): void => void released.push(isSpoiled);
  const acquire: Acquire = () => Promise.resolve({ client: client as never, release });
  return { run: () => inTransaction(acquire, () => Promise.resolve('done')), sent, released };
}

test('a commit during which a node of Citus was lost may have taken effect or not', async () => {
  const { run, sent, released } = committing('failed to commit transaction on 10.0.0.2:5432');
  const isUnknown = (error: unknown): boolean =>
    error instanceof ConnectionLost && error.mayHaveArrived;
  await assert.rejects(run(), isUnknown);
  assert.deepEqual([sent, released], [['begin', 'commit'], [true]]);
});

test('any other notice changes nothing', async () => {
  const { run, released } = committing('there is already a transaction in progress');
  assert.equal(await run(), 'done');
  assert.deepEqual(released, [false]);
});
