// `npm run bench`: compares payments and status reads through the gateway with pgbench writing the
// same rows, in one run on one private PostgreSQL (docs/guides/benchmarks.md).

import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { summarize, type CpuProfile } from './cpu/cpu-profile.ts';
import { connectorLines, summarizeConnector } from './connectors/connector-report.ts';
import { measureConnectors } from './connectors/connectors.ts';
import { deliveryLines } from './delivery/delivery-report.ts';
import { describeMachine, type Machine } from './machine.ts';
import { BadFlag, readOptions, usage, type Options } from './options.ts';
import { headLines, profileLines, resultLines, summarizeRun } from './report.ts';
import { measureOnlyDelivery, runRounds } from './rounds.ts';
import { closeAll, postgresSettings, setUp, type Closing, type Stage } from './stage.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const profileRows = 25;

class Interrupted extends Error {}

async function bench(options: Options): Promise<void> {
  const closing: Closing = { steps: [] };
  const profileFolder = options.profileFile === undefined ? undefined : makeProfileFolder();
  try {
    await Promise.race([run(options, closing, profileFolder), interruption()]);
    await closeAll(closing);
    if (options.profileFile !== undefined && profileFolder !== undefined) {
      keepProfile(profileFolder, options.profileFile);
    }
  } finally {
    await closeAll(closing);
    if (profileFolder !== undefined) rmSync(profileFolder, { recursive: true, force: true });
  }
}

async function run(options: Options, closing: Closing, profileFolder?: string): Promise<void> {
  const stage = await setUp(closing, profileFolder);
  const machine = await describeMachine(stage.database, Object.keys(postgresSettings));
  const { commits } = stage.trace;
  print(['', ...headLines(machine, commits), '']);
  if (options.only === 'deliveries') return runDeliveries(stage, options, machine);
  if (options.only === 'connectors') return runConnectors(stage, options, machine);
  const result = await runRounds(stage, options, (line) => print([line]));
  const summary = summarizeRun(result);
  print(['', ...resultLines(summary, result, options)]);
  if (options.jsonFile === undefined) return;
  const all = { machine, options, summary, ...result, commits };
  writeFileSync(options.jsonFile, `${JSON.stringify(all, null, 2)}\n`);
}

async function runDeliveries(stage: Stage, options: Options, machine: Machine): Promise<void> {
  const delivery = await measureOnlyDelivery(stage, options);
  print(deliveryLines(delivery));
  if (options.jsonFile === undefined) return;
  writeFileSync(options.jsonFile, `${JSON.stringify({ machine, options, delivery }, null, 2)}\n`);
}

async function runConnectors(stage: Stage, options: Options, machine: Machine): Promise<void> {
  const measured = await measureConnectors(stage, options, (line) => print([line]));
  print(['', ...connectorLines(measured)]);
  if (options.jsonFile === undefined) return;
  const connectors = measured.map(summarizeConnector);
  const all = { machine, options, connectors, measured };
  writeFileSync(options.jsonFile, `${JSON.stringify(all, null, 2)}\n`);
}

function interruption(): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  for (const signal of signals) {
    process.once(signal, () => reject(new Interrupted(`ended by ${signal}`)));
  }
  return promise;
}

function makeProfileFolder(): string {
  return mkdtempSync(join(tmpdir(), 'bramka-profile-'));
}

function keepProfile(folder: string, file: string): void {
  const name = readdirSync(folder).find((found) => found.endsWith('.cpuprofile'));
  if (name === undefined) throw new Error('the gateway left no CPU profile');
  copyFileSync(join(folder, name), file);
  const profile = JSON.parse(readFileSync(file, 'utf8')) as CpuProfile;
  print(profileLines(summarize(profile, profileRows)));
}

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options) await bench(options);
  else print([usage]);
} catch (error) {
  if (error instanceof BadFlag) console.error(`${error.message}\n\n${usage}`);
  else if (error instanceof Interrupted) console.error(error.message);
  else console.error(error);
  process.exit(1);
}
