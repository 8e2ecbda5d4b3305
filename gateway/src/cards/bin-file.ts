// The BIN table in a file: read at the start, read again when the file has changed. A new file that
// cannot be used leaves the table that is there.

import { readFile, stat } from 'node:fs/promises';
import { BadBinTable, parseBinTable, type BinTable } from './bin-table.ts';

export interface BinFile {
  table(): BinTable;
  /** True when another table is in use afterwards. */
  refresh(): Promise<boolean>;
}

export interface BinFileLog {
  warn(facts: object, message: string): void;
}

/** Refuses with a sentence for the operator: a gateway does not start without its table. */
export async function openBinFile(path: string, log: BinFileLog): Promise<BinFile> {
  let seen = await stampOf(path);
  let table = await load(path);
  return {
    table: () => table,
    async refresh() {
      // Looked at before reading: a file that changes meanwhile is read once more next time.
      const stamp = await stampOf(path);
      if (stamp === seen) return false;
      seen = stamp;
      try {
        table = await load(path);
        return true;
      } catch (error) {
        if (!(error instanceof BadBinTable)) throw error;
        log.warn({ problems: error.problems }, `${error.message}; the previous table stays in use`);
        return false;
      }
    },
  };
}

/** What changes when the file does; the same text each time while there is no file. */
async function stampOf(path: string): Promise<string> {
  try {
    const { mtimeMs, size, ino } = await stat(path);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    return 'not there';
  }
}

async function load(path: string): Promise<BinTable> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const reason =
      error.code === 'ENOENT' ? 'there is no such file' : (error.code ?? error.message);
    throw new BadBinTable(`the BIN table ${path} cannot be read: ${reason}`);
  });
  try {
    return parseBinTable(text);
  } catch (error) {
    if (!(error instanceof BadBinTable)) throw error;
    const message = `the BIN table ${path} cannot be used: ${error.message}`;
    throw new BadBinTable(message, error.problems);
  }
}
