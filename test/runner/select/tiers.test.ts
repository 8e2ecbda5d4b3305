// The tiers of the real test files: none is lost, and `npm test` has what it promises.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { root } from '../../tidy/source.ts';
import { createImportGraph } from './import-graph.ts';
import { describeFiles, findTestFiles } from './selection.ts';
import { isIn, passTier, rows, tierOf, type TestFile, type Tier } from './tiers.ts';

const workspaces = ['gateway', 'sandbox', 'cli', 'paywall', 'client', 'bench', 'test'];
const all = findTestFiles(root, workspaces);
const files = describeFiles(createImportGraph(root), all);
const namesIn = (tier: Tier): string[] =>
  files.filter((file) => isIn(tier, file)).map(({ path }) => path);

test('main and rest together are all files; only suites on each database are in both', () => {
  const [main, rest] = [namesIn('main'), namesIn('rest')];
  assert.deepEqual([...new Set([...main, ...rest])].sort(), all);
  const both = files.filter(({ path }) => main.includes(path) && rest.includes(path));
  assert.ok(both.length > 40, 'the journeys');
  assert.ok(both.every(({ isOnEachDatabase }) => isOnEachDatabase));
  assert.deepEqual(namesIn('all'), all);
});

test('unit tests are in main and in no other process', () => {
  const units = namesIn('unit');
  assert.ok(units.length > 280, String(units.length));
  const main = new Set(namesIn('main'));
  assert.deepEqual(
    units.filter((path) => !main.has(path)),
    [],
  );
});

test('every row of the table names files', () => {
  const unused = rows.filter(([start]) => !all.some((path) => path.startsWith(start)));
  assert.deepEqual(unused, []);
});

test('main has all journeys, stores, contracts, schema and tidy tests', () => {
  const main = new Set(namesIn('main'));
  const promised = /^test\/(journeys|contracts|schema|tidy)\/|\.(store|contract)\./;
  assert.deepEqual(
    all.filter((path) => promised.test(path) && !main.has(path)),
    [],
  );
});

test('the longest row decides', () => {
  assert.equal(tierOf('test/faults/secrecy.test.ts'), 'rest');
  assert.equal(tierOf('test/faults/failpoints.test.ts'), 'main');
  assert.equal(tierOf('gateway/src/core/money.test.ts'), 'main');
});

test('a unit test is not repeated in rest, wherever it is', () => {
  const file: TestFile = { path: 'test/runner/a.test.ts', isUnit: true, isOnEachDatabase: false };
  assert.deepEqual(
    (['unit', 'main', 'rest', 'all'] as const).map((tier) => isIn(tier, file)),
    [true, true, false, true],
  );
});

test('only main and rest are passed on: the others run on both databases', () => {
  for (const tier of ['unit', 'main', 'rest', 'all'] as const) {
    const env: NodeJS.ProcessEnv = {};
    passTier(tier, env);
    const passed = tier === 'main' || tier === 'rest' ? tier : undefined;
    assert.equal(env['BRAMKA_TEST_TIER'], passed);
  }
});
