// What a gateway is installed with: its own data directory or PostgreSQL database, and its keys. It
// outlives the gateway processes, so that tests can restart them.
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from './database.ts';
import { runAtExit } from './waiting/ending.ts';

export type DatabaseKind = 'embedded' | 'postgres';

export const databaseKinds: readonly DatabaseKind[] = ['embedded', 'postgres'];

export interface Installation {
  readonly database: DatabaseKind;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly adminKey: string;
  readonly masterKey: string;
  /** Where the running gateway answers SQL; absent: its tables are opened directly. */
  readonly sqlSocket?: string;
  remove(): Promise<void>;
}

/** For tests that do not depend on it: PostgreSQL where there is one, since it starts faster. */
export const anyDatabase: DatabaseKind = process.env.BRAMKA_TEST_POSTGRES ? 'postgres' : 'embedded';

/** Pure, for `databasesOfTier`. */
export function databasesIn(tier: string | undefined, first: DatabaseKind): DatabaseKind[] {
  return databaseKinds.filter(
    (database) => tier === undefined || (database === first) === (tier === 'main'),
  );
}

/**
 * For suites that run on each database: `npm test` runs them on one, `npm run test:rest` on the
 * other one, and a run of single files on both.
 */
export const databasesOfTier = databasesIn(process.env.BRAMKA_TEST_TIER, anyDatabase);

/** The same for suites with few cases on the embedded database, which `npm test` runs. */
export const embeddedFirst = databasesIn(process.env.BRAMKA_TEST_TIER, 'embedded');

/** The reason to skip tests on this database in this run, or false. */
export function skipOn(database: DatabaseKind): string | false {
  const isMissing = database === 'postgres' && !process.env.BRAMKA_TEST_POSTGRES;
  return isMissing && 'no PostgreSQL in this run';
}

/**
 * The database starts as a copy of one that has its tables already, which saves up to a second;
 * `isFirstStart` leaves it empty, as a newcomer has it.
 */
export async function createInstallation(
  database: DatabaseKind,
  { isFirstStart = false } = {},
): Promise<Installation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bramka-test-'));
  const { BRAMKA_TEST_TEMPLATE: directory, BRAMKA_TEST_TEMPLATE_NAME: name } = process.env;
  if (database === 'embedded' && directory !== undefined && !isFirstStart) {
    cpSync(directory, dataDir, { recursive: true });
  }
  const remove = (): void => rmSync(dataDir, { recursive: true, force: true });
  const takeBack = runAtExit(remove);
  const template = isFirstStart ? undefined : name;
  const server = database === 'postgres' ? await createTestDatabase(template) : undefined;
  if (database === 'postgres' && !server) throw new Error('this run has no PostgreSQL');
  return {
    database,
    dataDir,
    databaseUrl: server?.url,
    adminKey: randomBytes(24).toString('base64url'),
    masterKey: randomBytes(32).toString('base64'),
    async remove() {
      takeBack();
      remove();
      await server?.drop();
    },
  };
}
