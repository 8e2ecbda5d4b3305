// Which tests a change selects, on the real files of the repository.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
  ['examples/shop/shop.css', ['gateway/src/docs/guides/guide-content.test.ts'], [money]],
  ['package-lock.json', [money, journey], [pageTest]],
];
for (const [changed, affected, others] of rows) {
  test(`a change of ${changed} selects what it can affect`, () => {
    const selected = affectedBy(changed);
    for (const one of affected)
      assert.ok(
        selected.some((path) => path.startsWith(one)),
        one,
      );
    for (const one of others) assert.ok(!selected.includes(one), one);
  });
}

test('what only the started programs contain selects no more than the main tier', () => {
  const selected = findAffected(graph, files, ['gateway/src/launch.ts']);
  const importers = new Set(
    files
      .filter(({ path }) => graph.reachedFrom(path).has('gateway/src/launch.ts'))
      .map(({ path }) => path),
  );
  const started = selected.filter(({ path }) => !importers.has(path));
  assert.ok(started.length > 50);
  assert.deepEqual(
    started.filter((file) => !isIn('main', file)),
    [],
  );
});

test('nothing selects nothing', () => assert.deepEqual(affectedBy(), []));

test('git names changed, deleted, new and committed files since a commit', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'bramka-test-git-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const git = (...words: string[]): void => {
    const who = ['-c', 'user.name=a', '-c', 'user.email=a@a.test'];
    execFileSync('git', [...who, ...words], { cwd: folder, stdio: 'ignore' });
  };
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  const commitAll = (): void => {
    git('add', '.');
    git('commit', '-m', 'a');
  };
  git('init', '--initial-branch=main');
  for (const name of ['same', 'edited', 'deleted', 'moved']) write(name, name);
  write('.gitignore', 'ignored');
  commitAll();
  git('checkout', '-b', 'branch');
  write('committed', 'a');
  commitAll();
  write('edited', 'another text');
  write('new', 'a');
  write('ignored', 'a');
  rmSync(join(folder, 'deleted'));
  renameSync(join(folder, 'moved'), join(folder, 'target'));
  const uncommitted = ['deleted', 'edited', 'moved', 'new', 'target'];
  assert.deepEqual(changedFiles(folder, 'HEAD').sort(), uncommitted);
  assert.deepEqual(changedFiles(folder, 'main').sort(), ['committed', ...uncommitted]);
  assert.throws(() => changedFiles(folder, 'no-such-commit'), WrongArgument);
});
