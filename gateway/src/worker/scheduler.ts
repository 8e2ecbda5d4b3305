// The jobs of one process: they run at their own pace once `work` was called, or all at once after
// the clock was moved.

import { createDueLookup, type DueParts } from './due.store.ts';
import { runDue, type DueRun } from './run-due.ts';
import { startWorker, type Job, type Worker, type WorkerParts } from './worker.ts';

/** Longer than the default provider time-out, shorter than callers wait. */
const RUN_DUE_LIMIT_MS = 15_000;

interface Scheduler {
  /** Starts the jobs. */
  readonly start: () => void;
  /** Lets running jobs finish and starts no more. */
  readonly stop: () => Promise<void>;
  /** Runs everything that is due now; `first` runs while no job is running. */
  readonly runDue: (first?: () => Promise<void>) => Promise<DueRun>;
}

interface SchedulerParts extends WorkerParts, DueParts {
  readonly jobs: readonly Job[];
  /** Provider calls in progress. */
  readonly callsInProgress: () => readonly Promise<unknown>[];
}

export function createScheduler(parts: SchedulerParts): Scheduler {
  const { callsInProgress, clock, onRun } = parts;
  const jobs = checkedJobs(parts);
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

/** The jobs, each of which first checks whether it has due work. */
function checkedJobs({ jobs, ...parts }: SchedulerParts): readonly Job[] {
  const isDue = createDueLookup(
    jobs.flatMap(({ due }) => due ?? []),
    parts,
  );
  return jobs.map((job) => {
    const { due } = job;
    return due ? { ...job, run: async () => ((await isDue(due)) ? job.run() : 0) } : job;
  });
}
