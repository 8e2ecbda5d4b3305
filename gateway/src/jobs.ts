// What happens by itself: every job of the gateway, one line each.

import type { Idempotency } from './http/idempotency.ts';
import type { Processor } from './payments/process.ts';
import type { Job } from './worker/worker.ts';

const BATCH = 100;

export interface JobRooms {
  readonly processor: Processor;
  readonly idempotency: Idempotency;
}

export function jobs({ processor, idempotency }: JobRooms): Job[] {
  return [
    { name: 'resolve', everyMs: 500, run: () => processor.resolveDue(BATCH) },
    { name: 'forget-answers', everyMs: 60_000, run: () => idempotency.removeExpired(1000) },
  ];
}
