// The Database port on PGlite, PostgreSQL inside this process: the default without configuration.
// It has one connection, and its directory belongs to one process at a time.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PGlite, type Transaction } from '@electric-sql/pglite';
import type { Database, Queryable, Statement } from './database.ts';
import { translateError } from './errors.ts';
import { parsers } from './parsers.ts';
import { unpack } from './prepared/unpack.ts';

/** A data directory initialised in advance; creating one takes four seconds. */
export const preparedDirectory = new URL('../../embedded/prepared.tgz', import.meta.url);

/** Opens or creates the database below `directory`, or in memory when no directory is given. */
export async function openEmbedded(directory?: string): Promise<Database> {
  const at = directory === undefined ? undefined : join(directory, 'pglite');
  const mark = at === undefined ? undefined : `${at}.unfinished`;
  if (at !== undefined) {
    // A first start that was killed while unpacking left an incomplete directory: create it again.
    if (existsSync(`${at}.unfinished`)) rmSync(at, { recursive: true, force: true });
    mkdirSync(at, { recursive: true });
  }
  const fresh = at === undefined || !existsSync(join(at, 'PG_VERSION'));
  if (fresh && at !== undefined && readdirSync(at).length > 0) {
    throw new Error(`${at} holds files but no database`);
  }
  if (fresh && mark !== undefined) writeFileSync(mark, '');
  if (fresh && at !== undefined) unpack(preparedDirectory, at);
  const engine = new PGlite({
    ...(at === undefined ? { loadDataDir: preparedArchive() } : { dataDir: at }),
    parsers: { ...parsers },
  });
  await engine.waitReady;
  if (mark !== undefined) rmSync(mark, { force: true });
  return {
    kind: 'embedded',
    run: (statement, values = []) => query(engine, statement, values),
    transaction: (work) => inTransaction(engine, work),
    close: () => engine.close(),
  };
}

let archive: Blob | undefined;

/** Unzipped once for all databases in memory: the engine itself takes a quarter of a second. */
function preparedArchive(): Blob {
  archive ??= new Blob([gunzipSync(readFileSync(preparedDirectory))]);
  return archive;
}

async function query<Row>(
  on: PGlite | Transaction,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  try {
    return (await on.query<Row>(statement.text, values as unknown[])).rows;
  } catch (error) {
    throw translateError(error);
  }
}

async function inTransaction<T>(engine: PGlite, work: (tx: Queryable) => Promise<T>): Promise<T> {
  try {
    return await engine.transaction((inner) =>
      work({ run: (statement, values = []) => query(inner, statement, values) }),
    );
  } catch (error) {
    throw translateError(error);
  }
}
