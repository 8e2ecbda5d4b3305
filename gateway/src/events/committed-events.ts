// Passes on the events that this node commits: to their delivery, and to the streams of merchants
// that read them here. Events of merchants without an address get no row in the queue.

import type { Entry, Journal } from '../journal/entry.ts';
import { events, type EventRow } from './event.ts';
import { eventQueue, type QueueRow } from './event-queue.ts';

export interface CommittedEvent {
  readonly event: EventRow;
  /** Null: nobody is notified of it. */
  readonly queued: QueueRow | null;
}

type OnCommitted = (committed: readonly CommittedEvent[]) => void;

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

/** Whether the merchant has a notification address. */
export type HasAddress = (merchantId: string) => Promise<boolean>;

export function announceEvents(
  journal: Journal,
  hasAddress: HasAddress,
  onCommitted: OnCommitted,
): Journal {
  return {
    idle: () => journal.idle(),
    async commit(entry) {
      const committed = eventsOf(entry);
      const [first] = committed;
      if (!first) return journal.commit(entry);
      // If the look-up fails, the delivery finds out.
      const isSent = await hasAddress(first.event.merchantId).catch(() => true);
      const result = await journal.commit(isSent ? entry : withoutQueue(entry));
      if (result.kind === 'committed')
        onCommitted(isSent ? committed : committed.map(unlessOwnAddress));
      return result;
    },
  };
}

/** A payment may have its own address. */
function unlessOwnAddress({ event, queued }: CommittedEvent): CommittedEvent {
  return { event, queued: queued?.hasNotifyUrl === true ? queued : null };
}

function withoutQueue(entry: Entry): Entry {
  const { changes, updates, deletes, increments } = entry;
  const inserts = entry.inserts.filter(
    ({ table, row }) => table !== eventQueue || row.hasNotifyUrl === true,
  );
  return { changes, inserts, updates, deletes, increments };
}

/** `addEvent` inserts the two rows of an event one after the other. */
function eventsOf({ inserts }: Entry): CommittedEvent[] {
  const committed: CommittedEvent[] = [];
  inserts.forEach(({ table, row }, index) => {
    const next = inserts[index + 1];
    if (table !== events || next?.table !== eventQueue) return;
    committed.push({ event: row as never, queued: next.row as never });
  });
  return committed;
}
