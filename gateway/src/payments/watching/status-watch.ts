// Requests that wait until a payment changes. A commit of this node wakes them at once; once a
// second one statement reads the versions of all payments that are waited for, because other nodes
// commit as well. Waits use real time, so that the frozen clock of a sandbox does not extend them.

import type { Clock } from '../../core/clock.ts';
import type { Entry, Journal } from '../../journal/entry.ts';
import { isUnavailable } from '../../storage/errors.ts';
import { payments } from '../model/payment.ts';
import type { PaymentKey } from '../loading/payment.store.ts';
import type { ReadVersions } from './versions.store.ts';

export const MAX_PER_PAYMENT = 4;
export const MAX_PER_NODE = 2000;
const POLL_MS = 1000;

export interface Waiter {
  /** Resolves when the payment has another version than this, after the time, or when closing. */
  changed(version: number, waitMs: number): Promise<void>;
  /** Must be called in any case; ends the wait. */
  leave(): void;
}

export interface StatusWatch {
  /** Undefined: too many requests wait already. Commits are noticed from this call on. */
  join(key: PaymentKey): Waiter | undefined;
  /** This node has committed a change of the payment. */
  wake(paymentId: string): void;
  /** Ends all waits; nobody waits afterwards. */
  close(): void;
  waiting(): number;
}

interface WatchParts {
  readonly clock: Clock;
  readonly versions: ReadVersions;
  readonly log: { error(facts: object, message: string): void };
}

interface Place {
  readonly key: PaymentKey;
  /** What the caller has seen; null: it does not wait yet. */
  seen: number | null;
  readonly end: AbortController;
}

type Places = Map<string, Set<Place>>;

export function createStatusWatch(parts: WatchParts): StatusWatch {
  const { clock } = parts;
  const places: Places = new Map();
  const startPolling = createPolling(parts, places);
  let count = 0;
  let isClosed = false;
  return {
    waiting: () => count,
    wake(paymentId) {
      for (const { end } of places.get(paymentId) ?? []) end.abort();
    },
    join(key) {
      const { paymentId } = key;
      const own = places.get(paymentId) ?? new Set<Place>();
      if (isClosed || own.size >= MAX_PER_PAYMENT || count >= MAX_PER_NODE) return undefined;
      const place: Place = { key, seen: null, end: new AbortController() };
      places.set(paymentId, own.add(place));
      count += 1;
      return {
        async changed(version, waitMs) {
          place.seen = version;
          if (place.end.signal.aborted) return;
          startPolling();
          await clock.sleep(waitMs, place.end.signal);
        },
        leave() {
          place.end.abort();
          if (!own.delete(place)) return;
          count -= 1;
          if (own.size === 0) places.delete(paymentId);
        },
      };
    },
    close() {
      isClosed = true;
      for (const list of places.values()) for (const { end } of list) end.abort();
    },
  };
}

/** Reads once a second while somebody waits; the returned function starts it if it has stopped. */
function createPolling({ clock, versions, log }: WatchParts, places: Places): () => void {
  let isPolling = false;
  const poll = async (): Promise<void> => {
    const keys = [...places.values()].flatMap((list) =>
      [...list].slice(0, 1).map((one) => one.key),
    );
    for (const { paymentId, version } of await versions(keys)) {
      for (const { seen, end } of places.get(paymentId) ?? []) {
        if (seen !== null && seen !== version) end.abort();
      }
    }
  };
  const run = async (): Promise<void> => {
    for (;;) {
      await clock.sleep(POLL_MS);
      if (places.size === 0) return;
      await poll().catch((error: unknown) => {
        if (!isUnavailable(error)) log.error({ err: error }, 'waits for payments cannot be served');
      });
    }
  };
  return () => {
    if (isPolling) return;
    isPolling = true;
    void run().finally(() => (isPolling = false));
  };
}

/** A journal that wakes the requests that wait for the payments it changes. */
export function watchedJournal(journal: Journal, watch: Pick<StatusWatch, 'wake'>): Journal {
  return {
    idle: () => journal.idle(),
    async commit(entry) {
      const result = await journal.commit(entry);
      if (result.kind === 'committed') for (const id of changedPayments(entry)) watch.wake(id);
      return result;
    },
  };
}

function changedPayments({ changes }: Entry): string[] {
  return changes.flatMap(({ table, row }) =>
    table === payments ? [(row as unknown as PaymentKey).paymentId] : [],
  );
}
