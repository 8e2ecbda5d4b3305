// Runs pgbench on a script and reads its rate from the per-second reports, excluding those in which
// its clients connect and plan their statements.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface PgbenchRun {
  readonly program: string;
  readonly databaseUrl: string;
  readonly script: string;
  /** The folder for the script. */
  readonly folder: string;
  readonly clients: number;
  readonly seconds: number;
}

export interface PgbenchResult {
  readonly perSecond: number;
  /** All transactions, including those at the beginning. */
  readonly transactions: number;
}

const threads = 2;
const errorLength = 2000;
const warmUpSeconds = 0.5;
const progress = /^progress: ([\d.]+) s, ([\d.]+) tps,.*?(\d+) failed/gm;

/** Counted, so that the ids of every run differ. */
let runs = 0;

/** How long connecting may take: first an estimate, then enough for a busy machine. */
const patience = [1, 10];

/** pgbench includes the time to connect in its run time, so it is added. */
export async function runPgbench(options: PgbenchRun): Promise<PgbenchResult> {
  const file = join(options.folder, 'pgbench.sql');
  writeFileSync(file, options.script);
  for (const factor of patience) {
    const seconds = options.seconds + factor * (1 + Math.ceil(options.clients / 64));
    const result = readReport(await report(options, file, seconds));
    if (result) return result;
  }
  throw new Error(`pgbench with ${options.clients} clients reported no rate`);
}

async function report(options: PgbenchRun, file: string, seconds: number): Promise<string> {
  const { clients } = options;
  runs += 1;
  const args = ['-n', '-M', 'prepared', '-c', clients, '-j', threads, '-T', seconds, '-P', 1];
  const child = spawn(
    options.program,
    [...args.map(String), '-D', `run=${runs}`, '-D', 'payment=0', '-f', file],
    { env: connectionEnv(options.databaseUrl), stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => said.push(chunk));
  }
  const [code] = (await once(child, 'close')) as [number | null];
  const text = Buffer.concat(said).toString();
  if (code !== 0) throw new Error(`pgbench failed:\n${text.slice(0, errorLength)}`);
  return text;
}

/**
 * The rate over the reports that started some time after all clients had connected; undefined if
 * there is none.
 */
export function readReport(report: string): PgbenchResult | undefined {
  const connected = /^initial connection time = ([\d.]+) ms/m.exec(report)?.[1];
  const transactions = /^number of transactions actually processed: (\d+)/m.exec(report)?.[1];
  const warmFrom = Number(connected) / 1000 + warmUpSeconds;
  let [from, seconds, done] = [0, 0, 0];
  for (const [, time, rate, failed] of report.matchAll(progress)) {
    if (failed !== '0') throw new Error('pgbench had failures');
    const to = Number(time);
    if (from >= warmFrom) {
      seconds += to - from;
      done += Number(rate) * (to - from);
    }
    from = to;
  }
  if (seconds === 0) return undefined;
  return { perSecond: done / seconds, transactions: Number(transactions) };
}

/**
 * Plans are made once per connection, as in the gateway; the password is not passed as an argument.
 */
function connectionEnv(databaseUrl: string): NodeJS.ProcessEnv {
  const url = new URL(databaseUrl);
  return {
    PATH: process.env.PATH,
    PGHOST: url.hostname,
    PGPORT: url.port,
    PGUSER: url.username,
    PGPASSWORD: url.password,
    PGDATABASE: url.pathname.slice(1),
    PGOPTIONS: '-c plan_cache_mode=force_generic_plan -c jit=off -c timezone=UTC',
  };
}
