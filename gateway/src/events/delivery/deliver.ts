// Delivers events to merchants. The events of a payment form a stream: one at a time, in order, the
// next only after the result of the one before is stored. Streams run in parallel, within the
// limits of their receivers. Events come from commits of this node, or are claimed from the queue.

import type { Instant } from '../../core/clock.ts';
import type { RandomBytes } from '../../core/random.ts';
import type { Queryable } from '../../storage/database.ts';
import { isUnavailable } from '../../storage/errors.ts';
import { finishesWithin } from '../../worker/worker.ts';
import type { CommittedEvent } from '../committed-events.ts';
import { LEASE_MS } from '../event-queue.ts';
import { attemptDelivery, isBadResult, type AttemptEnd, type AttemptParts } from './attempt.ts';
import { claimDue } from './claim.store.ts';
import { heldOf, type HeldEvent } from './delivery.store.ts';
import type { DeliveryObserver } from './observe.ts';
import { createOrderCheck, type OrderCheck } from './order-check.ts';
import { createReceiverSlots, type ReceiverSlots } from './slots/receiver-slots.ts';
import type { Conclusion } from './recording/conclusion.store.ts';
import { createRecorder, type Recorder } from './recording/recorder.ts';
import { chanceOf, withJitter } from './schedule.ts';
import { streamKey, Streams, type Stream } from './streams.ts';
import type { Target, Targets } from './targets.ts';

interface DeliveryParts extends AttemptParts {
  readonly database: Queryable;
  readonly targets: Targets;
  readonly random: RandomBytes;
  readonly observer: DeliveryObserver;
  readonly log: { error(facts: object, message: string): void };
}

export interface Delivery {
  /** Takes events that this node has just committed, in the order of their sequence. */
  offer(committed: readonly CommittedEvent[]): void;
  /** Takes what is due in the queue; resolves to how many events were taken. */
  claim(): Promise<number>;
  inProgress(): readonly Promise<unknown>[];
  readonly inFlight: () => number;
  /** Finishes what is being sent, with a time limit, and puts the rest back. */
  close(): Promise<void>;
}

/** How many events a node holds in memory; the others stay in the queue. */
const MAX_HELD = 20_000;
const MAX_HELD_PER_MERCHANT = 500;
/** Keeps one merchant with many silent receivers from filling the memory. */
const MAX_OFFERED_PER_MERCHANT = 5_000;
/** How long events that did not fit into memory wait before they can be claimed. */
const SURPLUS_MS = 1_000;
const CLAIM_PER_MERCHANT = 100;
const CLAIM_MAX = 2_000;
/** An event is not sent in the second half of its lease. */
const SEND_WITHIN_MS = LEASE_MS / 2;
const CLOSE_LIMIT_MS = 5_000;

export function createDelivery(parts: DeliveryParts): Delivery {
  return new Sender(parts);
}

class Sender implements Delivery {
  readonly #parts: DeliveryParts;
  readonly #recorder: Recorder;
  readonly #slots: ReceiverSlots;
  readonly #orderCheck: OrderCheck;
  readonly #streams = new Streams();
  readonly #running = new Map<Stream, Promise<void>>();
  #isClosed = false;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
    this.#recorder = createRecorder(parts);
    this.#slots = createReceiverSlots(parts.clock);
    this.#orderCheck = createOrderCheck(parts, (held) => this.#takeCommitted(held));
  }

  readonly inFlight = (): number => this.#slots.inFlight();

  inProgress(): readonly Promise<unknown>[] {
    const checking = this.#orderCheck.inProgress();
    return [...(checking ? [checking] : []), ...this.#running.values()];
  }

  offer(committed: readonly CommittedEvent[]): void {
    const committedMs = this.#parts.clock.monotonicMs();
    for (const { event, queued } of committed) {
      if (!queued) continue;
      const held = heldOf(event, queued, committedMs);
      const isFull =
        this.#streams.held >= MAX_HELD ||
        this.#streams.heldOf(queued.merchantId) >= MAX_OFFERED_PER_MERCHANT;
      if (isFull || this.#isClosed) {
        this.#recorder.releaseSoon({ held, dueAt: this.#parts.clock.now() + SURPLUS_MS });
      } else if (this.#streams.follows(held)) this.#takeCommitted(held);
      else this.#orderCheck.add(held);
    }
  }

  async claim(): Promise<number> {
    if (this.#isClosed || this.#streams.held >= MAX_HELD / 2) return 0;
    const { database, clock, failpoints } = this.#parts;
    const now = clock.now();
    const claimed = await claimDue(database, {
      now,
      leaseUntil: now + LEASE_MS,
      except: this.#streams.merchantsWith(MAX_HELD_PER_MERCHANT),
      perMerchant: CLAIM_PER_MERCHANT,
      most: CLAIM_MAX,
    });
    if (claimed.length > 0) await failpoints.reach('delivery.claimed');
    let taken = 0;
    for (const events of Map.groupBy(claimed, streamKey).values()) {
      taken += this.#takeClaimed(events as [HeldEvent]) ? events.length : 0;
    }
    return taken;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#slots.close();
    const running = Promise.all(this.inProgress());
    await finishesWithin(this.#parts.clock, CLOSE_LIMIT_MS, running);
    await this.#parts.egress.close();
  }

  #takeCommitted(held: HeldEvent): void {
    const stream = this.#streams.of(held);
    if (this.#isClosed) return;
    if (!stream) {
      // Checking the order may have used up part of the lease.
      const { committedMs = this.#parts.clock.monotonicMs() } = held;
      this.#run(this.#streams.open([held], committedMs));
    } else if (this.#streams.follows(held)) this.#streams.append(stream, held);
  }

  /** False: this node is already working on the payment, and now holds the newer lease. */
  #takeClaimed(events: [HeldEvent, ...HeldEvent[]]): boolean {
    const stream = this.#streams.of(events[0]);
    const nowMs = this.#parts.clock.monotonicMs();
    if (!stream) {
      this.#run(this.#streams.open(events, nowMs));
      return true;
    }
    this.#streams.renew(stream, events, nowMs);
    return false;
  }

  #run(stream: Stream): void {
    this.#running.set(stream, this.#work(stream));
  }

  async #work(stream: Stream): Promise<void> {
    try {
      while (stream.events.length > 0 && (await this.#deliverFirst(stream)));
    } catch (error) {
      const { merchantId, events } = stream;
      // Nothing can be done without the database; the lease expires.
      if (!isUnavailable(error)) {
        const facts = { err: error, merchantId, eventId: events[0]?.eventId };
        this.#parts.log.error(facts, 'the delivery of an event failed');
      }
    }
    this.#streams.close(stream);
    this.#running.delete(stream);
  }

  /** True if the stream continues with its next event. */
  async #deliverFirst(stream: Stream): Promise<boolean> {
    const { targets, failpoints, clock, observer } = this.#parts;
    const [held] = stream.events as [HeldEvent];
    const target = await targets.of(held);
    let end: Pick<Conclusion, 'attempt' | 'dueAt'> = { attempt: null, dueAt: null };
    if (target) {
      const admission = await this.#slots.enter(stream.merchantId, target.origin);
      if (admission !== true) return this.#putBack(stream, admission);
      if (this.#isLate(stream)) {
        this.#slots.leave(stream.merchantId, target.origin, null);
        return this.#putBack(stream, clock.now());
      }
      end = await this.#attempt(stream, held, target);
    }
    let { lease } = held;
    const isHeld = await this.#recorder.record(() => {
      // Events that arrive from now on wait in the queue behind this one.
      if (end.dueAt !== null) this.#streams.detach(stream);
      // This node may have claimed the event again and renewed the lease.
      const [first = held] = stream.events;
      ({ lease } = first);
      return { held: first, lastSequence: stream.events.at(-1)?.sequence ?? 0, ...end };
    });
    await failpoints.reach('delivery.recorded');
    // This node claimed the event again while the result was being stored; an accepted event stays
    // accepted.
    const isRenewed = end.attempt?.result === 'ACCEPTED' && stream.events[0]?.lease !== lease;
    const isOurs = isHeld || isRenewed;
    if (isOurs && end.attempt) observer.onResult(end.attempt, held.paymentId);
    if (!isOurs || end.dueAt !== null) return false;
    this.#streams.finishFirst(stream);
    return true;
  }

  #isLate({ leasedMs }: Stream): boolean {
    return this.#parts.clock.monotonicMs() - leasedMs > SEND_WITHIN_MS;
  }

  async #attempt(stream: Stream, held: HeldEvent, target: Target): Promise<AttemptEnd> {
    const { clock, observer } = this.#parts;
    const { committedMs } = held;
    observer.onStart(committedMs === undefined ? null : clock.monotonicMs() - committedMs);
    const startedMs = clock.monotonicMs();
    let isBad: boolean | null = null;
    try {
      const end = await attemptDelivery(this.#parts, held, target, chanceOf(this.#parts.random));
      isBad = isBadResult(end.attempt);
      return end;
    } finally {
      observer.onAnswer();
      const durationMs = clock.monotonicMs() - startedMs;
      this.#slots.leave(stream.merchantId, target.origin, isBad, durationMs);
    }
  }

  /**
   * Puts events back without an attempt: the receiver is paused, too many events wait for it, or
   * waiting took too long.
   */
  async #putBack(stream: Stream, at: Instant): Promise<false> {
    const now = this.#parts.clock.now();
    const dueAt = now + withJitter(Math.max(0, at - now), chanceOf(this.#parts.random));
    this.#streams.detach(stream);
    await this.#recorder.release(stream.events.map((held) => ({ held, dueAt })));
    return false;
  }
}
