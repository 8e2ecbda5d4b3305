// Does what is due at once instead of at the jobs' own pace, for clocks that were moved: round
// after round, since one job's work can make another one's due, until nothing is found or time is
// up.

import { runOnce, within, type Job, type WorkerParts } from './worker.ts';

export interface DueRun {
  /** By the name of the job: how much it found. */
  readonly fired: Readonly<Record<string, number>>;
  /** False when a silent provider or a long list used up the time; the jobs go on with the rest. */
  readonly finished: boolean;
}

export interface RunDueParts extends WorkerParts {
  /** Calls to providers that are under way. */
  readonly underWay: () => readonly Promise<unknown>[];
  readonly limitMs: number;
}

export async function runDue(jobs: readonly Job[], parts: RunDueParts): Promise<DueRun> {
  const fired = Object.fromEntries(jobs.map(({ name }) => [name, 0]));
  const before = new Set(parts.underWay());
  let isOver = false;

  const round = async (): Promise<number> => {
    const counts = await Promise.all(jobs.map((job) => runOnce(job, parts)));
    jobs.forEach(({ name }, place) => (fired[name] = (fired[name] ?? 0) + (counts[place] ?? 0)));
    // Calls begun earlier may wait for a provider that never answers: they are nobody's due work.
    await Promise.all(parts.underWay().filter((call) => !before.has(call)));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  const rounds = async (): Promise<void> => {
    while (!isOver && (await round()) > 0);
  };
  const finished = await within(parts.clock, parts.limitMs, rounds());
  isOver = true;
  return { fired: { ...fired }, finished };
}
