// The BIN table in a file.

import { readFile } from 'node:fs/promises';
import { openWatchedFile } from '../settings/watched-file.ts';
import { BadBinTable, parseBinTable } from './bin-table.ts';

export type BinFile = Awaited<ReturnType<typeof openBinFile>>;

interface BinFileLog {
  warn(facts: object, message: string): void;
}

/** Throws a `BadBinTable`: the gateway does not start without its table. */
export async function openBinFile(path: string, log: BinFileLog) {
  const { content, refresh } = await openWatchedFile({
    title: 'the BIN table',
    path,
    read: readFile,
    parse: (bytes) => parseBinTable(bytes.toString('utf8')),
    Bad: BadBinTable,
    onUsable: (message) => log.warn({}, message),
    onFailure(error) {
      const { message, problems } = error as BadBinTable;
      log.warn({ problems }, `${message}; the previous table stays in use`);
    },
  });
  return { path, table: content, refresh };
}
