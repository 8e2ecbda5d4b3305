// `npm run cells [-- --url <postgres url>] [--schemas n] [--seconds n]`: shows that each schema of
// a database is a complete cell, on PostgreSQL and on Citus. Exit code 0 if nothing was refused,
// lost or duplicated. Without a URL it starts a PostgreSQL server of its own.
import { parseArgs } from 'node:util';
import { findPostgresBinaries, startPostgres } from '../setup/postgres.ts';
import { tableText } from './report.ts';
import { runCells } from './run.ts';

const usage = 'usage: npm run cells [-- --url <postgres url>] [--schemas 2] [--seconds 10]';
const print = (line: string): void => void process.stdout.write(`${line}\n`);

function readOptions() {
  const options = {
    url: { type: 'string' },
    schemas: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '10' },
  } as const;
  const { url, ...numbers } = parseArgs({ options }).values;
  const [schemas, seconds] = [Number(numbers.schemas), Number(numbers.seconds)];
  if (!(schemas >= 1 && schemas <= 64 && Number.isInteger(schemas))) {
    throw new Error('--schemas must be a number from 1 to 64');
  }
  if (!(seconds >= 1)) throw new Error('--seconds must be a number from 1');
  return { url, schemas, seconds };
}

async function main(): Promise<number> {
  const { url, schemas, seconds } = readOptions();
  if (url === undefined && findPostgresBinaries() === undefined) {
    print('PostgreSQL 15 or newer is not installed here; use --url.');
    return 2;
  }
  const own = url === undefined ? await startPostgres() : undefined;
  try {
    const report = await runCells({ url: url ?? own?.url ?? '', schemas, seconds, print });
    print(`\n${tableText(report.rows)}`);
    for (const fault of report.faults) print(`FAULT ${fault}`);
    print(report.faults.length === 0 ? 'Nothing was refused, lost or duplicated.' : 'FAILED');
    return report.faults.length === 0 ? 0 : 1;
  } finally {
    await own?.stop();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  process.exitCode = 2;
}
