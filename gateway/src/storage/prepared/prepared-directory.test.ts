// The directory that embedded databases start from is made once, kept whole, and made again when it
// is damaged; a disk that cannot keep it changes nothing else.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { preparedDirectory } from './prepared-directory.ts';
import { unpack } from './unpack.ts';

function temporary(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'bramka-prepared-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Counts how often a directory is made in this folder; `ask` is a process that needs one. */
function cacheIn(folder: string) {
  const made: string[] = [];
  const make = (): Promise<Buffer<ArrayBuffer>> => {
    made.push('made');
    return Promise.resolve(Buffer.from('a directory'));
  };
  const ask = async (): Promise<string> =>
    String(await preparedDirectory(pathToFileURL(`${folder}/`), make));
  return { made, ask };
}

test('it is made once and kept, whoever asks at the same time', async (t) => {
  const folder = join(temporary(t), 'cache');
  const { made, ask } = cacheIn(folder);
  assert.deepEqual(await Promise.all([ask(), ask()]), ['a directory', 'a directory']);
  assert.equal(made.length, 2);
  assert.equal(await ask(), 'a directory');
  assert.equal(made.length, 2);
  const [name = '', ...others] = readdirSync(folder);
  assert.match(name, /^\d+\.\d+\.\d+\.tgz$/);
  assert.deepEqual(others, []);
});

test('a file that was cut or changed is made again', async (t) => {
  const folder = temporary(t);
  const { made, ask } = cacheIn(folder);
  await ask();
  const file = join(folder, readdirSync(folder)[0] ?? '');
  truncateSync(file, 20);
  assert.equal(await ask(), 'a directory');
  writeFileSync(file, 'not an archive');
  assert.equal(await ask(), 'a directory');
  assert.equal(made.length, 3);
  await ask();
  assert.equal(made.length, 3);
});

test('where it cannot be kept, it is made for each process', async (t) => {
  const folder = join(temporary(t), 'file');
  writeFileSync(folder, '');
  const { made, ask } = cacheIn(folder);
  assert.equal(await ask(), 'a directory');
  assert.equal(await ask(), 'a directory');
  assert.equal(made.length, 2);
});

test('it has what the engine looks for', async (t) => {
  const folder = join(temporary(t), 'data');
  mkdirSync(folder);
  unpack(await preparedDirectory(), folder);
  const names = readdirSync(folder);
  for (const name of ['PG_VERSION', 'base', 'global', 'pg_wal', 'postgresql.conf']) {
    assert.ok(names.includes(name), name);
  }
});
