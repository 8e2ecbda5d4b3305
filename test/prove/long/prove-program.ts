// Programs that are part of `npm run prove`, each with a length of its own: the scenarios of
// `npm run failover`, with the installed Patroni and with Patroni 4, and `npm run cells`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { PartResult } from './figures.ts';

interface Program {
  readonly title: string;
  readonly args: readonly string[];
  /** What is counted, by a text of the output. */
  readonly counted: Readonly<Record<string, RegExp>>;
}

const programs = {
  failover: {
    title: 'a PostgreSQL cluster loses its servers under load',
    args: ['--patroni', 'debian', '--patroni', '4'],
    counted: { failures: / no payment for /g },
  },
  cells: {
    title: 'several schemas of one database take payments',
    args: [],
    counted: { runs: /^Nothing was refused/gm },
  },
} as const satisfies Readonly<Record<string, Program>>;

export type ProgramName = keyof typeof programs;
export const programNames = Object.keys(programs) as ProgramName[];

/** The exit code of a program that cannot run here; it prints why. */
const CANNOT_RUN = 2;

export async function proveProgram(
  name: ProgramName,
  command?: readonly string[],
): Promise<PartResult> {
  const startedAt = performance.now();
  const { title, args, counted }: Program = programs[name];
  const path = join(import.meta.dirname, '..', '..', name, 'main.ts');
  process.stdout.write(`${name}: ${title}\n`);
  const child = spawn(process.execPath, command ?? [path, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
    process.stdout.write(String(chunk));
  });
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  const figures = Object.fromEntries(
    Object.entries(counted).map(([what, text]) => [what, output.match(text)?.length ?? 0]),
  );
  const repeat = [`npm run ${name}`, ...(args.length > 0 ? ['--', ...args] : [])].join(' ');
  const isKnown = code === 0 || code === 1 || code === CANNOT_RUN;
  const result = {
    name,
    seconds: (performance.now() - startedAt) / 1000,
    figures,
    violations: code === 1 ? [{ text: output.trim().slice(-2000), repeat }] : [],
    crashes: isKnown ? [] : [output.slice(-2000)],
  };
  return code === CANNOT_RUN ? { ...result, skipped: output.trim() } : result;
}
