// `npm run prove`: searches for violations for as long as asked, and prints figures. With --mutants
// it plants bugs and shows that tests fail, with --connectors it proves connectors against programs
// that are not ours, with --failover or --cells it runs these alone. Exit code 0 if nothing was
// found.
import { parseArgs } from 'node:util';
import { useMemoryForScratch } from '../runner/scratch-folder.ts';
import { findPostgresBinaries, startPostgres } from '../setup/postgres.ts';
import { connectorProofs } from './connectors/list.ts';
import { proveConnectors, selectProofs } from './connectors/prove-connectors.ts';
import { exitCodeOf, reportText } from './long/figures.ts';
import { programNames, proveProgram } from './long/prove-program.ts';
import { proveForLong } from './long/prove-for-long.ts';
import { readLongOptions } from './long/options.ts';
import { proveMutants, selectMutants } from './prove-mutants.ts';

const usage = `usage: npm run prove -- [--minutes 30] [--only part ...] [--seed number]
       npm run prove -- [--failover] [--cells]
       npm run prove -- --mutants [group ...] [--only name ...] [--fresh]
       npm run prove -- --connectors [name ...] [--record]`;

/** What needs a PostgreSQL would be left out without one. */
async function withPostgres<T>(work: () => Promise<T>): Promise<T> {
  useMemoryForScratch(process.env);
  if (process.env.BRAMKA_TEST_POSTGRES || findPostgresBinaries() === undefined) return work();
  const postgres = await startPostgres();
  process.env.BRAMKA_TEST_POSTGRES = postgres.url;
  try {
    return await work();
  } finally {
    await postgres.stop();
  }
}

async function main(): Promise<number> {
  const { values: options, positionals: groups } = parseArgs({
    allowPositionals: true,
    options: {
      mutants: { type: 'boolean', default: false },
      connectors: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
      fresh: { type: 'boolean', default: false },
      minutes: { type: 'string', default: '30' },
      seed: { type: 'string' },
      only: { type: 'string', multiple: true, default: [] },
      failover: { type: 'boolean', default: false },
      cells: { type: 'boolean', default: false },
    },
  });
  if (options.mutants) {
    const mutants = selectMutants(groups, options.only);
    return (await withPostgres(() => proveMutants(mutants, options.fresh))) ? 0 : 1;
  }
  if (options.connectors) {
    const proofs = selectProofs(connectorProofs, groups);
    return (await proveConnectors(proofs, { records: options.record })) ? 0 : 1;
  }
  const chosen = programNames.filter((name) => options[name]);
  if (chosen.length > 0) {
    const results = [];
    for (const name of chosen) results.push(await proveProgram(name));
    process.stdout.write(`\n${reportText(results)}`);
    return exitCodeOf(results);
  }
  if (groups.length > 0) throw new Error(`${groups[0] ?? ''} is not understood`);
  const long = readLongOptions(options);
  return withPostgres(() => proveForLong(long));
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  process.exitCode = 2;
}
