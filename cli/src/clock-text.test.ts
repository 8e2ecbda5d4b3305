// How a clock and the work of jobs are printed, and that every job of gateway and sandbox is
// explained.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobs } from '@bramka/gateway/jobs.ts';
import { clockText, durationText, isMoved, jobLines, jobWork } from './clock-text.ts';
import { banner } from './start/banner.ts';

const now = '2030-01-31T12:00:00.000Z';

const readings: [offsetSeconds: number, frozen: boolean, text: string, isMoved: boolean][] = [
  [0, false, `${now}, running, real time`, false],
  [1, false, `${now}, running, real time`, false],
  [0, true, `${now}, frozen, real time`, true],
  [7200, false, `${now}, running, 2h ahead of real time`, true],
  [2_685_600, true, `${now}, frozen, 31d 2h ahead of real time`, true],
  [-90, true, `${now}, frozen, 1m 30s behind real time`, true],
];

test('prints the time, the state and the distance to real time', () => {
  for (const [offsetSeconds, frozen, text, moved] of readings) {
    const reading = { now, frozen, offsetSeconds };
    assert.deepEqual([clockText(reading), isMoved(reading)], [text, moved]);
  }
  assert.equal(durationText(0), '0s');
});

test('explains what a job did, in the singular and in the plural', () => {
  assert.deepEqual(jobLines({ end: 1, purge: 0, 'bin-table': 2 }), [
    [
      'end',
      '1 deadline passed: a payment expired, a hold was released, or a 3-D Secure step timed out',
    ],
    ['bin-table', '2 changed BIN tables were loaded'],
  ]);
});

test('explains every job', () => {
  const providers = { list: [{ name: 'sandbox' }] };
  const names = jobs({ providers } as never).map(({ name }) => name);
  const ofSandbox = ['acs', 'bank', 'blik', 'itn'];
  assert.deepEqual([...names, ...ofSandbox].sort(), Object.keys(jobWork).sort());
});

test('the banner shows a moved clock, and nothing about real time', () => {
  const launched = { url: 'http://127.0.0.1:8080', internalUrl: null, adminKeyMade: false };
  const config = {
    docs: 'on',
    environment: 'sandbox',
    dataDir: './data',
    databaseUrl: null,
    sandboxProviders: [],
  };
  const print = (offsetSeconds: number, frozen: boolean): string =>
    banner(launched as never, { ...config, isSimulated: true } as never, {
      now,
      frozen,
      offsetSeconds,
    });
  const moved = print(7200, true);
  assert.match(moved, /^ {2}Clock +MOVED: 2030-\S+Z, frozen, 2h ahead of real time$/m);
  assert.match(
    moved,
    /^ +`bramka clock resume` lets it run, `bramka reset` returns to real time$/m,
  );
  assert.doesNotMatch(print(0, false), /Clock/);
});
