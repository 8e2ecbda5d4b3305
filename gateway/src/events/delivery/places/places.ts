// Waiting for a place at a receiver. Deliveries that find none wait in a bounded queue of their
// receiver; they are sent away when the receiver is paused or too many wait.

import type { Clock, Instant } from '../../../core/clock.ts';
import { createReceivers, type Receiver } from './receivers.ts';

/** True: the delivery has a place. Otherwise when it should be tried again. */
export type Admission = true | Instant;

export interface Places {
  enter(merchantId: string, origin: string): Promise<Admission>;
  /** Null: nothing was sent. */
  leave(merchantId: string, origin: string, isBad: boolean | null): void;
  /** Sends everyone away who waits. */
  close(): void;
  readonly inFlight: () => number;
}

const MAX_WAITING = 256;
const FULL_PAUSE_MS = 5_000;
/** How many other receivers get a chance when a place becomes free. */
const LOOK_AT = 32;

type Waiter = (admission: Admission) => void;

export function createPlaces(clock: Clock): Places {
  const receivers = createReceivers(clock);
  const queues = new Map<Receiver, Waiter[]>();
  /** Receivers that wait for a limit of their merchant or of the node. */
  const heldUp = new Set<Receiver>();
  let isClosed = false;

  const admit = (receiver: Receiver): void => {
    const queue = queues.get(receiver);
    if (!queue) return;
    const until = receivers.pausedUntil(receiver);
    while (queue.length > 0) {
      if (until > 0) queue.shift()?.(until);
      else if (receivers.enter(receiver)) queue.shift()?.(true);
      else break;
    }
    // At the end of the set, so that every receiver gets its chance in turn.
    heldUp.delete(receiver);
    if (queue.length === 0) queues.delete(receiver);
    else if (receivers.isHeldUp(receiver)) heldUp.add(receiver);
  };
  return {
    inFlight: receivers.inFlight,
    enter(merchantId, origin) {
      const receiver = receivers.of(merchantId, origin);
      if (isClosed) return Promise.resolve(clock.now());
      const until = receivers.pausedUntil(receiver);
      if (until > 0) return Promise.resolve(until);
      const queue = queues.get(receiver) ?? [];
      if (queue.length === 0 && receivers.enter(receiver)) return Promise.resolve(true);
      if (queue.length >= MAX_WAITING) return Promise.resolve(clock.now() + FULL_PAUSE_MS);
      queues.set(receiver, queue);
      if (receivers.isHeldUp(receiver)) heldUp.add(receiver);
      return new Promise((resolve) => queue.push(resolve));
    },
    leave(merchantId, origin, isBad) {
      const receiver = receivers.of(merchantId, origin);
      receivers.leave(receiver, isBad);
      admit(receiver);
      for (const other of [...heldUp].slice(0, LOOK_AT)) admit(other);
    },
    close() {
      isClosed = true;
      for (const queue of queues.values()) for (const waiter of queue) waiter(clock.now());
      queues.clear();
    },
  };
}
