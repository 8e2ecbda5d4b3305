// The processor time of each test file, which hardly depends on what else the machine does: the
// processes of test files write it down, and the run reads it in the end.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Durations } from '../durations.ts';

const program = join(import.meta.dirname, 'processor-time.cjs');

interface Measuring {
  processorSeconds(): number | undefined;
  writeProcessorTime(name: string, seconds: number | undefined): void;
}

const measuring = createRequire(import.meta.url)(program) as Measuring;

/** Call it before the tests of a file that shares a process; the result is called after them. */
export function measureProcessorTime(file: string): () => void {
  const before = measuring.processorSeconds();
  return () => {
    const now = measuring.processorSeconds();
    if (before === undefined || now === undefined) return;
    measuring.writeProcessorTime(file, now - before);
  };
}

export interface ProcessorTimes {
  /** For the processes of test files. */
  readonly execArgv: readonly string[];
  /** Seconds by file, of the files that have ended; removes what they were kept in. */
  collect(): Durations;
}

export function keepProcessorTimes(root: string, env: NodeJS.ProcessEnv): ProcessorTimes {
  const folder = mkdtempSync(join(tmpdir(), 'bramka-test-times-'));
  const file = join(folder, 'times.jsonl');
  env['BRAMKA_TEST_PROCESSOR_TIMES'] = file;
  return {
    execArgv: ['--require', program],
    collect() {
      const times = readTimes(root, file);
      rmSync(folder, { recursive: true, force: true });
      return times;
    },
  };
}

function readTimes(root: string, file: string): Durations {
  const times: Record<string, number> = {};
  try {
    for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
      const [name, seconds] = JSON.parse(line) as [string, number];
      times[name.startsWith('/') ? relative(root, name) : name] = seconds;
    }
  } catch {
    // Not measured on this system.
  }
  return times;
}

/** Returns a function that tells which share of the time since then all cores were busy. */
export function measureBusyShare(read = cpus): () => number {
  const times = (): [all: number, idle: number] => {
    let [all, idle] = [0, 0];
    for (const core of read()) {
      for (const time of Object.values(core.times)) all += time;
      idle += core.times.idle;
    }
    return [all, idle];
  };
  const [allBefore, idleBefore] = times();
  return () => {
    const [all, idle] = times();
    return all === allBefore ? 0 : 1 - (idle - idleBefore) / (all - allBefore);
  };
}
