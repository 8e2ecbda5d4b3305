// Tests of batched look-ups: sent together under load, each with its own result or the shared
// error.

import { deepEqual, equal, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { batchLookups } from './batch-lookups.ts';

const options = { batchSize: 3, lanes: 1, defer: setImmediate };

test('look-ups of one event-loop turn are sent together, up to the batch size', async () => {
  const sent: string[][] = [];
  const find = batchLookups<string, string>(async (keys) => {
    sent.push([...keys]);
    return keys.map((key) => key.toUpperCase());
  }, options);
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map(find));
  deepEqual(answers, ['A', 'B', 'C', 'D']);
  deepEqual(sent, [['a', 'b', 'c'], ['d']]);
});

test('a missing key resolves to undefined and the others are found', async () => {
  const find = batchLookups<string, number>(
    (keys) => Promise.resolve(keys.map((key) => (key === 'none' ? undefined : key.length))),
    options,
  );
  deepEqual(await Promise.all(['one', 'none'].map(find)), [3, undefined]);
});

test('a failed statement rejects its look-ups, and the next ones are sent', async () => {
  let calls = 0;
  const find = batchLookups<string, string>((keys) => {
    calls += 1;
    return calls === 1 ? Promise.reject(new Error('away')) : Promise.resolve([...keys]);
  }, options);
  await rejects(find('a'), /away/);
  equal(await find('b'), 'b');
});
