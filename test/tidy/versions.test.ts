// Checks that all packages, the change log and the security page agree on the version of
// package.json at the root.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { version } from '@bramka/gateway/core/release/version.ts';
import { assertTidy, readText } from './source.ts';
import { differentVersions, newestRelease } from './versions.ts';

type Packages = Parameters<typeof differentVersions>[0];

const { workspaces } = JSON.parse(readText('package.json')) as { workspaces: string[] };

test('all packages have the version of the root, and depend on each other without one', () => {
  const paths = ['.', ...workspaces].map((folder) => `${folder}/package.json`);
  const files = paths.map((path) => [path, JSON.parse(readText(path)) as object]);
  assertTidy(differentVersions(Object.fromEntries(files) as Packages, version));
});

test('the lock file has the same versions', () => {
  const { packages } = JSON.parse(readText('package-lock.json')) as { packages: Packages };
  const own = ['', ...workspaces].map((path) => [path, packages[path] ?? {}]);
  assertTidy(differentVersions(Object.fromEntries(own) as Packages, version));
});

test('the newest release in the change log is this version, below what is not released', () => {
  const changelog = readText('CHANGELOG.md');
  const [newest = '', date = ''] = newestRelease(changelog)?.split(' - ') ?? [];
  assert.equal(newest, version);
  assert.match(date, /^\d{4}-\d\d-\d\d$/);
  assert.match(changelog, /^# Changelog\n[^#]*\n## Unreleased\n/);
});

test('the security page names the minor version that gets fixes', () => {
  const [minor = ''] = /^\d+\.\d+/.exec(version) ?? [];
  assert.match(readText('SECURITY.md'), new RegExp(`\\n\\| ${minor}\\.x +\\| yes +\\|\\n`));
});

test('finds another version, a dependency with a version, and the newest release', () => {
  const files = {
    'a/package.json': { version: '1.0.0', dependencies: { '@bramka/b': '*', pg: '8.0.0' } },
    'b/package.json': { version: '1.0.1', dependencies: { '@bramka/a': '1.0.0' } },
    'c/package.json': {},
  };
  assert.deepEqual(
    differentVersions(files, '1.0.0').map(({ path, problem }) => `${path} ${problem}`),
    [
      'b/package.json has the version 1.0.1',
      'b/package.json depends on @bramka/a 1.0.0',
      'c/package.json has the version undefined',
    ],
  );
  assert.equal(
    newestRelease('# C\n\n## Unreleased\n\n## 2.0.0 - x\n\n## 1.0.0 - y\n'),
    '2.0.0 - x',
  );
  assert.equal(newestRelease('# C\n\n## Unreleased\n'), undefined);
});
