// The jobs of one process, at their own pace once `work` was called, or all at once for a clock
// that was moved.

import { runDue, type DueRun } from './run-due.ts';
import { startWorker, type Job, type Worker, type WorkerParts } from './worker.ts';

/** Longer than a provider may take by default, shorter than callers wait. */
const RUN_DUE_LIMIT_MS = 15_000;

export interface Scheduler {
  /** Starts the jobs. */
  readonly work: () => void;
  /** Lets running jobs finish and starts no more. */
  readonly stop: () => Promise<void>;
  /** Does what is due by now; `first` is done when the jobs stand still. */
  readonly runDue: (first?: () => Promise<void>) => Promise<DueRun>;
}

export interface SchedulerParts extends WorkerParts {
  readonly jobs: readonly Job[];
  /** Calls to providers that are under way. */
  readonly underWay: () => readonly Promise<unknown>[];
}

export function createScheduler({ jobs, underWay, clock, onRun }: SchedulerParts): Scheduler {
  let worker: Worker | undefined;
  return {
    work() {
      worker = startWorker(jobs, { clock, onRun });
    },
    async stop() {
      await worker?.stop();
    },
    runDue(first) {
      const work = async (): Promise<DueRun> => {
        await first?.();
        return runDue(jobs, { clock, onRun, underWay, limitMs: RUN_DUE_LIMIT_MS });
      };
      return worker ? worker.runExclusively(work) : work();
    },
  };
}
