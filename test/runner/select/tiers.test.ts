// The tiers of the real test files: none is lost, and `npm test` has what it promises.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { databasesIn } from '../../support/installation.ts';
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

test('only main and rest are passed on, and not to files that are named', () => {
  for (const tier of ['unit', 'main', 'rest', 'all'] as const) {
    const env: NodeJS.ProcessEnv = { BRAMKA_TEST_TIER: 'of an outer run' };
    passTier({ tier, paths: [] }, env);
    const passed = tier === 'main' || tier === 'rest' ? tier : undefined;
    assert.equal(env['BRAMKA_TEST_TIER'], passed);
    passTier({ tier, paths: ['journeys'] }, env);
    assert.equal(env['BRAMKA_TEST_TIER'], undefined);
  }
});

test('main runs on one database and rest on the other one, everything else on both', () => {
  assert.deepEqual(databasesIn('main', 'postgres'), ['postgres']);
  assert.deepEqual(databasesIn('rest', 'postgres'), ['embedded']);
  assert.deepEqual(databasesIn('main', 'embedded'), ['embedded']);
  assert.deepEqual(databasesIn('rest', 'embedded'), ['postgres']);
  assert.deepEqual(databasesIn(undefined, 'postgres'), ['embedded', 'postgres']);
});

test('CI runs the test command of the README and the rest', () => {
  const script = readFileSync(join(root, '.ci', 'run'), 'utf8');
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  assert.match(script, /^npm ci && npm test$/m);
  assert.match(readme, /^npm ci && npm test$/m);
  assert.match(script, /\bnpm run test:rest$/m);
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  for (const tier of ['unit', 'rest', 'all']) {
    assert.equal(scripts[`test:${tier}`], `npm test -- --tier ${tier}`);
  }
});
