// Waiting for a slot at a receiver. Deliveries that get none wait in a bounded queue of their
// receiver; they are sent back when the receiver is paused or too many wait.

import type { Clock, Instant } from '../../../core/clock.ts';
import { createReceivers, type Receiver, type Receivers } from './receivers.ts';

/** True: the delivery has a slot. Otherwise the time at which it should be tried again. */
export type Admission = true | Instant;

export interface ReceiverSlots {
  enter(merchantId: string, origin: string): Promise<Admission>;
  /** `isBad` null: nothing was sent. `durationMs`: how long the answer took. */
  leave(merchantId: string, origin: string, isBad: boolean | null, durationMs?: number): void;
  /** Sends all waiting deliveries back. */
  close(): void;
  readonly inFlight: () => number;
}

/** Enough for a burst of a busy shop: with a lower limit its events came seconds late. */
const MAX_WAITING = 1024;
const FULL_PAUSE_MS = 5_000;
/** How many other receivers get a chance when a slot becomes free. */
const LOOK_AT = 32;

type Waiter = (admission: Admission) => void;

export function createReceiverSlots(clock: Clock): ReceiverSlots {
  return new SlotQueues(clock);
}

class SlotQueues implements ReceiverSlots {
  readonly #clock: Clock;
  readonly #receivers: Receivers;
  readonly #queues = new Map<Receiver, Waiter[]>();
  /** Receivers that wait because of a limit of their merchant or of the node. */
  readonly #heldUp = new Set<Receiver>();
  #isClosed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#receivers = createReceivers(clock);
  }

  readonly inFlight = (): number => this.#receivers.inFlight();

  enter(merchantId: string, origin: string): Promise<Admission> {
    const receiver = this.#receivers.of(merchantId, origin);
    if (this.#isClosed) return Promise.resolve(this.#clock.now());
    if (this.#receivers.isPaused(receiver)) {
      return Promise.resolve(this.#receivers.takeTurn(receiver));
    }
    const queue = this.#queues.get(receiver) ?? [];
    if (queue.length === 0 && this.#receivers.enter(receiver)) return Promise.resolve(true);
    if (queue.length >= MAX_WAITING) return Promise.resolve(this.#clock.now() + FULL_PAUSE_MS);
    this.#queues.set(receiver, queue);
    receiver.waiting += 1;
    if (this.#receivers.isHeldUp(receiver)) this.#heldUp.add(receiver);
    return new Promise((resolve) => queue.push(resolve));
  }

  leave(merchantId: string, origin: string, isBad: boolean | null, durationMs = 0): void {
    const receiver = this.#receivers.of(merchantId, origin);
    this.#receivers.leave(receiver, isBad, durationMs);
    // Others come first: a receiver with a long queue would take its own slot again and again.
    while (this.#admitInTurn() > 0);
    this.#admit(receiver, Infinity);
  }

  close(): void {
    this.#isClosed = true;
    for (const queue of this.#queues.values()) for (const one of queue) one(this.#clock.now());
    this.#queues.clear();
  }

  /** Admits one delivery of each receiver that is held up; returns how many were admitted. */
  #admitInTurn(): number {
    let entered = 0;
    let looks = 0;
    for (const receiver of this.#heldUp) {
      if (looks === LOOK_AT) break;
      looks += 1;
      entered += this.#admit(receiver, 1);
    }
    return entered;
  }

  /** Admits up to `most` waiting deliveries of the receiver; returns how many were admitted. */
  #admit(receiver: Receiver, most: number): number {
    const queue = this.#queues.get(receiver);
    if (!queue) return 0;
    let entered = 0;
    const isPaused = this.#receivers.isPaused(receiver);
    while (queue.length > 0) {
      if (isPaused) queue.shift()?.(this.#receivers.takeTurn(receiver));
      else if (entered === most || !this.#receivers.enter(receiver)) break;
      else {
        queue.shift()?.(true);
        entered += 1;
      }
    }
    receiver.waiting = queue.length;
    // Moved to the end of the set, so that every receiver gets its turn.
    this.#heldUp.delete(receiver);
    if (queue.length === 0) this.#queues.delete(receiver);
    else if (this.#receivers.isHeldUp(receiver)) this.#heldUp.add(receiver);
    return entered;
  }
}
