// Databases with all tables of the gateway and the sandbox, made once for a test run. Places of
// gateways are copies of them, see `createPlace`.
import { gatewayMigrations } from '@bramka/gateway/launch.ts';
import type { Database } from '@bramka/gateway/storage/database.ts';
import { openEmbedded } from '@bramka/gateway/storage/embedded.ts';
import { migrate } from '@bramka/gateway/storage/migrate.ts';
import { openPostgres } from '@bramka/gateway/storage/postgres.ts';
import { sandboxMigrations } from '@bramka/sandbox/compose.ts';
import { createTestDatabase, patience, type TestDatabase } from '../database.ts';

/** Makes one in the directory for the embedded database, and one on PostgreSQL if there is one. */
export async function makeTemplates(directory: string): Promise<TestDatabase | undefined> {
  const [server] = await Promise.all([
    makeServerTemplate(),
    openEmbedded(directory).then(fillAndClose),
  ]);
  return server;
}

async function makeServerTemplate(): Promise<TestDatabase | undefined> {
  const database = await createTestDatabase();
  if (!database) return undefined;
  await fillAndClose(openPostgres({ url: database.url, connections: 1, ...patience }));
  return database;
}

async function fillAndClose(database: Database): Promise<void> {
  await addAllTables(database);
  await database.close();
}

export async function addAllTables(database: Database): Promise<void> {
  const migrations = [...gatewayMigrations, ...sandboxMigrations];
  await migrate(database, migrations, new Date().toISOString());
}
