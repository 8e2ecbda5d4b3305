// The jobs of one process, at their own pace once `work` was called, or all at once for a clock
// that was moved.

import { workOff, type WorkedOff } from './work-off.ts';
import { startWorker, type Job, type Worker, type WorkerParts } from './worker.ts';

/** Longer than a provider may take by default, shorter than callers wait. */
const WORK_OFF_LIMIT_MS = 15_000;

export interface JobDesk {
  /** Starts the jobs. */
  readonly work: () => void;
  /** Lets running jobs finish and starts no more. */
  readonly stop: () => Promise<void>;
  /** Does what is due by now; `first` is done when the jobs stand still. */
  readonly workOff: (first?: () => Promise<void>) => Promise<WorkedOff>;
}

export interface JobDeskParts extends WorkerParts {
  readonly jobs: readonly Job[];
  /** Calls to providers that are under way. */
  readonly underWay: () => readonly Promise<unknown>[];
}

export function jobDesk({ jobs, underWay, clock, onRun }: JobDeskParts): JobDesk {
  let worker: Worker | undefined;
  return {
    work() {
      worker = startWorker(jobs, { clock, onRun });
    },
    async stop() {
      await worker?.stop();
    },
    workOff(first) {
      const work = async (): Promise<WorkedOff> => {
        await first?.();
        return workOff(jobs, { clock, onRun, underWay, limitMs: WORK_OFF_LIMIT_MS });
      };
      return worker ? worker.aside(work) : work();
    },
  };
}
