// The job loop: each job runs again soon while it finds work, and at its own interval while it
// finds none. A failed job is logged and runs again later.

import type { Clock } from '../core/clock.ts';
import type { DueCheck } from './due.store.ts';

export interface Job {
  readonly name: string;
  /** Pause after a run that found nothing. */
  readonly everyMs: number;
  /** The job runs only if this finds a row; absent: always. */
  readonly due?: DueCheck;
  /** Does the due work and returns how much there was. */
  run(): Promise<number>;
}

export interface Worker {
  /** Runs this work while no job is running; concurrent calls wait for their turn. */
  runExclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Lets running jobs finish and starts no more. */
  stop(): Promise<void>;
}

export interface WorkerParts {
  readonly clock: Clock;
  readonly onRun: (job: string, result: 'ok' | 'failed', error?: unknown) => void;
}

/** A job that waits for a silent provider delays exclusive work no longer than this. */
const EXCLUSIVE_WAIT_MS = 1000;
/** Pause after a run that found work. */
const BUSY_MS = 50;

export function startWorker(jobs: readonly Job[], parts: WorkerParts): Worker {
  const stopping = new AbortController();
  const running = new Set<Promise<number>>();
  const pause = createPauses(parts.clock, stopping.signal);
  let exclusiveWork: Promise<unknown> = Promise.resolve();

  const waitForTurn = async (): Promise<void> => {
    for (let seen; seen !== exclusiveWork;) await (seen = exclusiveWork);
  };
  const loop = async (job: Job): Promise<void> => {
    for (;;) {
      await waitForTurn();
      if (stopping.signal.aborted) return;
      const run = runOnce(job, parts);
      running.add(run);
      const handled = await run;
      running.delete(run);
      if (handled > 0) await parts.clock.sleep(Math.min(job.everyMs, BUSY_MS), stopping.signal);
      else await pause(job.everyMs);
    }
  };
  const loops = jobs.map(loop);
  return {
    runExclusively(work) {
      const result = exclusiveWork.then(async () => {
        await finishesWithin(parts.clock, EXCLUSIVE_WAIT_MS, Promise.all(running));
        return work();
      });
      exclusiveWork = result.catch(() => undefined);
      return result;
    },
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

/**
 * Pauses end at multiples of their length, so that jobs wake up together and share the statement
 * that finds due work.
 */
function createPauses(clock: Clock, signal: AbortSignal): (everyMs: number) => Promise<void> {
  const pauses = new Map<number, Promise<void>>();
  return (everyMs) => {
    const nowMs = clock.monotonicMs();
    // A timer may end a little early; its job must not run twice.
    const wakeAt = (Math.floor((nowMs + Math.min(10, everyMs / 10)) / everyMs) + 1) * everyMs;
    const existing = pauses.get(wakeAt);
    if (existing) return existing;
    const pause = clock.sleep(wakeAt - nowMs, signal).then(() => void pauses.delete(wakeAt));
    pauses.set(wakeAt, pause);
    return pause;
  };
}

/** How much work the job found; a failure is reported and counts as 0. */
export async function runOnce(job: Job, parts: WorkerParts): Promise<number> {
  try {
    const handled = await job.run();
    parts.onRun(job.name, 'ok');
    return handled;
  } catch (error) {
    parts.onRun(job.name, 'failed', error);
    return 0;
  }
}

/** Waits for the work, but not longer than `ms`; resolves to whether it finished in time. */
export async function finishesWithin(
  clock: Clock,
  ms: number,
  work: Promise<unknown>,
): Promise<boolean> {
  const ended = new AbortController();
  try {
    const limit = clock.sleep(ms, ended.signal).then(() => false);
    return await Promise.race([work.then(() => true), limit]);
  } finally {
    ended.abort();
  }
}
