// The loop over due work: each job is asked again and again, soon while it finds work and at its
// own pace while it finds none. A job that fails is logged and asked again later.

import type { Clock } from '../core/clock.ts';

export interface Job {
  readonly name: string;
  /** Pause between two looks that found nothing. */
  readonly everyMs: number;
  /** Does what is due and answers how much that was. */
  run(): Promise<number>;
}

export interface Worker {
  /** Starts no job while this work is done; what comes at the same moment waits its turn. */
  runExclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Lets running jobs finish and starts no more. */
  stop(): Promise<void>;
}

export interface WorkerParts {
  readonly clock: Clock;
  readonly onRun: (job: string, result: 'ok' | 'failed', error?: unknown) => void;
}

/** A job that waits for a silent provider does not hold up what is done aside for longer. */
const PATIENCE_MS = 1000;

export function startWorker(jobs: readonly Job[], parts: WorkerParts): Worker {
  const stopping = new AbortController();
  const running = new Set<Promise<number>>();
  let aside: Promise<unknown> = Promise.resolve();

  const turn = async (): Promise<void> => {
    for (let seen; seen !== aside;) await (seen = aside);
  };
  const loop = async (job: Job): Promise<void> => {
    for (;;) {
      await turn();
      if (stopping.signal.aborted) return;
      const run = runOnce(job, parts);
      running.add(run);
      const found = await run;
      running.delete(run);
      const pauseMs = found > 0 ? Math.min(job.everyMs, 50) : job.everyMs;
      await parts.clock.sleep(pauseMs, stopping.signal);
    }
  };
  const loops = jobs.map(loop);
  return {
    runExclusively(work) {
      const mine = aside.then(async () => {
        await within(parts.clock, PATIENCE_MS, Promise.all(running));
        return work();
      });
      aside = mine.catch(() => undefined);
      return mine;
    },
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

/** How much the job found; a failure is reported and counts as nothing. */
export async function runOnce(job: Job, parts: WorkerParts): Promise<number> {
  try {
    const found = await job.run();
    parts.onRun(job.name, 'ok');
    return found;
  } catch (error) {
    parts.onRun(job.name, 'failed', error);
    return 0;
  }
}

/** Waits for the work, but not longer than this; answers whether it was done in time. */
export async function within(clock: Clock, ms: number, work: Promise<unknown>): Promise<boolean> {
  const ended = new AbortController();
  try {
    const limit = clock.sleep(ms, ended.signal).then(() => false);
    return await Promise.race([work.then(() => true), limit]);
  } finally {
    ended.abort();
  }
}
