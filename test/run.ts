// What `npm test` and its siblings run: selects test files, starts what they need, runs them, and
// cleans up whatever happens.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments, WrongArgument } from './runner/select/arguments.ts';
import { createImportGraph } from './runner/select/import-graph.ts';
import { runTests } from './runner/run-tests.ts';
import { useMemoryForScratch } from './runner/scratch-folder.ts';
import { findTestFiles, select } from './runner/select/selection.ts';
import { passTier } from './runner/select/tiers.ts';

const root = join(import.meta.dirname, '..');

async function main(words: readonly string[]): Promise<number> {
  const asked = readArguments(words);
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    workspaces: string[];
  };
  const graph = createImportGraph(root);
  const files = select(root, graph, findTestFiles(root, workspaces), asked);
  if (files.length === 0) {
    console.log(`No test is affected by what differs from ${asked.changedSince ?? ''}.`);
    return 0;
  }
  // Not where `bin/bramka` keeps its own: code is valid only for the V8 options it was compiled
  // with, and those of tests differ.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'bramka-tests');
  useMemoryForScratch(process.env);
  passTier(asked, process.env);
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => interrupted.abort());
  }
  const { names, reruns, order } = asked;
  const selection = { graph, files, names, reruns, order };
  const run = (): Promise<boolean> => runTests(root, selection, interrupted.signal);
  if (files.every(({ isUnit }) => isUnit)) return (await run()) ? 0 : 1;

  const { openSystem } = await import('./runner/system.ts');
  const system = await openSystem(root);
  try {
    const passed = await run();
    const problems = await system.closePool();
    for (const problem of problems) console.error(`After the tests: ${problem}.`);
    return passed && problems.length === 0 && !interrupted.signal.aborted ? 0 : 1;
  } finally {
    await system.end();
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof WrongArgument)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
