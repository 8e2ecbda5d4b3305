// Tests that only the owner can access the data directory and its files, and that an unusable
// directory is refused at once.
import { deepEqual, equal, throws } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { until } from '@bramka/test/support/waiting/until.ts';
import { prepareDirectory, StorageUnusable } from './data-directory.ts';
import { directoryOwner, openEmbeddedStorage } from './open.ts';

function temporary(context: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'bramka-directory-'));
  context.after(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

/** All paths below it that other users may read, write or enter. */
function listOpenToOthers(directory: string): string[] {
  const names = readdirSync(directory, { recursive: true }).map(String);
  return names.filter((name) => (statSync(join(directory, name)).mode & 0o077) !== 0);
}

test('a new directory and the files of the database are closed to others', async (context) => {
  const directory = join(temporary(context), 'some', 'where');
  const storage = await openEmbeddedStorage(directory);
  equal(modeOf(directory), '700');
  equal(modeOf(join(directory, 'bramka.pid')), '600');
  deepEqual(listOpenToOthers(directory), []);
  await storage.close();
  deepEqual(listOpenToOthers(directory), []);
});

test('one that was open is closed, and foreign files in it are left alone', async (context) => {
  const directory = temporary(context);
  await (await openEmbeddedStorage(directory)).close();
  for (const name of readdirSync(directory, { recursive: true }).map(String)) {
    const path = join(directory, name);
    chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
  }
  for (const name of ['master.key', 'notes.txt']) writeFileSync(join(directory, name), 'x');
  chmodSync(join(directory, 'master.key'), 0o644);
  chmodSync(join(directory, 'notes.txt'), 0o644);
  chmodSync(directory, 0o777);
  const storage = await openEmbeddedStorage(directory);
  equal(modeOf(directory), '700');
  deepEqual(listOpenToOthers(directory), ['notes.txt']);
  await storage.close();
});

test('a directory that all users share is refused and not changed', (context) => {
  const directory = join(temporary(context), 'shared');
  mkdirSync(directory);
  chmodSync(directory, 0o1777);
  throws(() => prepareDirectory(directory), /is shared by all users; set BRAMKA_DATA_DIR/);
  equal(statSync(directory).mode & 0o7777, 0o1777);
});

test('a directory that cannot be created is refused at once', () => {
  for (const directory of ['/proc/nope', '/proc/nope/data', '/dev/null/data']) {
    throws(() => prepareDirectory(directory), StorageUnusable, directory);
  }
});

test('a killed owner that is a zombie does not keep the directory locked', async (context) => {
  const directory = temporary(context);
  // The shell becomes a program that never waits for its child, so the killed child stays a zombie.
  const parent = spawn('sh', ['-c', 'sleep 300 & echo $!; exec sleep 300']);
  context.after(() => parent.kill('SIGKILL'));
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(String(line).trim());
  const stat = (): string[] => {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  };
  writeFileSync(join(directory, 'bramka.pid'), `${pid} ${stat()[19]}`);
  equal(directoryOwner(directory), pid);
  process.kill(pid, 'SIGKILL');
  await until(() => stat()[0] === 'Z', 'the killed process to be a zombie');
  equal(directoryOwner(directory), undefined);
  await (await openEmbeddedStorage(directory)).close();
});
