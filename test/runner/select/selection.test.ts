// What the arguments of the test commands select.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readArguments, WrongArgument } from './arguments.ts';
import { createImportGraph } from './import-graph.ts';
import { select } from './selection.ts';

const sources: Record<string, string> = {
  'gateway/src/core/money.test.ts': '',
  'gateway/src/storage/open.test.ts': "import 'pg';",
  'test/journeys/refunds.test.ts': "import { databasesOfTier } from 'pg';",
  'test/input/fuzz.test.ts': "import 'pg';",
};
const all = Object.keys(sources);
const [money, store, journey, fuzz] = all;
const graph = createImportGraph('', (path) => sources[path] ?? assert.fail(path));

function selected(...words: string[]): string[] {
  return select('/project', graph, all, readArguments(words)).map(({ path }) => path);
}

const tiers: [words: string[], files: (string | undefined)[]][] = [
  [[], [money, store, journey]],
  [['--tier', 'unit'], [money]],
  [
    ['--tier', 'rest'],
    [journey, fuzz],
  ],
  [['--tier', 'all'], all],
];
for (const [words, files] of tiers) {
  test(`${words.join(' ')} selects its tier`, () => assert.deepEqual(selected(...words), files));
}

test('a path selects the files of all tiers that contain it', () => {
  assert.deepEqual(selected('input/'), [fuzz]);
  assert.deepEqual(selected('core', 'journeys/ref'), [money, journey]);
  assert.deepEqual(selected('./test/input/fuzz.test.ts'), [fuzz]);
  assert.deepEqual(selected('/project/test/input'), [fuzz]);
});

test('names of tests are separate from paths', () => {
  const { paths, names } = readArguments(['core', '--name', 'adds up', '--name', 'rounds']);
  assert.deepEqual([paths, names], [['core'], ['adds up', 'rounds']]);
});

const refused: [words: string[], message: RegExp][] = [
  [['core', 'refunds a share'], /^No test file has "refunds a share" in its path\. .*--name/],
  [['--name', 'adds up'], /--name needs a path/],
  [['--tier', 'fast'], /The tiers are unit, main, rest, all/],
  [['--nmae', 'adds up'], /'--nmae'/],
  [['--changed', 'main', 'core'], /takes one argument/],
  [['--changed', '--name', 'x'], /takes one argument/],
];
for (const [words, message] of refused) {
  test(`refuses ${words.join(' ')}`, () =>
    assert.throws(
      () => selected(...words),
      (error) => error instanceof WrongArgument && message.test(error.message),
    ));
}

test('a change is compared with the last commit unless another one is named', () => {
  assert.equal(readArguments(['--changed']).changedSince, 'HEAD');
  assert.equal(readArguments(['--changed', 'main']).changedSince, 'main');
  assert.equal(readArguments([]).changedSince, undefined);
});
