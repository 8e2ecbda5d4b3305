// Tests of statements on a connection whose answer does not say that the statement has ended.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConnectionLost } from '../errors.ts';
import { runAlone, type Acquire } from './leases.ts';

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
