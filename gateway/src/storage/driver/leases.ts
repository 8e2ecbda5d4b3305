// Runs statements and transactions on connections of the PostgreSQL driver, to a server or to the
// embedded engine.

import pg from 'pg';
import type { Queryable, Statement } from '../database.ts';
import { ConnectionLost, mustDiscardConnection, translateError } from '../errors.ts';
import { parsers } from '../parsers.ts';
import { refuseUncertainCommit } from './citus.ts';

export const types = {
  getTypeParser(oid: number, format?: string) {
    const parser = format === 'binary' ? undefined : parsers[oid];
    return (parser ?? pg.types.getTypeParser(oid, format as never)) as never;
  },
};

/** A connection that nobody else uses until it is released. */
export interface Lease {
  readonly client: pg.ClientBase;
  /** Whether the connection is in an unknown state and must not be used again. */
  readonly release: (isSpoiled: boolean) => void;
}

export type Acquire = () => Promise<Lease>;

/**
 * The driver's pool has a `query` of its own, which discards the connection after every error; a
 * constraint violation need not.
 */
export async function runAlone<Row>(
  acquire: Acquire,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const { client, release } = await acquire();
  let isSpoiled = false;
  try {
    return await query<Row>(client, statement, values);
  } catch (error) {
    isSpoiled = mustDiscardConnection(error);
    throw error;
  } finally {
    release(isSpoiled);
  }
}

async function query<Row>(
  on: pg.ClientBase,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  try {
    const result = await on.query({ ...statement, values: values as unknown[] });
    // The embedded engine reports that it is ready for the next statement even after a crash.
    const command: string | null = result.command;
    if (command === null) throw new ConnectionLost(new Error('the statement did not end'));
    refuseUncertainCommit(on);
    return result.rows as Row[];
  } catch (error) {
    throw translateError(error);
  }
}

/** The connection is discarded afterwards, and with it whatever the work has set or locked. */
export async function onOneConnection<T>(
  acquire: Acquire,
  work: (session: Queryable) => Promise<T>,
): Promise<T> {
  const { client, release } = await acquire();
  try {
    return await work({ run: (statement, values = []) => query(client, statement, values) });
  } finally {
    release(true);
  }
}

export async function inTransaction<T>(
  acquire: Acquire,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  const { client, release } = await acquire();
  let isSpoiled = false;
  try {
    await client.query('begin');
    const tx: Queryable = { run: (statement, values = []) => query(client, statement, values) };
    const result = await work(tx);
    const ended = await client.query('commit');
    if (ended.command !== 'COMMIT') {
      throw new Error('the transaction was rolled back instead of committed');
    }
    refuseUncertainCommit(client);
    return result;
  } catch (error) {
    const failure = translateError(error);
    isSpoiled = mustDiscardConnection(failure);
    if (!isSpoiled) await client.query('rollback').catch(() => (isSpoiled = true));
    throw failure;
  } finally {
    release(isSpoiled);
  }
}
