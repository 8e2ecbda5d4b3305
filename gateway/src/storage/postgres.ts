// The Database port on a PostgreSQL server, through a pool of connections with prepared statements.

import pg from 'pg';
import type { Database, Queryable, Statement } from './database.ts';
import { GuardedClient } from './driver/guarded-client.ts';
import { ConnectionLost, translateError } from './errors.ts';
import { parsers } from './parsers.ts';

export interface PostgresOptions {
  readonly url: string;
  readonly connections: number;
  /** Session settings, for example the planner's on the journal's connections. */
  readonly settings?: Readonly<Record<string, string>>;
  /** How long a statement may take before the server ends it. */
  readonly statementTimeoutMs?: number;
  readonly onBackgroundError?: (error: Error) => void;
}

const types = {
  getTypeParser(oid: number, format?: string) {
    const own = format === 'binary' ? undefined : parsers[oid];
    return (own ?? pg.types.getTypeParser(oid, format as never)) as never;
  },
};

export function openPostgres(options: PostgresOptions): Database {
  const settings = { timezone: 'UTC', ...options.settings };
  const pool = new pg.Pool({
    Client: GuardedClient,
    connectionString: options.url,
    max: options.connections,
    types: types,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    connectionTimeoutMillis: 10_000,
    statement_timeout: options.statementTimeoutMs ?? 30_000,
    query_timeout: (options.statementTimeoutMs ?? 30_000) + 5_000,
    keepAlive: true,
    application_name: 'bramka',
  });
  const report = options.onBackgroundError ?? (() => undefined);
  pool.on('error', report);
  pool.on('connect', (client) => client.on('error', report));
  return {
    kind: 'postgres',
    run: (statement, values = []) => alone(pool, statement, values),
    transaction: (work) => inTransaction(pool, work),
    close: () => pool.end(),
  };
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw translateError(error);
  }
}

/**
 * The pool's own `query` gives up the connection for every error; a refused row need not cost it.
 */
async function alone<Row>(
  pool: pg.Pool,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const client = await connect(pool);
  let broken = false;
  try {
    return await query<Row>(client, statement, values);
  } catch (error) {
    broken = error instanceof ConnectionLost;
    throw error;
  } finally {
    client.release(broken);
  }
}

async function query<Row>(
  on: pg.PoolClient,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  try {
    const result = await on.query({ ...statement, values: values as unknown[] });
    return result.rows as Row[];
  } catch (error) {
    throw translateError(error);
  }
}

async function inTransaction<T>(pool: pg.Pool, work: (tx: Queryable) => Promise<T>): Promise<T> {
  const client = await connect(pool);
  let broken = false;
  try {
    await client.query('begin');
    const tx: Queryable = { run: (statement, values = []) => query(client, statement, values) };
    const result = await work(tx);
    const ended = await client.query('commit');
    if (ended.command !== 'COMMIT') {
      throw new Error('the transaction was rolled back instead of committed');
    }
    return result;
  } catch (error) {
    const failure = translateError(error);
    broken = failure instanceof ConnectionLost;
    if (!broken) await client.query('rollback').catch(() => (broken = true));
    throw failure;
  } finally {
    client.release(broken);
  }
}
