// The division of time, and the options that name it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readLongOptions } from './options.ts';
import { divideTime } from './time-shares.ts';

const parts = [
  { name: 'a', share: 4 },
  { name: 'b', share: 3 },
  { name: 'c', share: 1 },
];

describe('the time of a run is divided', () => {
  const rows: [title: string, total: number, seconds: number[]][] = [
    ['in proportion', 800, [400, 300, 100]],
    ['with at least ten seconds for each', 60, [50 * (4 / 7), 50 * (3 / 7), 10]],
    ['to no less than ten seconds each in all', 5, [10, 10, 10]],
  ];
  for (const [title, total, seconds] of rows) {
    test(title, () => {
      const divided = divideTime(total, parts);
      assert.deepEqual([...divided.keys()], ['a', 'b', 'c']);
      for (const [position, expected] of seconds.entries()) {
        const found = [...divided.values()][position] ?? 0;
        assert.ok(Math.abs(found - expected) < 1e-9, `${found} instead of ${expected}`);
      }
    });
  }

  test('all of it to a part that is alone', () => {
    assert.deepEqual([...divideTime(120, [{ name: 'a', share: 3 }])], [['a', 120]]);
  });
});

describe('options', () => {
  const flags = { minutes: '30', only: [] };

  test('take all parts and a new seed by default', () => {
    const options = readLongOptions(flags, 1_700_000_123_456);
    assert.deepEqual(options.only, ['simulation', 'kills', 'fuzz', 'soak']);
    assert.deepEqual([options.minutes, options.seed], [30, 123_456]);
    assert.equal(options.hasPrograms, true);
  });

  test('take a part, a time and a seed', () => {
    const options = readLongOptions({ ...flags, minutes: '0.5', only: ['fuzz'], seed: '7' });
    assert.deepEqual([options.minutes, options.only, options.seed], [0.5, ['fuzz'], 7]);
    assert.equal(options.hasPrograms, false, 'it takes minutes of its own');
  });

  const wrong: [what: object, sentence: RegExp][] = [
    [{ minutes: '0' }, /--minutes must be a number above 0/],
    [{ minutes: 'long' }, /--minutes must be a number above 0/],
    [{ only: ['kill'] }, /there is no part kill; use simulation, kills, fuzz, soak/],
    [{ seed: '-1' }, /--seed must be a whole number/],
  ];
  for (const [what, sentence] of wrong) {
    test(`refuse ${JSON.stringify(what)}`, () => {
      assert.throws(() => readLongOptions({ ...flags, ...what }), sentence);
    });
  }
});
