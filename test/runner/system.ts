// What whole-system tests and tests of stores need: a PostgreSQL to throw away, the pool of
// gateways that test files borrow, and the bundle of the programs.
import { join } from 'node:path';
import { endLeftovers, markRun } from '../setup/processes/leftovers.ts';
import { ensurePackages } from '../setup/packages.ts';
import { findPostgresBinaries, startPostgres, type Postgres } from '../setup/postgres.ts';
import { openPool } from '../support/pool/pool.ts';
import { leaveSignalsToTheProcess } from '../support/waiting/ending.ts';
import { bundleForTests } from './bundle.ts';

export interface System {
  /** Stops the gateways of the pool; answers what went wrong with them. */
  closePool(): Promise<string[]>;
  /** Ends everything else, whatever happened before. */
  end(): Promise<void>;
}

export async function openSystem(root: string): Promise<System> {
  const missing = ensurePackages();
  if (missing !== undefined) console.log(missing);
  compileDatabaseOnce(root);
  // The pool would exit at the signal, before the database is stopped.
  leaveSignalsToTheProcess();
  const [postgres] = await Promise.all([startDatabase(), bundleForTests(root, process.env)]);
  // The server is not marked: it was started before.
  const mark = markRun();
  const pool = await openPool();
  return {
    closePool: () => pool.close(),
    async end() {
      for (const { pid, command } of endLeftovers(mark)) {
        console.log(`Ended process ${pid}, which a test had left behind: ${command}`);
      }
      await postgres?.stop();
    },
  };
}

/** For all processes that test files start; see baseline-wasm.cjs. */
export function compileDatabaseOnce(root: string): void {
  const file = JSON.stringify(join(root, 'test', 'setup', 'baseline-wasm.cjs'));
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --require ${file}`;
}

async function startDatabase(): Promise<Postgres | undefined> {
  delete process.env.BRAMKA_TEST_POSTGRES;
  if (findPostgresBinaries() === undefined) return undefined;
  try {
    const postgres = await startPostgres();
    process.env.BRAMKA_TEST_POSTGRES = postgres.url;
    return postgres;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.log(`No PostgreSQL for this run, the tests that need it are skipped: ${reason}`);
    return undefined;
  }
}
