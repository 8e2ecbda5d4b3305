// The jobs of one process: at their own pace once `work` was called, or all at once after the clock
// was moved.

import { runDue, type DueRun } from './run-due.ts';
import { startWorker, type Job, type Worker, type WorkerParts } from './worker.ts';

/** Longer than the default provider time-out, shorter than callers wait. */
const RUN_DUE_LIMIT_MS = 15_000;

export interface Scheduler {
  /** Starts the jobs. */
  readonly start: () => void;
  /** Lets running jobs finish and starts no more. */
  readonly stop: () => Promise<void>;
  /** Runs everything that is due now; `first` runs while no job is running. */
  readonly runDue: (first?: () => Promise<void>) => Promise<DueRun>;
}

export interface SchedulerParts extends WorkerParts {
  readonly jobs: readonly Job[];
  /** Provider calls in progress. */
  readonly callsInProgress: () => readonly Promise<unknown>[];
}

export function createScheduler({
  jobs,
  callsInProgress,
  clock,
  onRun,
}: SchedulerParts): Scheduler {
  let worker: Worker | undefined;
  return {
    start() {
      worker = startWorker(jobs, { clock, onRun });
    },
    async stop() {
      await worker?.stop();
    },
    runDue(first) {
      const work = async (): Promise<DueRun> => {
        await first?.();
        return runDue(jobs, { clock, onRun, callsInProgress, limitMs: RUN_DUE_LIMIT_MS });
      };
      return worker ? worker.runExclusively(work) : work();
    },
  };
}
