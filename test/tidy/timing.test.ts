// Checks that no test depends on the speed of the machine.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { timingExceptions } from './rules.ts';
import { readSources, root, sourceOf, assertTidy } from './source.ts';
import { timingFindings } from './timing.ts';

const path = 'gateway/src/payments/process.test.ts';
const timers = `import { setTimeout as sleep } from 'node:timers/promises';`;
const comparison = 'has an upper limit on a duration';
const shortLimit = 'has a short limit of a wait';
const pause = 'has a fixed pause';

const rows: [text: string, problems: string[]][] = [
  ['assert.ok(Date.now() - startedAt < 2000);', [comparison]],
  ['assert.ok(2000 >= performance.now() - start);', [comparison]],
  ['assert.ok(clock.monotonicMs() - start <= limitMs);', [comparison]],
  ['assert.ok(Math.abs(iat - Date.now() / 1000) < 60);', [comparison]],
  ['const took = performance.now() - start; assert.ok(took < 2000);', [comparison]],
  ['const seconds = (Date.now() - start) / 1000; assert.ok(seconds <= 3);', [comparison]],
  ['assert.ok(Date.now() - startedAt >= 2000);', []],
  ['const took = performance.now() - start; assert.ok(inner <= took);', []],
  ['assert.ok(before <= sentAt && sentAt <= Date.now());', []],
  ['const yesterday = Date.now() - 24 * HOUR_MS; assert.ok(bornAt > yesterday);', []],
  ['await until(isDone, `the end`, 20_000);', [shortLimit]],
  ['const LIMIT_MS = 5000; await within(LIMIT_MS, work, what);', [shortLimit]],
  ['await until(isDone, `the end`);', []],
  ['const LIMIT_MS = 240_000; await within(LIMIT_MS, work, what);', []],
  ['test(`a name`, { timeout: 60_000 }, run);', [shortLimit]],
  ['await page.waitForSelector(`main`, { timeout: 1500 });', [shortLimit]],
  ['setFault({ timeout: true });', []],
  ['context.setDefaultTimeout(30_000);', [shortLimit]],
  ['fetch(url, { signal: AbortSignal.timeout(200) });', [shortLimit]],
  ['const deadline = Date.now() + 30_000;', [shortLimit]],
  ['const validUntil = Date.now() + 365 * DAY_MS;', []],
  ['await page.waitForTimeout(500);', [pause]],
  [`${timers} await sleep(100);`, [pause]],
  [`${timers} while (!isDone()) await sleep(5);`, []],
  [`${timers} for (const one of all) void run(async () => { await sleep(5); });`, [pause]],
  ['await systemClock.sleep(20);', [pause]],
  ['await clock.sleep(20);', []],
  ['await new Promise((resolve) => setTimeout(resolve, 20));', [pause]],
  ['await new Promise((resolve) => setImmediate(resolve));', []],
  ['const told = `await sleep(100)`; // Date.now() - start < 5', []],
];

test('no test depends on the speed of the machine', () => {
  const sources = readSources();
  assert.ok(sources.length > 10, 'the sources were not found');
  assertTidy(sources.flatMap(timingFindings));
});

for (const [text, problems] of rows) {
  test(`${problems.length === 0 ? 'allows' : 'finds'}: ${text}`, () => {
    const found = timingFindings(sourceOf(path, text));
    assert.deepEqual(
      found.map(({ problem }) => problem),
      problems,
    );
  });
}

test('checks tests and what supports them, except long runs and benchmarks', () => {
  const count = (file: string): number =>
    timingFindings(sourceOf(file, 'assert.ok(Date.now() - startedAt < 2000);')).length;
  for (const file of ['test/support/client.ts', 'cli/src/pay.test.ts'])
    assert.equal(count(file), 1);
  for (const file of ['cli/src/pay.ts', 'bench/src/main.test.ts', 'test/prove/soak.ts']) {
    assert.equal(count(file), 0, file);
  }
});

test('an exception allows one thing in one file, which still does it', () => {
  const [file = '', [ban] = []] = Object.entries(timingExceptions)[0] ?? [];
  assert.equal(ban, 'pause');
  const problems = (text: string): string[] =>
    timingFindings(sourceOf(file, text)).map(({ problem }) => problem);
  assert.deepEqual(problems('await systemClock.sleep(20);'), []);
  assert.deepEqual(problems('assert.ok(Date.now() - startedAt < 2000);'), [comparison]);
  for (const excused of Object.keys(timingExceptions)) {
    assert.ok(existsSync(join(root, excused)), `${excused} does not exist`);
    const { text } = readSources().find((source) => source.path === excused) ?? { text: '' };
    const elsewhere = timingFindings(sourceOf(`test/support/${excused}`, text));
    assert.ok(elsewhere.length > 0, `${excused} needs no exception`);
  }
});
