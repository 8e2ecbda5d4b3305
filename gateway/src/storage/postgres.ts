// The Database port on a PostgreSQL server, with a connection pool and prepared statements.

import pg from 'pg';
import type { Database } from './database.ts';
import { citusQuery, watchCommits } from './driver/citus.ts';
import { destroy, GuardedClient } from './driver/guarded-client.ts';
import { inTransaction, onOneConnection, runAlone, types, type Lease } from './driver/leases.ts';
import { ConnectionLost, translateError } from './errors.ts';

export interface PostgresOptions {
  readonly url: string;
  readonly connections: number;
  /** Session settings, for example planner settings for the journal's connections. */
  readonly settings?: Readonly<Record<string, string>>;
  /** After this time the server cancels the statement. */
  readonly statementTimeoutMs?: number;
  /** How long to wait for a connection, new or from the pool. */
  readonly connectTimeoutMs?: number;
  /** Connections are replaced at this age, so that none outlives a failover for long. */
  readonly lifetimeSeconds?: number;
  /** Connections with a lower generation are replaced before their next use. */
  readonly generation?: () => number;
  readonly onBackgroundError?: (error: Error) => void;
}

const STATEMENT_TIMEOUT_MS = 5_000;
/** A server that has not answered this long after the statement timeout is considered lost. */
const ANSWER_MARGIN_MS = 2_000;
const CONNECT_TIMEOUT_MS = 5_000;
const LIFETIME_SECONDS = 300;
/** The first keep-alive probe; the system sends ten more, one per second, before it gives up. */
const KEEP_ALIVE_MS = 10_000;

export function openPostgres(options: PostgresOptions): Database {
  const settings = { timezone: 'UTC', ...options.settings };
  const statementTimeoutMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
  const connectTimeoutMs = options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS;
  const generation = options.generation ?? (() => 0);
  const generations = new WeakMap<pg.ClientBase, number>();
  // The pool awaits the promise, although the type of its option says otherwise.
  const prepare = (client: pg.ClientBase): unknown => {
    generations.set(client, generation());
    return checkServer(client, connectTimeoutMs);
  };
  const pool = new pg.Pool({
    Client: GuardedClient,
    connectionString: options.url,
    max: options.connections,
    types,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + ANSWER_MARGIN_MS,
    maxLifetimeSeconds: options.lifetimeSeconds ?? LIFETIME_SECONDS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    application_name: 'bramka',
    onConnect: prepare,
  });
  // A broken idle connection is reported twice; only the listener on the client counts.
  pool.on('error', () => undefined);
  const report = options.onBackgroundError ?? (() => undefined);
  pool.on('connect', (client) => {
    client.on('error', report);
    watchCommits(client);
  });
  const acquire = async (): Promise<Lease> => {
    for (;;) {
      const client = await connect(pool);
      if (generations.get(client) !== generation()) discard(client);
      else return { client, release: (isSpoiled) => giveBack(client, isSpoiled) };
    }
  };
  return {
    kind: 'postgres',
    run: (statement, values = []) => runAlone(acquire, statement, values),
    transaction: (work) => inTransaction(acquire, work),
    session: (work) => onOneConnection(acquire, work),
    close: () => pool.end(),
  };
}

/** Without a connection nothing was sent, so it is always safe to try again. */
async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    const failure = translateError(error);
    throw new ConnectionLost(failure instanceof ConnectionLost ? causeOf(failure) : failure, false);
  }
}

function causeOf(lost: ConnectionLost): Error {
  return lost.cause instanceof Error ? lost.cause : lost;
}

interface ServerState {
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  readonly isCitus: boolean;
}

const serverQuery = `select pg_is_in_recovery() as "isStandby",
  current_setting('transaction_read_only') = 'on' as "isReadOnly",
  exists (select 1 from pg_extension where extname = 'citus') as "isCitus"`;

/**
 * A standby returns stale rows and refuses writes, and a read-only server refuses writes: neither
 * is used, not even for reading. Citus gets its settings.
 */
async function checkServer(client: pg.ClientBase, limitMs: number): Promise<void> {
  const limit = { query_timeout: limitMs };
  const [state] = (await client.query<ServerState>({ text: serverQuery, ...limit })).rows;
  if (state?.isStandby === false && !state.isReadOnly) {
    if (state.isCitus) await client.query({ text: citusQuery, ...limit });
    return;
  }
  destroy(client);
  const what = state?.isStandby ? 'a standby' : 'read-only';
  throw Object.assign(new Error(`the database server is ${what}`), { code: '25006' });
}

function giveBack(client: pg.PoolClient, isSpoiled: boolean): void {
  if (isSpoiled) discard(client);
  else client.release();
}

/** Removes the connection from the pool and closes its socket without waiting for the server. */
function discard(client: pg.PoolClient): void {
  client.release(true);
  destroy(client);
}
