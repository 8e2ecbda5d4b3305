// The two database engines of the contract suites: embedded always, PostgreSQL if the run has one.
// Every test opens its own database.
import type { Database } from '@bramka/gateway/storage/database.ts';
import { openEmbedded } from '@bramka/gateway/storage/embedded.ts';
import { openPostgres, type PostgresOptions } from '@bramka/gateway/storage/postgres.ts';
import { createTestDatabase } from './database.ts';

export interface Engine {
  readonly name: 'embedded' | 'postgres';
  /** Why the suite cannot run on this engine, or false. */
  readonly skip: string | false;
  open(options?: Partial<PostgresOptions>): Promise<OpenEngine>;
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

export const embedded: Engine = {
  name: 'embedded',
  skip: false,
  async open() {
    const database = await openEmbedded();
    const node = (): never => {
      throw new Error('the embedded engine belongs to one process');
    };
    return { database, url: '', node, close: () => database.close() };
  },
};

export const postgres: Engine = {
  name: 'postgres',
  skip: noPostgres,
  async open(options = {}) {
    const made = await createTestDatabase();
    if (!made) throw new Error('this run has no PostgreSQL');
    const opened: Database[] = [];
    const node = (other: Partial<PostgresOptions> = {}): Database => {
      const database = openPostgres({ url: made.url, connections: 4, ...options, ...other });
      opened.push(database);
      return database;
    };
    const database = node();
    return {
      database,
      url: made.url,
      node,
      async close() {
        await Promise.all(opened.map((one) => one.close()));
        await made.drop();
      },
    };
  },
};

export const engines: readonly Engine[] = [embedded, postgres];

/** Runs SQL text that is not a named statement, such as the tables of a test. */
export function runSql<Row>(
  on: Pick<Database, 'run'>,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return on.run<Row>({ name: '', text }, values);
}
