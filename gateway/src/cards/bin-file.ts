// The BIN table in a file: loaded at start and again when the file has changed. When a new file
// cannot be used, the previous table stays in use.

import { readFile, stat } from 'node:fs/promises';
import { BadBinTable, parseBinTable, type BinTable } from './bin-table.ts';

export interface BinFile {
  readonly path: string;
  table(): BinTable;
  /** Resolves to true when a new table was loaded. */
  refresh(): Promise<boolean>;
}

interface BinFileLog {
  warn(facts: object, message: string): void;
}

/** Throws an error for the operator: the gateway does not start without its table. */
export async function openBinFile(path: string, log: BinFileLog): Promise<BinFile> {
  let seen = await stampOf(path);
  let table = await load(path);
  let isCurrent = true;
  return {
    path,
    table: () => table,
    async refresh() {
      // Read before the contents: a file that changes during the load is loaded again next time.
      const stamp = await stampOf(path);
      if (stamp === seen) return false;
      seen = stamp;
      try {
        table = await load(path);
        if (!isCurrent) log.warn({}, `the BIN table ${path} can be used again`);
        isCurrent = true;
        return true;
      } catch (error) {
        if (!(error instanceof BadBinTable)) throw error;
        isCurrent = false;
        log.warn({ problems: error.problems }, `${error.message}; the previous table stays in use`);
        return false;
      }
    },
  };
}

/** A text that changes when the file changes; constant while there is no file. */
async function stampOf(path: string): Promise<string> {
  try {
    const { mtimeMs, size, ino } = await stat(path);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    return 'missing';
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
