// The benchmark's interface to the load generator: jobs for its thread, one at a time.

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { PaymentKind, PaymentOperation, Target } from './requests.ts';

interface CommonJob {
  readonly target: Target;
  readonly connections: number;
  /** How long the load runs before the measured window starts. */
  readonly rampMs: number;
  readonly measureMs: number;
  /** Each connection sends a request in this time; absent: as soon as the last is answered. */
  readonly everyMs?: number;
}

export type Job = CommonJob &
  (
    | { readonly kind: 'payments'; readonly paymentKind: PaymentKind }
    | { readonly kind: 'reads'; readonly paths: readonly string[] }
    | {
        readonly kind: 'operations';
        readonly operation: PaymentOperation;
        /** Each is used once; when there are no more, the window ends early. */
        readonly paymentIds: readonly string[];
      }
  );

export interface JobResult {
  /** The measured window, in wall-clock milliseconds. */
  readonly fromMs: number;
  readonly toMs: number;
  /** All answers, including those outside the window. */
  readonly answers: number;
  /** The first error. */
  readonly failure: string | undefined;
  /** Of the answers inside the window. */
  readonly latenciesMs: Float64Array;
}

export interface Load {
  run(job: Job): Promise<JobResult>;
  close(): Promise<void>;
}

export function startLoad(): Load {
  const worker = new Worker(new URL('worker.ts', import.meta.url));
  return {
    async run(job) {
      const answer = once(worker, 'message') as Promise<[JobResult]>;
      worker.postMessage(job);
      const [result] = await answer;
      if (result.failure !== undefined) throw new Error(`the load failed: ${result.failure}`);
      return result;
    },
    close: async () => {
      await worker.terminate();
    },
  };
}
