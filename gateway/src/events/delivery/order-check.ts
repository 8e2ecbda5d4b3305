// Checks events whose predecessor this node has not seen: they may start only if no earlier event
// of their payment is unfinished. Otherwise they wait in the queue behind it.

import type { Clock } from '../../core/clock.ts';
import type { Queryable } from '../../storage/database.ts';
import { parkBehindEarlier, type HeldEvent } from './delivery.store.ts';

export interface OrderCheck {
  add(held: HeldEvent): void;
  inProgress(): Promise<void> | undefined;
}

interface OrderCheckParts {
  readonly database: Queryable;
  readonly clock: Clock;
  readonly log: { error(facts: object, message: string): void };
}

/** How long an event waits while another node is sending the one before it. */
const PARK_MS = 250;

/** Calls `onFree` for events without an unfinished predecessor. */
export function createOrderCheck(
  { database, clock, log }: OrderCheckParts,
  onFree: (held: HeldEvent) => void,
): OrderCheck {
  let waiting: HeldEvent[] = [];
  let running: Promise<void> | undefined;

  const checkAll = async (): Promise<void> => {
    // Events of the current turn are checked together.
    await Promise.resolve();
    while (waiting.length > 0) {
      const events = waiting;
      waiting = [];
      try {
        const parked = await parkBehindEarlier(database, events, clock.now() + PARK_MS);
        for (const held of events) if (!parked.has(held.eventId)) onFree(held);
      } catch (error) {
        // The leases of these events expire.
        log.error({ err: error, events: events.length }, 'the order of events was not checked');
      }
    }
  };
  return {
    inProgress: () => running,
    add(held) {
      waiting.push(held);
      running ??= checkAll().finally(() => (running = undefined));
    },
  };
}
