// Checks that no file of the repository contains private paths or registry addresses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { privatePaths, registryAddresses } from './repository.ts';
import { assertTidy, listFiles, readText } from './source.ts';

const binary = /\.(png|jpe?g|webp|gif|ico|woff2?|gz|tgz|zip|pdf|wasm)$/;
const somebody = ['', 'home', 'somebody'].join('/');

test('names no registry address in the lock file', () => {
  const lock = readText('package-lock.json');
  assert.match(lock, /"resolved": "gateway"/, 'the lock file does not have its usual format');
  assertTidy(registryAddresses('package-lock.json', lock));
});

test('finds a registry address and accepts a workspace', () => {
  const isFound = (line: string) => registryAddresses('package-lock.json', line).length > 0;
  assert.equal(isFound('"resolved": "https://registry.example/pg-8.tgz",'), true);
  assert.equal(isFound('"resolved": "git+ssh://git@example/pg.git",'), true);
  assert.equal(isFound('"resolved": "gateway",'), false);
});

test('mentions no private path and no path outside the repository', () => {
  const files = listFiles().filter((path) => !binary.test(path));
  assert.ok(files.includes('package.json') && files.includes('test/tidy/rules.ts'));
  const texts = files.filter((path) => path !== 'package-lock.json');
  assertTidy(texts.flatMap((path) => privatePaths(path, readText(path))));
});

test('finds private paths and paths outside the repository, but not URLs and routes', () => {
  const isFound = (path: string, text: string) => privatePaths(path, text).length > 0;
  const climb = (levels: number) => `${'../'.repeat(levels)}shared`;
  assert.equal(isFound('docs/a.md', `see ${somebody}/notes`), true);
  assert.equal(isFound('docs/a.md', `see https://example.org${somebody}/notes`), false);
  assert.equal(isFound('docs/a.md', 'GET /payments/home/1'), false);
  assert.equal(isFound('README.md', `see ${climb(1)}`), true);
  assert.equal(isFound('docs/a.md', `see ${climb(1)}`), false);
  assert.equal(isFound('docs/a.md', `see ${climb(2)}`), true);
});
