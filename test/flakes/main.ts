// `npm run flakes`: repeats the tests in random order beside busy loops until it is stopped, keeps
// the output of each run with a failure, and ends with a table of the files that failed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { failedFiles, tableOf, type Failure } from './failed-files.ts';

const root = join(import.meta.dirname, '..', '..');
const kept = join(root, 'node_modules', '.cache', 'bramka-flakes');
const busyLoop = 'for (;;);';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: 'Infinity' },
    loops: { type: 'string', default: '4' },
    seed: { type: 'string' },
    tier: { type: 'string', default: 'all' },
  },
});
const stopped = new AbortController();
const endAt = Date.now() + Number(values.minutes) * 60_000;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopped.abort());
mkdirSync(kept, { recursive: true });

const loops = Array.from({ length: Number(values.loops) }, () =>
  spawn(process.execPath, ['-e', busyLoop], { stdio: 'ignore' }),
);
const failures: Failure[] = [];
let runs = 0;
try {
  for (let seed = Number(values.seed ?? Date.now() % 1_000_000); isOn(); seed += 1) {
    console.log(`Run ${String(runs + 1)} with seed ${String(seed)} …`);
    const output = await runOnce(seed);
    if (stopped.signal.aborted) break;
    runs += 1;
    const files = failedFiles(output);
    if (files.length === 0) continue;
    const file = join(kept, `seed-${String(seed)}.log`);
    writeFileSync(file, output);
    console.log(`  failed: ${files.join(', ')}; the output is in ${file}`);
    failures.push(...files.map((path) => ({ path, seed })));
  }
} finally {
  for (const loop of loops) loop.kill('SIGKILL');
}
process.stdout.write(tableOf(failures, runs));
process.exitCode = failures.length === 0 ? 0 : 1;

function isOn(): boolean {
  return !stopped.signal.aborted && Date.now() < endAt;
}

async function runOnce(seed: number): Promise<string> {
  const { tier } = values;
  const args = ['--no-rerun', '--order', String(seed), '--tier', tier, ...positionals];
  const child = spawn(process.execPath, [join(root, 'test', 'run.ts'), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: stopped.signal,
  });
  child.on('error', () => undefined);
  const [out, err] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return `${out}\n${err}`;
}
