// Runs all due work at once after the clock was moved, instead of at the jobs' own pace. It works
// in rounds, because the work of one job can make work of another job due, until nothing is found
// or the time limit is reached.

import { runOnce, finishesWithin, type Job, type WorkerParts } from './worker.ts';

export interface DueRun {
  /** By job name: how much work it found. */
  readonly fired: Readonly<Record<string, number>>;
  /**
   * False when a silent provider or a long list used up the time; the jobs continue with the rest.
   */
  readonly finished: boolean;
}

export interface RunDueParts extends WorkerParts {
  /** Provider calls in progress. */
  readonly callsInProgress: () => readonly Promise<unknown>[];
  readonly limitMs: number;
}

export async function runDue(jobs: readonly Job[], parts: RunDueParts): Promise<DueRun> {
  const fired = Object.fromEntries(jobs.map(({ name }) => [name, 0]));
  const before = new Set(parts.callsInProgress());
  let isOver = false;

  const round = async (): Promise<number> => {
    const counts = await Promise.all(jobs.map((job) => runOnce(job, parts)));
    jobs.forEach(({ name }, index) => (fired[name] = (fired[name] ?? 0) + (counts[index] ?? 0)));
    // Earlier calls may wait for a provider that never answers; they are not part of the due work.
    await Promise.all(parts.callsInProgress().filter((call) => !before.has(call)));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  const rounds = async (): Promise<void> => {
    while (!isOver && (await round()) > 0);
  };
  const finished = await finishesWithin(parts.clock, parts.limitMs, rounds());
  isOver = true;
  return { fired: { ...fired }, finished };
}
