// Unpacking: files with their bytes and folders, for the owner alone, and nothing outside.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { unpack } from './unpack.ts';

function entry(name: string, content: Buffer, type = '0'): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(content.length.toString(8).padStart(11, '0'), 124);
  header.write(type, 156);
  const padding = Buffer.alloc((512 - (content.length % 512)) % 512);
  return Buffer.concat([header, content, padding]);
}

function unpacked(t: TestContext, ...entries: Buffer[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'bramka-unpack-'));
  t.after(() => rmSync(folder, { recursive: true }));
  unpack(Buffer.concat([...entries, Buffer.alloc(1024)]), join(folder, 'data'));
  return join(folder, 'data');
}

test('files have their bytes, whatever their length, and are for the owner alone', (t) => {
  const lengths = [0, 1, 511, 512, 513, 70_000];
  const contents = lengths.map((length) => Buffer.alloc(length, length % 251));
  const files = contents.map((content, index) => entry(`/base/${index}`, content));
  const folder = unpacked(t, entry('/base/', Buffer.alloc(0), '5'), ...files);
  contents.forEach((content, index) => {
    const path = join(folder, 'base', String(index));
    assert.deepEqual(readFileSync(path), content);
    assert.equal(statSync(path).mode & 0o777, 0o600);
  });
  assert.equal(statSync(join(folder, 'base')).mode & 0o777, 0o700);
});

test('folders may be empty, and a file may come before its folder', (t) => {
  const empty = entry('/pg_notify', Buffer.alloc(0), '5');
  const folder = unpacked(t, entry('/global/1/2', Buffer.from('x')), empty);
  assert.deepEqual(readdirSync(folder).sort(), ['global', 'pg_notify']);
  assert.equal(readFileSync(join(folder, 'global/1/2'), 'utf8'), 'x');
});

test('a path that leads out of the folder is refused', (t) => {
  assert.throws(() => unpacked(t, entry('/../outside', Buffer.from('x'))), /holds the path/);
});
