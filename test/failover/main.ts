// `npm run failover [-- scenario …]`: a Patroni cluster on loopback loses its primary, standby or
// etcd while two gateway nodes process payments. Exit code 0 if nothing was lost or duplicated.
import { findPrograms } from './programs.ts';
import { runFailover } from './run.ts';
import { scenarios } from './scenarios.ts';

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !scenarios.some((scenario) => scenario.name === name));
const programs = findPrograms();
if (unknown.length > 0 || typeof programs === 'string') {
  const names = scenarios.map(({ name }) => name).join(', ');
  const why =
    typeof programs === 'string' ? programs : `There is no scenario ${unknown[0]}; use ${names}.`;
  process.stderr.write(`${why}\n`);
  process.exit(2);
}
const chosen = scenarios.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const { faults } = await runFailover(programs, chosen, print);
for (const fault of faults) print(`FAULT ${fault}`);
print(faults.length === 0 ? 'Nothing was lost or duplicated, no answer was 500.' : 'FAILED');
process.exit(faults.length === 0 ? 0 : 1);
