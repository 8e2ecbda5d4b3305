// Plants every selected bug in a copy of the working tree, one at a time, and shows that the tests
// named for it fail.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { compileDatabaseOnce } from '../runner/system.ts';
import { makeTemplates } from '../support/pool/templates.ts';
import { runAtExit } from '../support/waiting/ending.ts';
import { copyTree, filesOf, hashOf } from './copy-tree.ts';
import { createJudge } from './judge.ts';
import type { Mutant } from './mutant.ts';
import { mutantGroups } from './mutants.ts';
import { openResults } from './results.ts';

const root = join(import.meta.dirname, '..', '..');

/** Those of the named groups, or all; then those of the given names. */
export function selectMutants(groups: readonly string[], only: readonly string[]): Mutant[] {
  const unknown = groups.filter((group) => !(group in mutantGroups));
  const all = Object.entries(mutantGroups)
    .filter(([group]) => groups.length === 0 || groups.includes(group))
    .flatMap(([, list]) => list);
  const missing = only.filter((name) => !all.some((mutant) => mutant.name === name));
  const wrong = [...unknown, ...missing];
  if (wrong.length > 0)
    throw new Error(
      `nothing is called ${wrong.join(' or ')}; groups are ${Object.keys(mutantGroups).join(', ')}`,
    );
  return all.filter(({ name }) => only.length === 0 || only.includes(name));
}

/** True if every one of them is caught. */
export async function proveMutants(mutants: readonly Mutant[], isFresh: boolean): Promise<boolean> {
  const files = filesOf(root);
  const results = openResults(root, hashOf(root, files), isFresh);
  compileDatabaseOnce(root);
  const folder = copyTree(root, files);
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const takeBack = runAtExit(remove);
  const judge = createJudge(root, folder);
  const counts = { caught: 0, survived: 0, hung: 0, broken: 0 };
  let dropTemplate = (): Promise<void> => Promise.resolve();
  try {
    dropTemplate = await prepareDatabases(folder);
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
    await dropTemplate();
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

/**
 * Checks begin with a copy of a database that has its tables already; no bug is in a migration.
 * Answers how to remove the one on a server.
 */
async function prepareDatabases(folder: string): Promise<() => Promise<void>> {
  const template = join(folder, 'template');
  const server = await makeTemplates(template);
  process.env.BRAMKA_TEST_TEMPLATE = template;
  if (server) process.env.BRAMKA_TEST_TEMPLATE_NAME = server.name;
  return async () => server?.drop();
}

/** A mutant that does not fit, or whose checks fail without it, is no reason to stop here. */
function brokenBy(error: unknown): { end: 'broken'; ms: number; because: string } {
  return { end: 'broken', ms: 0, because: error instanceof Error ? error.message : String(error) };
}
