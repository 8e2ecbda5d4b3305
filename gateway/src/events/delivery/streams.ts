// The events that this node holds, as one stream per payment, and which event of a payment it has
// finished last.

import type { HeldEvent } from './delivery.store.ts';

/** The events of one payment that this node holds, the next one first. */
export interface Stream {
  readonly key: string;
  readonly merchantId: string;
  events: HeldEvent[];
  /** On the monotonic clock. */
  leasedMs: number;
}

/** Payments whose last finished event is remembered: at least half of this number. */
export const MAX_RECENT = 50_000;

/** Ids of payments and tokenizations are unique across merchants. */
export function streamKey({ paymentId }: HeldEvent): string {
  return paymentId;
}

export class Streams {
  readonly #streams = new Map<string, Stream>();
  /**
   * By payment: the last event that this node has finished. When `recent` is full, it becomes
   * `older`. Deleting the oldest entry of one map instead would get slower and slower: a map keeps
   * the slots of deleted entries for a while and passes over all of them to find the first entry.
   */
  readonly #finished = { recent: new Map<string, number>(), older: new Map<string, number>() };
  readonly #heldPerMerchant = new Map<string, number>();
  #held = 0;

  get held(): number {
    return this.#held;
  }

  of(held: HeldEvent): Stream | undefined {
    return this.#streams.get(streamKey(held));
  }

  open(events: readonly [HeldEvent, ...HeldEvent[]], leasedMs: number): Stream {
    const [{ merchantId }] = events;
    const key = streamKey(events[0]);
    const stream: Stream = { key, merchantId, events: [], leasedMs };
    for (const held of events) this.append(stream, held);
    this.#streams.set(key, stream);
    return stream;
  }

  append(stream: Stream, held: HeldEvent): void {
    stream.events.push(held);
    this.#count(stream.merchantId, 1);
  }

  /** The events were claimed again: those that are held get the newer lease, later ones follow. */
  renew(stream: Stream, events: readonly HeldEvent[], leasedMs: number): void {
    const newer = new Map(events.map((held) => [held.sequence, held]));
    stream.events = stream.events.map((held) => newer.get(held.sequence) ?? held);
    stream.leasedMs = leasedMs;
    const last = stream.events.at(-1)?.sequence ?? 0;
    for (const held of events) if (held.sequence > last) this.append(stream, held);
  }

  /** Whether this node knows that the event before this one is finished, or holds it. */
  follows(held: HeldEvent): boolean {
    const key = streamKey(held);
    const last = this.#streams.get(key)?.events.at(-1)?.sequence ?? this.#lastFinished(key);
    return held.sequence === last + 1;
  }

  finishFirst(stream: Stream): void {
    const done = stream.events.shift();
    if (!done) return;
    this.#count(stream.merchantId, -1);
    const { recent } = this.#finished;
    recent.set(stream.key, done.sequence);
    if (recent.size < MAX_RECENT / 2) return;
    this.#finished.older = recent;
    this.#finished.recent = new Map();
  }

  /** From now on new events of the payment do not join the stream. */
  detach(stream: Stream): void {
    if (this.#streams.get(stream.key) === stream) this.#streams.delete(stream.key);
  }

  /** The stream has ended; what is left of it is no longer held. */
  close(stream: Stream): void {
    this.detach(stream);
    this.#count(stream.merchantId, -stream.events.length);
  }

  heldOf(merchantId: string): number {
    return this.#heldPerMerchant.get(merchantId) ?? 0;
  }

  merchantsWith(count: number): string[] {
    return [...this.#heldPerMerchant].filter(([, held]) => held >= count).map(([id]) => id);
  }

  #lastFinished(key: string): number {
    const { recent, older } = this.#finished;
    return recent.get(key) ?? older.get(key) ?? 0;
  }

  #count(merchantId: string, by: number): void {
    this.#held += by;
    const count = (this.#heldPerMerchant.get(merchantId) ?? 0) + by;
    if (count === 0) this.#heldPerMerchant.delete(merchantId);
    else this.#heldPerMerchant.set(merchantId, count);
  }
}
