// Sets up and tears down everything a run needs: a private PostgreSQL with durable commits, one
// database for the gateway and one for pgbench, the gateway, and the load generator.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@bramka/gateway/storage/database.ts';
import { openPostgres } from '@bramka/gateway/storage/postgres.ts';
import { findPostgresBinaries, startPostgres, type Postgres } from '@bramka/test/setup/postgres.ts';
import { merchant, startGateway, type GatewayProcess } from './gateway-process.ts';
import { startLoad, type Load } from './load/load.ts';
import { orderDigits, orderPrefix } from './load/requests.ts';
import { maxClients } from './options.ts';
import { pgbenchScript, sharedRows } from './plain/script.ts';
import { tracePayment, type Trace } from './plain/trace.ts';

/** Commits are durable; checkpoints and vacuum do not occur in a run of a minute. */
export const postgresSettings = {
  fsync: 'on',
  synchronous_commit: 'on',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '30min',
  autovacuum_naptime: '1h',
  track_commit_timestamp: 'on',
} as const;

export interface Stage {
  readonly folder: string;
  readonly postgres: Postgres;
  readonly pgbenchProgram: string;
  readonly gateway: GatewayProcess;
  /** The gateway's database. */
  readonly database: Database;
  readonly gatewayUrl: string;
  readonly plainUrl: string;
  readonly plainDatabase: Database;
  readonly trace: Trace;
  readonly payScript: string;
  readonly load: Load;
}

/** What has been opened so far, closed in reverse order. */
export interface Closing {
  readonly steps: (() => Promise<void> | void)[];
}

export async function closeAll(closing: Closing): Promise<void> {
  for (let step = closing.steps.pop(); step; step = closing.steps.pop()) await step();
}

export async function setUp(closing: Closing, profileFolder?: string): Promise<Stage> {
  const pgbenchProgram = findPostgresBinaries()?.pgbench;
  if (pgbenchProgram === undefined)
    throw new Error('PostgreSQL 15 or newer with pgbench is needed');
  const folder = mkdtempSync(join(tmpdir(), 'bramka-bench-'));
  closing.steps.push(() => rmSync(folder, { recursive: true, force: true }));
  const postgres = await startPostgres({ settings: postgresSettings });
  closing.steps.push(() => postgres.stop());
  const plain = await makeDatabase(postgres, 'plain', closing);
  const { trace, payScript } = await traceGateway(plain, folder);
  const gatewayDatabase = await makeDatabase(postgres, 'gateway', closing);
  const gateway = await startGateway({
    databaseUrl: gatewayDatabase.url,
    folder: join(folder, 'gateway'),
    profileFolder,
  });
  closing.steps.push(() => gateway.stop());
  const load = startLoad();
  closing.steps.push(() => load.close());
  return {
    folder,
    postgres,
    pgbenchProgram,
    gateway,
    database: gatewayDatabase.database,
    gatewayUrl: gatewayDatabase.url,
    plainUrl: plain.url,
    plainDatabase: plain.database,
    trace,
    payScript,
    load,
  };
}

interface OwnDatabase {
  readonly url: string;
  readonly database: Database;
}

export async function makeDatabase(
  postgres: Postgres,
  name: string,
  closing: Closing,
): Promise<OwnDatabase> {
  const server = openPostgres({ url: postgres.url, connections: 1 });
  try {
    await server.run({ name: `bench.create-${name}`, text: `create database ${name}` });
  } finally {
    await server.close();
  }
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  const database = openPostgres({ url: url.href, connections: 1, statementTimeoutMs: 120_000 });
  closing.steps.push(() => database.close());
  return { url: url.href, database };
}

/**
 * A gateway on pgbench's database creates the tables there and makes two payments. The second one
 * is traced, because a merchant's first payment also creates rows that exist only once.
 */
async function traceGateway({ url, database }: OwnDatabase, folder: string) {
  const gateway = await startGateway({ databaseUrl: url, folder: join(folder, 'plain') });
  try {
    const number = (order: number) => String(order).padStart(orderDigits, '0');
    await gateway.pay(number(1));
    const trace = await tracePayment(database, () => gateway.pay(number(2)));
    const replaced = { merchantId: merchant.merchantId, orderId: `${orderPrefix}${number(2)}` };
    for (const [position, text] of sharedRows(trace, replaced, maxClients).entries()) {
      await database.run({ name: `bench.shared-${position}`, text });
    }
    return { trace, payScript: pgbenchScript(trace, replaced) };
  } finally {
    await gateway.stop();
  }
}
