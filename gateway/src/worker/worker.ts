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
  /** Lets running jobs finish and starts no more. */
  stop(): Promise<void>;
}

export interface WorkerParts {
  readonly clock: Clock;
  readonly onRun: (job: string, result: 'ok' | 'failed', error?: unknown) => void;
}

export function startWorker(jobs: readonly Job[], parts: WorkerParts): Worker {
  const stopping = new AbortController();
  const loops = jobs.map((job) => loop(job, parts, stopping.signal));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

async function loop(job: Job, parts: WorkerParts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    let found = 0;
    try {
      found = await job.run();
      parts.onRun(job.name, 'ok');
    } catch (error) {
      parts.onRun(job.name, 'failed', error);
    }
    await parts.clock.sleep(found > 0 ? Math.min(job.everyMs, 50) : job.everyMs, signal);
  }
}
