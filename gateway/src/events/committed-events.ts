// Passes on the events that this node commits: to their delivery, and to the streams of merchants
// that read them here.

import type { Entry, Journal } from '../journal/entry.ts';
import { events, type EventRow } from './event.ts';
import { eventQueue, type QueueRow } from './event-queue.ts';

export interface CommittedEvent {
  readonly event: EventRow;
  readonly queued: QueueRow;
}

export type OnCommitted = (committed: readonly CommittedEvent[]) => void;

export interface CommittedEvents {
  /** Calls the listener after every commit of this node with events, in the order of commits. */
  subscribe(listener: OnCommitted): void;
  readonly announce: OnCommitted;
}

export function createCommittedEvents(): CommittedEvents {
  const listeners: OnCommitted[] = [];
  return {
    subscribe: (listener) => void listeners.push(listener),
    announce(committed) {
      for (const listener of listeners) listener(committed);
    },
  };
}

export function announceEvents(journal: Journal, onCommitted: OnCommitted): Journal {
  return {
    idle: () => journal.idle(),
    async commit(entry) {
      const result = await journal.commit(entry);
      if (result.kind === 'committed') {
        const committed = eventsOf(entry);
        if (committed.length > 0) onCommitted(committed);
      }
      return result;
    },
  };
}

/** `addEvent` inserts the two rows of an event one after the other. */
function eventsOf({ inserts }: Entry): CommittedEvent[] {
  const found: CommittedEvent[] = [];
  inserts.forEach(({ table, row }, place) => {
    const next = inserts[place + 1];
    if (table !== events || next?.table !== eventQueue) return;
    found.push({ event: row as never, queued: next.row as never });
  });
  return found;
}
