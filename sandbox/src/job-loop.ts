// Runs the sandbox's jobs when it is a process of its own: again soon while a job finds work, at
// its polling interval otherwise. A job that fails is retried.

import type { Clock } from '@bramka/gateway/core/clock.ts';
import type { SandboxJob } from './party/party.ts';

interface JobLoop {
  /** Waits for running jobs and starts no more. */
  stop(): Promise<void>;
}

const BUSY_MS = 50;

export function startJobs(
  jobs: readonly SandboxJob[],
  clock: Clock,
  onFailure: (job: string, error: unknown) => void,
): JobLoop {
  const stopping = new AbortController();
  const loop = async (job: SandboxJob): Promise<void> => {
    while (!stopping.signal.aborted) {
      const count = await job.run().catch((error: unknown) => {
        onFailure(job.name, error);
        return 0;
      });
      const pauseMs = count > 0 ? Math.min(BUSY_MS, job.everyMs) : job.everyMs;
      await clock.sleep(pauseMs, stopping.signal);
    }
  };
  const loops = jobs.map(loop);
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}
