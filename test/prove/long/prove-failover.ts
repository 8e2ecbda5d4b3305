// The failovers of `npm run prove`: the scenarios of `npm run failover` with the installed Patroni
// and with Patroni 4. Their length is their own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { PartResult } from './figures.ts';

const program = join(import.meta.dirname, '..', '..', 'failover', 'main.ts');
const versions = ['--patroni', 'debian', '--patroni', '4'];
/** The exit code of a program that cannot run here; it prints why. */
const CANNOT_RUN = 2;

export async function proveFailover(command = [program, ...versions]): Promise<PartResult> {
  const startedAt = performance.now();
  process.stdout.write('failover: a PostgreSQL cluster loses its servers under load\n');
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
    process.stdout.write(String(chunk));
  });
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  const scenarios = output.match(/ no payment for /g)?.length ?? 0;
  const repeat = `npm run failover -- ${versions.join(' ')}`;
  const isKnown = code === 0 || code === 1 || code === CANNOT_RUN;
  const result = {
    name: 'failover',
    seconds: (performance.now() - startedAt) / 1000,
    figures: { failures: scenarios },
    violations: code === 1 ? [{ text: output.trim().slice(-2000), repeat }] : [],
    crashes: isKnown ? [] : [output.slice(-2000)],
  };
  return code === CANNOT_RUN ? { ...result, skipped: output.trim() } : result;
}
