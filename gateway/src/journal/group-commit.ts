// Group commit: entries of concurrent requests are committed together. A batch is sent as soon as a
// lane is free, without waiting for more. Entries on the same guarded row never share a batch and
// never run in two lanes at once.

import type { Entry, Journal, CommitResult } from './entry.ts';
import { keyOf } from './table.ts';

/** A result, or the error of this one entry; the other entries of the batch are not affected. */
export type EntryAnswer = CommitResult | { readonly kind: 'failed'; readonly error: unknown };

/**
 * Commits several entries at once, with one answer for each, in order. Throws only when all failed.
 */
export interface Committer {
  apply(batch: readonly Entry[]): Promise<EntryAnswer[]>;
}

interface GroupCommitOptions {
  readonly lanes: number;
  readonly batchSize: number;
  /**
   * Defers work to the end of the current event-loop turn, so that entries of one turn share a
   * batch.
   */
  readonly defer: (work: () => void) => void;
  /** Called with the size of each batch, for metrics. */
  readonly onBatch?: (size: number) => void;
}

interface Waiting {
  readonly entry: Entry;
  readonly keys: readonly string[];
  readonly resolve: (result: CommitResult) => void;
  readonly reject: (error: unknown) => void;
}

export function groupCommit(committer: Committer, options: GroupCommitOptions): Journal {
  const queue: Waiting[] = [];
  const inFlight = new Set<string>();
  let idleWaiters: (() => void)[] = [];
  let busyLanes = 0;
  let scheduled = false;

  const schedule = (): void => {
    if (scheduled) return;
    scheduled = true;
    options.defer(() => {
      scheduled = false;
      while (busyLanes < options.lanes && send());
    });
  };

  const send = (): boolean => {
    const batch = takeBatch(queue, inFlight, options.batchSize);
    if (batch.length === 0) return false;
    busyLanes += 1;
    options.onBatch?.(batch.length);
    void run(batch);
    return true;
  };

  const run = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const answers = await committer.apply(batch.map((waiting) => waiting.entry));
      batch.forEach((waiting, index) => {
        const answer = answers[index] as EntryAnswer;
        if (answer.kind === 'failed') waiting.reject(answer.error);
        else waiting.resolve(answer);
      });
    } catch (error) {
      for (const waiting of batch) waiting.reject(error);
    }
    for (const waiting of batch) for (const key of waiting.keys) inFlight.delete(key);
    busyLanes -= 1;
    if (queue.length > 0) schedule();
    else if (busyLanes === 0) {
      for (const wake of idleWaiters) wake();
      idleWaiters = [];
    }
  };

  return {
    commit(entry) {
      const keys = entry.changes.map((change) => keyOf(change.table, change.row));
      return new Promise((resolve, reject) => {
        queue.push({ entry, keys, resolve, reject });
        schedule();
      });
    },
    idle() {
      if (queue.length === 0 && busyLanes === 0) return Promise.resolve();
      return new Promise((resolve) => idleWaiters.push(resolve));
    },
  };
}

/**
 * The oldest entries whose guarded rows are free. The others keep their position, and no later
 * entry takes one of their rows first.
 */
function takeBatch(queue: Waiting[], inFlight: Set<string>, maxSize: number): Waiting[] {
  const batch: Waiting[] = [];
  const wanted = new Set<string>();
  const isTaken = (key: string): boolean => inFlight.has(key) || wanted.has(key);
  let kept = 0;
  for (const waiting of queue) {
    if (batch.length >= maxSize || waiting.keys.some(isTaken)) {
      if (waiting.keys.length > 1) for (const key of waiting.keys) wanted.add(key);
      queue[kept] = waiting;
      kept += 1;
      continue;
    }
    for (const key of waiting.keys) inFlight.add(key);
    batch.push(waiting);
  }
  queue.length = kept;
  return batch;
}
