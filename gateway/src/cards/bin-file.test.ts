// Tests of the BIN table's file: first load, changes, and files that cannot be used.

import assert from 'node:assert/strict';
import { mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openBinFile } from './bin-file.ts';
import { binColumns } from './bin-row.ts';
import { BadBinTable } from './bin-table.ts';

const folder = mkdtempSync(join(tmpdir(), 'bramka-bins-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const header = `${binColumns.join(',')}\n`;
const row = (bin: string): string =>
  `${bin},${bin},VISA,DEBIT,Bramka Test Bank,PL,PLN,yes,no,,,,,\n`;

let files = 0;
interface Scratch {
  readonly path: string;
  readonly write: (text: string) => void;
  readonly warnings: string[];
  readonly log: { warn(facts: object, message: string): void };
}

/** Each write gets a different modification time, as if minutes had passed. */
function scratchFile(): Scratch {
  const path = join(folder, `bins-${(files += 1)}.csv`);
  const warnings: string[] = [];
  let time = 1_700_000_000;
  return {
    path,
    write: (text) => {
      writeFileSync(path, text);
      utimesSync(path, time, (time += 60));
    },
    warnings,
    log: { warn: (_facts, message) => void warnings.push(message) },
  };
}

test('a changed file is loaded again, an unchanged one is not', async () => {
  const { path, write, log, warnings } = scratchFile();
  write(header + row('400000'));
  const file = await openBinFile(path, log);
  assert.equal(file.table().size, 1);
  const before = file.table();
  assert.equal(await file.refresh(), false);
  assert.equal(file.table(), before);
  write(header + row('400000') + row('400001'));
  assert.equal(await file.refresh(), true);
  assert.equal(file.table().size, 2);
  assert.equal(await file.refresh(), false);
  assert.deepEqual(warnings, []);
});

test('a file of the same size is loaded again, also when it was moved into place', async () => {
  const { path, write, log } = scratchFile();
  write(header + row('400000'));
  const file = await openBinFile(path, log);
  write(header + row('400001'));
  assert.equal(await file.refresh(), true);
  assert.ok(file.table().find('4000010000000000'));
  const other = scratchFile();
  other.write(header + row('400002'));
  renameSync(other.path, path);
  assert.equal(await file.refresh(), true);
  assert.ok(file.table().find('4000020000000000'));
});

test('after a broken file the previous table stays in use, with one warning', async () => {
  const { path, write, log, warnings } = scratchFile();
  write(header + row('400000'));
  const file = await openBinFile(path, log);
  write(`${header}400001,400001,VISA\n`);
  assert.equal(await file.refresh(), false);
  assert.equal(await file.refresh(), false);
  assert.equal(file.table().size, 1);
  assert.deepEqual(warnings, [
    `the BIN table ${path} cannot be used: line 2: there are 3 columns instead of 14; ` +
      'the previous table stays in use',
  ]);
  write('not a table');
  assert.equal(await file.refresh(), false);
  assert.equal(warnings.length, 2);
  write(header + row('400000') + row('400001'));
  assert.equal(await file.refresh(), true);
  assert.equal(file.table().size, 2);
  assert.deepEqual(warnings.slice(2), [`the BIN table ${path} can be used again`]);
  write(header + row('400000'));
  assert.equal(await file.refresh(), true);
  assert.equal(warnings.length, 3, 'only after a failure');
});

test('after a removed file the previous table stays in use, with one warning', async () => {
  const { path, write, log, warnings } = scratchFile();
  write(header + row('400000'));
  const file = await openBinFile(path, log);
  const aside = `${path}.aside`;
  renameSync(path, aside);
  assert.equal(await file.refresh(), false);
  assert.equal(await file.refresh(), false);
  assert.equal(file.table().size, 1);
  assert.equal(warnings.length, 1);
  assert.match(warnings[0] ?? '', /cannot be read: there is no such file; the previous table/);
  renameSync(aside, path);
  assert.equal(await file.refresh(), true);
});

test('without a table at start it is refused with one sentence', async () => {
  const { path, write, log } = scratchFile();
  const refusal = async (name = path): Promise<BadBinTable> => {
    const error: unknown = await openBinFile(name, log).catch((reason: unknown) => reason);
    assert.ok(error instanceof BadBinTable);
    return error;
  };
  const missing = await refusal();
  assert.equal(missing.message, `the BIN table ${path} cannot be read: there is no such file`);
  assert.equal((await refusal(folder)).message, `the BIN table ${folder} cannot be read: EISDIR`);
  write(`${header}400001,400001,VISA\n`);
  const { message, problems } = await refusal();
  assert.match(message, /^the BIN table \S+ cannot be used: line 2: there are 3 columns/);
  assert.deepEqual(problems, ['line 2: there are 3 columns instead of 14']);
});
