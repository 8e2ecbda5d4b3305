// `npm run prove -- --mutants`: plants every bug of the list in a copy of the working tree, one at
// a time, and shows that the tests named for it fail. Ends with 1 unless every one is caught.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findPostgresBinaries, startPostgres } from '../setup/postgres.ts';
import { runAtExit } from '../support/waiting/ending.ts';
import { copyTree, filesOf, hashOf } from './copy-tree.ts';
import { createJudge } from './judge.ts';
import type { Mutant } from './mutant.ts';
import { mutantGroups } from './mutants.ts';
import { openResults } from './results.ts';

const root = join(import.meta.dirname, '..', '..');
const usage = `usage: npm run prove -- --mutants [group ...] [--only name ...] [--fresh]
groups: ${Object.keys(mutantGroups).join(' ')}`;

const { values: options, positionals: groups } = parseArgs({
  allowPositionals: true,
  options: {
    mutants: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    fresh: { type: 'boolean', default: false },
  },
});

/** Those of the named groups, or all; then those of the given names. */
function selected(): Mutant[] {
  const unknown = groups.filter((group) => !(group in mutantGroups));
  const all = Object.entries(mutantGroups)
    .filter(([group]) => groups.length === 0 || groups.includes(group))
    .flatMap(([, list]) => list);
  const missing = options.only.filter((name) => !all.some((mutant) => mutant.name === name));
  const wrong = [...unknown, ...missing];
  if (wrong.length > 0) throw new Error(`nothing is called ${wrong.join(' or ')}\n${usage}`);
  return all.filter(({ name }) => options.only.length === 0 || options.only.includes(name));
}

/** The tests that need a PostgreSQL are skipped without one, and would prove nothing. */
async function withPostgres<T>(work: () => Promise<T>): Promise<T> {
  if (process.env.BRAMKA_TEST_POSTGRES || findPostgresBinaries() === undefined) return work();
  const postgres = await startPostgres();
  process.env.BRAMKA_TEST_POSTGRES = postgres.url;
  try {
    return await work();
  } finally {
    await postgres.stop();
  }
}

async function prove(mutants: readonly Mutant[]): Promise<boolean> {
  const files = filesOf(root);
  const results = openResults(root, hashOf(root, files), options.fresh);
  const folder = copyTree(root, files);
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const takeBack = runAtExit(remove);
  const judge = createJudge(root, folder);
  const counts = { caught: 0, survived: 0, hung: 0, broken: 0 };
  try {
    for (const mutant of mutants) {
      if (results.isCaught(mutant)) {
        counts.caught += 1;
        console.log(`caught    ${mutant.name} (before)`);
        continue;
      }
      const { end, ms, because } = await judge.judge(mutant).catch(brokenBy);
      counts[end] += 1;
      if (end === 'caught') results.caught(mutant);
      const why = because === '' ? '' : `: ${because}`;
      console.log(`${end.padEnd(9)} ${mutant.name} (${(ms / 1000).toFixed(1)} s)${why}`);
    }
  } finally {
    takeBack();
    remove();
  }
  console.log(
    Object.entries(counts)
      .map(([end, times]) => `${times} ${end}`)
      .join(', '),
  );
  return counts.caught === mutants.length;
}

/** A mutant that does not fit, or whose checks fail without it, is no reason to stop here. */
function brokenBy(error: unknown): { end: 'broken'; ms: number; because: string } {
  return { end: 'broken', ms: 0, because: error instanceof Error ? error.message : String(error) };
}

async function main(): Promise<number> {
  if (!options.mutants) {
    console.error(usage);
    return 2;
  }
  try {
    const mutants = selected();
    return (await withPostgres(() => prove(mutants))) ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

process.exitCode = await main();
