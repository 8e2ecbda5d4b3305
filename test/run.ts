// What `npm test` runs: gets the tools, starts a PostgreSQL to throw away and the pool of gateways
// that test files borrow, runs every test of every workspace, and cleans up whatever happens.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endLeftovers, markRun } from './setup/leftovers.ts';
import { bundlePrograms, compileSources, keepCompiledSources } from './runner/compiled-sources.ts';
import { ensurePackages } from './setup/packages.ts';
import { findPostgresBinaries, startPostgres } from './setup/postgres.ts';
import type { Postgres } from './setup/postgres.ts';
import { runTests } from './runner/run-tests.ts';
import { useMemoryForScratch } from './runner/scratch-folder.ts';
import { findTestFiles, select } from './runner/selection.ts';
import { openPool } from './support/pool/pool.ts';
import { leaveSignalsToTheProcess } from './support/waiting/ending.ts';

const root = join(import.meta.dirname, '..');
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function main(words: readonly string[]): Promise<number> {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    workspaces: string[];
  };
  const selection = select(findTestFiles(root, workspaces), words, root);
  if (selection.files.length === 0) {
    console.error('No test files were found.');
    return 1;
  }
  const missing = ensurePackages();
  if (missing !== undefined) console.log(missing);

  keepCompiledSources(root, process.env);
  compileDatabaseOnce();
  useMemoryForScratch(process.env);
  const interrupted = new AbortController();
  for (const signal of signals) process.on(signal, () => interrupted.abort());
  // The pool would exit at the signal, before the database is stopped.
  leaveSignalsToTheProcess();
  const isWholeRun = words.length === 0;
  const bundled = bundlePrograms(root, { isWholeRun });
  const postgres = await startDatabase();
  // The server is not marked: it was started before.
  const mark = markRun();
  const [pool] = await Promise.all([openPool(), bundled]);
  await compileSources();
  try {
    const passed = await runTests(root, selection, interrupted.signal);
    const problems = await pool.close();
    for (const problem of problems) console.error(`After the tests: ${problem}.`);
    return passed && problems.length === 0 && !interrupted.signal.aborted ? 0 : 1;
  } finally {
    for (const { pid, command } of endLeftovers(mark)) {
      console.log(`Ended process ${pid}, which a test had left behind: ${command}`);
    }
    await postgres?.stop();
  }
}

/** For all processes that test files start; see baseline-wasm.cjs. */
function compileDatabaseOnce(): void {
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

process.exitCode = await main(process.argv.slice(2));
