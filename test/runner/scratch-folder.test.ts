// When the databases of a run are kept in memory.
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { freeBytes, useMemoryForScratch } from './scratch-folder.ts';

function folderAfter(env: Record<string, string>, free: number): string | undefined {
  const changed: NodeJS.ProcessEnv = { ...env };
  useMemoryForScratch(changed, () => free);
  return changed['TMPDIR'];
}

test('with enough free memory they are, unless another folder is named', () => {
  assert.equal(folderAfter({}, 5 * 1024 ** 3), '/dev/shm');
  assert.equal(folderAfter({ TMPDIR: '/scratch' }, 5 * 1024 ** 3), '/scratch');
});

test('with little they are not', () => {
  assert.equal(folderAfter({}, 64 * 1024 ** 2), undefined);
});

test('a folder that is not there has no room', () => {
  assert.ok(freeBytes(tmpdir()) > 0);
  assert.equal(freeBytes('/nonexistent/folder'), 0);
});
