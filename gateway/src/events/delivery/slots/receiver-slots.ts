// Waiting for a slot at a receiver. Deliveries that find none wait in a bounded queue of their
// receiver; they are sent away when the receiver is paused or too many wait.

import type { Clock, Instant } from '../../../core/clock.ts';
import { createReceivers, type Receiver, type Receivers } from './receivers.ts';

/** True: the delivery has a slot. Otherwise when it should be tried again. */
export type Admission = true | Instant;

export interface ReceiverSlots {
  enter(merchantId: string, origin: string): Promise<Admission>;
  /** Null: nothing was sent. The time is that of the answer. */
  leave(merchantId: string, origin: string, isBad: boolean | null, durationMs?: number): void;
  /** Sends everyone away who waits. */
  close(): void;
  readonly inFlight: () => number;
}

/** A burst of a busy shop fits; with fewer, its events came seconds late under load. */
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
  /** Receivers that wait for a limit of their merchant or of the node. */
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
    // Others first: a receiver with a long queue would take its own slot again and again.
    while (this.#admitInTurn() > 0);
    this.#admit(receiver, Infinity);
  }

  close(): void {
    this.#isClosed = true;
    for (const queue of this.#queues.values()) for (const one of queue) one(this.#clock.now());
    this.#queues.clear();
  }

  /** One of each receiver that is held up; returns how many entered. */
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

  /** Lets up to `most` of those who wait enter; returns how many did. */
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
    // At the end of the set, so that every receiver gets its chance in turn.
    this.#heldUp.delete(receiver);
    if (queue.length === 0) this.#queues.delete(receiver);
    else if (this.#receivers.isHeldUp(receiver)) this.#heldUp.add(receiver);
    return entered;
  }
}
