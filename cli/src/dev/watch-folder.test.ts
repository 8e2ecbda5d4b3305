// Tests that every way of saving a file is noticed, also a second time and in new folders.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { until } from '@bramka/test/support/waiting/until.ts';
import { watchFolder } from './watch-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'bramka-watch-'));
const file = join(folder, 'deep/inside/file.ts');
mkdirSync(join(folder, 'deep/inside'), { recursive: true });
mkdirSync(join(folder, 'node_modules'));
writeFileSync(file, '0');

const seen: string[] = [];
const stop = watchFolder(folder, (path) => seen.push(path));
after(() => {
  stop();
  rmSync(folder, { recursive: true, force: true });
});

function replace(path: string): void {
  writeFileSync(`${path}.new`, 'replaced');
  renameSync(`${path}.new`, path);
}

const created = join(folder, 'new/folder/file.ts');

function createFolder(): void {
  mkdirSync(join(folder, 'new/folder'), { recursive: true });
  writeFileSync(created, '1');
}

const removeFolder = (): void => rmSync(join(folder, 'new'), { recursive: true });

const steps: readonly (readonly [what: string, act: () => void, path: string])[] = [
  ['written in place', () => writeFileSync(file, '1'), file],
  ['replaced by another file', () => replace(file), file],
  ['written after it was replaced', () => writeFileSync(file, '2'), file],
  ['replaced again', () => replace(file), file],
  ['touched', () => utimesSync(file, 1, 1), file],
  ['removed', () => rmSync(file), file],
  ['created', () => writeFileSync(file, '3'), file],
  ['created in a new folder', createFolder, created],
  ['written in the new folder', () => writeFileSync(created, '2'), created],
  ['removed with its folder', removeFolder, created],
  ['created with the same folder again', createFolder, created],
  ['written in the folder that was created again', () => writeFileSync(created, '3'), created],
];

for (const [what, act, path] of steps) {
  test(`notices a file that is ${what}`, async () => {
    seen.length = 0;
    act();
    await until(() => seen.includes(path), `a change of ${path}`);
    await settle();
  });
}

test('does not look into node_modules', async () => {
  writeFileSync(join(folder, 'node_modules/file.ts'), '1');
  await settle();
  assert.ok(!seen.some((path) => path.endsWith('node_modules/file.ts')));
});

/** Waits until all changes so far have been reported: they come in order. */
let marks = 0;
async function settle(): Promise<void> {
  const mark = join(folder, `mark-${String((marks += 1))}`);
  writeFileSync(mark, '');
  await until(() => seen.includes(mark), 'the report of the last change');
}
