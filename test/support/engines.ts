// The two database engines of the contract suites: embedded always, PostgreSQL if the run has one.
// Every test opens its own database, empty or with all tables. A database with tables is a copy of
// the template of the run, which takes a third of the processor time of its migrations.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@bramka/gateway/storage/database.ts';
import { openEmbedded } from '@bramka/gateway/storage/embedded.ts';
import { openPostgres, type PostgresOptions } from '@bramka/gateway/storage/postgres.ts';
import { createTestDatabase, patience } from './database.ts';
import { runAtExit } from './waiting/ending.ts';

export interface Engine {
  readonly name: 'embedded' | 'postgres';
  /** Why the suite cannot run on this engine, or false. */
  readonly skip: string | false;
  /** An empty database. */
  open(options?: Partial<PostgresOptions>): Promise<OpenEngine>;
  /** One with the tables of the gateway and the sandbox. */
  openWithTables(options?: Partial<PostgresOptions>): Promise<OpenEngine>;
}

export interface OpenEngine {
  readonly database: Database;
  /** The URL of the server; empty for the embedded engine. */
  readonly url: string;
  /** Another node on the same database; PostgreSQL only. */
  node(options?: Partial<PostgresOptions>): Database;
  close(): Promise<void>;
}

export const noPostgres = process.env.BRAMKA_TEST_POSTGRES ? false : 'no PostgreSQL in this run';

function noOtherNode(): never {
  throw new Error('the embedded engine belongs to one process');
}

export const embedded: Engine = {
  name: 'embedded',
  skip: false,
  async open() {
    const database = await openEmbedded();
    return { database, url: '', node: noOtherNode, close: () => database.close() };
  },
  async openWithTables() {
    const directory = mkdtempSync(join(tmpdir(), 'bramka-test-'));
    const remove = (): void => rmSync(directory, { recursive: true, force: true });
    const takeBack = runAtExit(remove);
    const template = process.env.BRAMKA_TEST_TEMPLATE;
    if (template !== undefined) cpSync(template, directory, { recursive: true });
    const database = await openEmbedded(directory);
    if (template === undefined) await addTables(database);
    return {
      database,
      url: '',
      node: noOtherNode,
      async close() {
        await database.close();
        takeBack();
        remove();
      },
    };
  },
};

export const postgres: Engine = {
  name: 'postgres',
  skip: noPostgres,
  open: (options) => openServer(options),
  async openWithTables(options) {
    const template = process.env.BRAMKA_TEST_TEMPLATE_NAME;
    const opened = await openServer(options, template);
    if (template === undefined) await addTables(opened.database);
    return opened;
  },
};

async function openServer(
  options: Partial<PostgresOptions> = {},
  template?: string,
): Promise<OpenEngine> {
  const testDatabase = await createTestDatabase(template);
  if (!testDatabase) throw new Error('this run has no PostgreSQL');
  const opened: Database[] = [];
  const node = (overrides: Partial<PostgresOptions> = {}): Database => {
    const database = openPostgres({
      url: testDatabase.url,
      connections: 4,
      ...patience,
      ...options,
      ...overrides,
    });
    opened.push(database);
    return database;
  };
  return {
    database: node(),
    url: testDatabase.url,
    node,
    async close() {
      await Promise.all(opened.map((one) => one.close()));
      await testDatabase.drop();
    },
  };
}

/** For a file that runs alone. */
async function addTables(database: Database): Promise<void> {
  const { addAllTables } = await import('./pool/templates.ts');
  await addAllTables(database);
}

export const engines: readonly Engine[] = [embedded, postgres];

/** For tests of what a statement selects, which does not depend on the engine. */
export const anyEngine: Engine = noPostgres === false ? postgres : embedded;

/** Runs SQL text that is not a named statement, such as the tables of a test. */
export function runSql<Row>(
  on: Pick<Database, 'run'>,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return on.run<Row>({ name: '', text }, values);
}
