// Which tests a change selects, on the real files of the repository.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../tidy/source.ts';
import { WrongArgument } from './arguments.ts';
import { changedFiles, findAffected } from './changed.ts';
import { createImportGraph } from './import-graph.ts';
import { describeFiles, findTestFiles } from './selection.ts';
import { isIn } from './tiers.ts';

const graph = createImportGraph(root);
const workspaces = ['gateway', 'sandbox', 'cli', 'paywall', 'client', 'bench', 'test'];
const files = describeFiles(graph, findTestFiles(root, workspaces));
const affectedBy = (...changed: string[]): string[] =>
  findAffected(graph, files, changed).map(({ path }) => path);

const money = 'gateway/src/core/money.test.ts';
const journey = 'test/journeys/refunds.test.ts';
const fault = 'test/faults/secrecy.test.ts';
const pageTest = 'test/browser/page-blik.test.ts';

const rows: [changed: string, affected: string[], others: string[]][] = [
  [money, [money], [journey, 'gateway/src/core/currency.test.ts']],
  ['gateway/src/core/money.ts', [money, journey], ['test/browser/page-steady.test.ts']],
  ['test/support/life/payments.ts', [journey], [money]],
  ['test/support/threeds/secrecy/sandbox-process.ts', [fault], [journey, money]],
  ['gateway/migrations/0001-new.sql', ['test/schema/tables.test.ts', journey], [money]],
  ['sandbox/src/blik/migrations/0001-blik.sql', ['test/schema/tables.test.ts', journey], [money]],
  ['docs/guides/refunds.md', ['test/tidy/repository.test.ts'], [money, journey]],
  ['docs/reference/errors.md', ['test/tidy/generated-docs.test.ts'], [money, journey]],
  [
    'paywall/src/page/style/base.css',
    ['paywall/src/page/look/', 'test/browser/'],
    [money, journey],
  ],
  ['test/support/wallets/apple/published.json', ['gateway'], [money, journey]],
  ['examples/shop/shop.css', ['gateway/src/docs/guides/guide-page.test.ts'], [money]],
  ['package-lock.json', [money, journey], [pageTest]],
];
for (const [changed, affected, others] of rows) {
  test(`a change of ${changed} selects what it can affect`, () => {
    const found = affectedBy(changed);
    for (const one of affected)
      assert.ok(
        found.some((path) => path.startsWith(one)),
        one,
      );
    for (const one of others) assert.ok(!found.includes(one), one);
  });
}

test('what only the started programs contain selects no more than the main tier', () => {
  const found = findAffected(graph, files, ['gateway/src/launch.ts']);
  const importers = new Set(
    files
      .filter(({ path }) => graph.reachedFrom(path).has('gateway/src/launch.ts'))
      .map(({ path }) => path),
  );
  const started = found.filter(({ path }) => !importers.has(path));
  assert.ok(started.length > 50);
  assert.deepEqual(
    started.filter((file) => !isIn('main', file)),
    [],
  );
});

test('nothing selects nothing', () => assert.deepEqual(affectedBy(), []));

const isClone = existsSync(join(root, '.git'));

test('asks git what differs from a commit', { skip: !isClone && 'not a clone' }, () => {
  assert.ok(Array.isArray(changedFiles(root, 'HEAD')));
  assert.throws(() => changedFiles(root, 'no-such-commit'), WrongArgument);
});
