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

const MAX_RECENT = 50_000;

export function streamKey({ merchantId, paymentId }: HeldEvent): string {
  return `${merchantId}/${paymentId}`;
}

export class Streams {
  readonly #streams = new Map<string, Stream>();
  /** By payment: the last event that this node has finished. */
  readonly #finished = new Map<string, number>();
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

  /** Whether this node knows that the event before this one is finished or held by it. */
  follows(held: HeldEvent): boolean {
    const key = streamKey(held);
    const last = this.#streams.get(key)?.events.at(-1)?.sequence ?? this.#finished.get(key) ?? 0;
    return held.sequence === last + 1;
  }

  finishFirst(stream: Stream): void {
    const done = stream.events.shift();
    if (!done) return;
    this.#count(stream.merchantId, -1);
    this.#finished.delete(stream.key);
    this.#finished.set(stream.key, done.sequence);
    if (this.#finished.size <= MAX_RECENT) return;
    const [oldest] = this.#finished.keys();
    this.#finished.delete(oldest as string);
  }

  /** New events of the payment no longer join the stream. */
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

  #count(merchantId: string, by: number): void {
    this.#held += by;
    const count = (this.#heldPerMerchant.get(merchantId) ?? 0) + by;
    if (count === 0) this.#heldPerMerchant.delete(merchantId);
    else this.#heldPerMerchant.set(merchantId, count);
  }
}
