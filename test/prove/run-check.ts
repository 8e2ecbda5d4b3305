// Runs one check of the suite in a copy of the working tree with a time limit, and ends everything
// it has started.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endLeftovers, markRun } from '../setup/processes/leftovers.ts';
import { runAtExit } from '../support/waiting/ending.ts';
import type { Check } from './mutant.ts';

export interface Ran {
  readonly end: 'passed' | 'failed' | 'hung';
  /** How many tests or seeds ran. */
  readonly tests: number;
  readonly ms: number;
  readonly output: string;
}

/** `waitMs`: what the tests may wait for anything; absent: as long as usual. */
export async function runCheck(
  folder: string,
  check: Check,
  limitMs: number,
  waitMs?: number,
): Promise<Ran> {
  const startedAt = Date.now();
  const env = environment(folder);
  if (waitMs !== undefined) env['BRAMKA_TEST_WAIT_MS'] = String(waitMs);
  const mark = markRun(env);
  const child = spawn(process.execPath, argumentsOf(check), {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const takeBack = runAtExit(() => void endLeftovers(mark));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => (output += String(chunk)));
  }
  const limit = new AbortController();
  const exited = once(child, 'exit') as Promise<[code: number | null]>;
  const late = sleep(limitMs, 'late' as const, { signal: limit.signal }).catch(() => 'ended');
  const first = await Promise.race([exited, late]);
  limit.abort();
  // Also after a normal exit: gateways left by a failing test must not affect the next check.
  endLeftovers(mark);
  takeBack();
  const [code] = await exited;
  const end = first === 'late' ? 'hung' : code === 0 ? 'passed' : 'failed';
  return { end, tests: testsIn(check, output), ms: Date.now() - startedAt, output };
}

function environment(folder: string): NodeJS.ProcessEnv {
  const env = { ...process.env };
  // The copy has its own compiled sources, and the check is not part of the run that started it.
  env['NODE_COMPILE_CACHE'] = join(folder, 'node_modules', '.cache', 'compiled');
  delete env['NODE_TEST_CONTEXT'];
  // Suites that run on each database run on one of them: a bug is in what both have in common.
  env['BRAMKA_TEST_TIER'] = 'main';
  return env;
}

function argumentsOf(check: Check): string[] {
  if ('seeds' in check) {
    const range = ['--seeds', String(check.seeds), '--from', String(check.from ?? 1)];
    return ['test/simulator/main.ts', ...range];
  }
  const { file, name } = check;
  const pattern = name === undefined ? [] : [`--test-name-pattern=${literally(name)}`];
  return ['--test', '--test-reporter=tap', ...pattern, file];
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function testsIn(check: Check, output: string): number {
  if ('seeds' in check) return Number(/^(\d+) seeds, /m.exec(output)?.[1] ?? 0);
  // A file in which no name matches is reported as one test with the name of the file.
  const passed = [...output.matchAll(/^\s*ok \d+ - (.*)$/gm)].map(([, name = '']) => name);
  return passed.filter((name) => !name.includes('# SKIP') && !name.endsWith(check.file)).length;
}
