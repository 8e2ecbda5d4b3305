// `npm run failover [-- --patroni debian --patroni 4 --runs 5 scenario …]`: a Patroni cluster on
// loopback loses its primary, standby or etcd while two gateway nodes process payments. Exit code 0
// if nothing was lost or duplicated and the goals were reached, 2 if it cannot run here.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { gapTable, lateGaps, type Measured } from './gap-table.ts';
import { findPrograms, isPatroniChoice } from './programs/find-programs.ts';
import { runFailover } from './run.ts';
import { scenarios } from './scenarios.ts';

const root = join(import.meta.dirname, '..', '..');
const file = join(root, 'node_modules', '.cache', 'bramka-failover.json');
const print = (line: string): void => void process.stdout.write(`${line}\n`);

function refuse(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(2);
}

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    patroni: { type: 'string', multiple: true, default: ['debian'] },
    runs: { type: 'string', default: '1' },
  },
});
const unknown = wanted.find((name) => !scenarios.some((scenario) => scenario.name === name));
if (unknown !== undefined) {
  refuse(`There is no scenario ${unknown}; use ${scenarios.map(({ name }) => name).join(', ')}.`);
}
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) refuse('--runs must be a whole number above 0.');
const chosen = scenarios.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const found = values.patroni.map((choice) =>
  isPatroniChoice(choice) ? findPrograms(choice) : `--patroni ${choice}: use debian, 4 or a path.`,
);
const missing = found.filter((one) => typeof one === 'string');
if (missing.length === found.length) refuse([...new Set(missing)].join('\n'));
for (const why of missing) print(`Not run: ${why}`);

const measured: Measured[] = [];
const faults: string[] = [];
for (const programs of found) {
  if (typeof programs === 'string') continue;
  const patroni = programs.patroniRelease;
  print(`Patroni ${patroni}: ${chosen.map(({ name }) => name).join(', ')}`);
  const report = await runFailover(programs, chosen, runs, print);
  measured.push({ patroni, gaps: report.gaps });
  faults.push(...report.faults);
}
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(measured, null, 2)}\n`);
print(`\n${gapTable(measured)}\n`);
faults.push(...measured.flatMap(lateGaps));
for (const fault of faults) print(`FAULT ${fault}`);
print(
  faults.length === 0
    ? 'Nothing was lost or duplicated, no answer was 500, all goals were reached.'
    : 'FAILED',
);
process.exit(faults.length === 0 ? 0 : 1);
