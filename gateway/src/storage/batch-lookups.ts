// Batches concurrent look-ups into one statement: under load a read costs a fraction of a round
// trip, and a single look-up does not wait.

interface BatchLookupOptions {
  readonly batchSize: number;
  /** Maximum number of concurrent statements. */
  readonly lanes: number;
  /** Defers work to the end of the current event-loop turn. */
  readonly defer: (work: () => void) => void;
}

interface Waiting<Key, Found> {
  readonly key: Key;
  readonly resolve: (found: Found | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** `find` returns the results for many keys at once, in their order. */
export function batchLookups<Key, Found>(
  find: (keys: readonly Key[]) => Promise<readonly (Found | undefined)[]>,
  options: BatchLookupOptions,
): (key: Key) => Promise<Found | undefined> {
  const queue: Waiting<Key, Found>[] = [];
  let busy = 0;
  let scheduled = false;

  const schedule = (): void => {
    if (scheduled || queue.length === 0 || busy >= options.lanes) return;
    scheduled = true;
    options.defer(() => {
      scheduled = false;
      while (queue.length > 0 && busy < options.lanes) {
        busy += 1;
        void send(queue.splice(0, options.batchSize));
      }
    });
  };
  const send = async (batch: readonly Waiting<Key, Found>[]): Promise<void> => {
    try {
      const results = await find(batch.map(({ key }) => key));
      batch.forEach(({ resolve }, position) => resolve(results[position]));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    busy -= 1;
    schedule();
  };

  return (key) =>
    new Promise((resolve, reject) => {
      queue.push({ key, resolve, reject });
      schedule();
    });
}
