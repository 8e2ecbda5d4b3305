// Tests of opening the storage: the data directory belongs to one process at a time.

import { equal, match, rejects } from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { StorageUnusable } from './data-directory.ts';
import { openEmbeddedStorage } from './open.ts';

function temporary(context: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'bramka-open-'));
  context.after(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

test('writes its pid file while open and removes it when closed', async (context) => {
  const directory = temporary(context);
  const storage = await openEmbeddedStorage(directory);
  match(readFileSync(join(directory, 'bramka.pid'), 'utf8'), new RegExp(`^${process.pid} \\d+$`));
  await storage.close();
  equal(existsSync(join(directory, 'bramka.pid')), false);
});

test('refuses a directory that a running process owns', async (context) => {
  const directory = temporary(context);
  const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
  const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  writeFileSync(join(directory, 'bramka.pid'), `${process.ppid} ${start}`);
  await rejects(openEmbeddedStorage(directory), StorageUnusable);
});

test('takes over from a process that has ended, also when its id is reused', async (context) => {
  const directory = temporary(context);
  writeFileSync(join(directory, 'bramka.pid'), `${process.ppid} 1`);
  const storage = await openEmbeddedStorage(directory);
  await storage.close();
});
