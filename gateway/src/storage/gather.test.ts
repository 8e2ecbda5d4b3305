// Gathered look-ups: together under load, each with its own answer or the common failure.

import { deepEqual, equal, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { gather } from './gather.ts';

const options = { batchSize: 3, lanes: 1, defer: setImmediate };

test('look-ups of one turn travel together, at most a batch at a time', async () => {
  const sent: string[][] = [];
  const find = gather<string, string>(async (keys) => {
    sent.push([...keys]);
    return keys.map((key) => key.toUpperCase());
  }, options);
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map(find));
  deepEqual(answers, ['A', 'B', 'C', 'D']);
  deepEqual(sent, [['a', 'b', 'c'], ['d']]);
});

test('a key that is not there answers undefined and the others are found', async () => {
  const find = gather<string, number>(
    (keys) => Promise.resolve(keys.map((key) => (key === 'none' ? undefined : key.length))),
    options,
  );
  deepEqual(await Promise.all(['one', 'none'].map(find)), [3, undefined]);
});

test('a failed statement fails its look-ups, and the next ones are sent', async () => {
  let calls = 0;
  const find = gather<string, string>((keys) => {
    calls += 1;
    return calls === 1 ? Promise.reject(new Error('away')) : Promise.resolve([...keys]);
  }, options);
  await rejects(find('a'), /away/);
  equal(await find('b'), 'b');
});
