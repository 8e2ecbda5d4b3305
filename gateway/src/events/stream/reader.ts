// One open event stream: where its reader is, what it wants to see, and its output. Nothing is read
// for a reader whose output is full; one that takes nothing for too long is disconnected.

import { Readable } from 'node:stream';
import type { Instant } from '../../core/clock.ts';
import type { Secret } from '../../core/secret.ts';
import type { EventName } from '../event.ts';
import type { Position } from '../feed/cursor.ts';
import type { StreamEvent } from '../feed/feed.store.ts';
import { commentFrame, eventFrame, idFrame, openingFrame } from './frames.ts';

/** How much output may wait before no more events are read for the reader. */
export const MAX_WAITING_BYTES = 64 * 1024;
/** The documented 15 seconds, minus the second between two checks of a reader and some reserve. */
const HEARTBEAT_MS = 13_000;
/** How long a reader may leave its output full. */
export const STALL_LIMIT_MS = 30_000;

export interface ReaderRequest {
  readonly merchantId: string;
  /** The access token that opened the stream. */
  readonly bearer: string;
  /** Null: all events. */
  readonly events: readonly EventName[] | null;
  readonly paymentId: string | null;
}

export class EventReader {
  readonly request: ReaderRequest;
  readonly output: Readable;
  position: Position;
  /** When the access token was last checked. */
  checkedMs: number;
  #shown: Position;
  #wroteMs: number;
  #fullSinceMs: number | null = null;
  #isHeldBack = false;

  /** `onDrain` is called when the reader can take more after its output was full. */
  constructor(request: ReaderRequest, start: Position, nowMs: number, onDrain: () => void) {
    this.request = request;
    this.position = start;
    this.#shown = start;
    this.checkedMs = nowMs;
    this.#wroteMs = nowMs;
    const read = (): void => {
      if (!this.#isHeldBack) return;
      this.#isHeldBack = false;
      onDrain();
    };
    this.output = new Readable({ highWaterMark: MAX_WAITING_BYTES, read });
    this.#write(openingFrame(request.merchantId, start), nowMs);
  }

  /** Whether more may be read for it. */
  get isReady(): boolean {
    this.#isHeldBack = this.#isFull;
    return !this.#isHeldBack && !this.output.destroyed && !this.output.readableEnded;
  }

  get #isFull(): boolean {
    return this.output.readableLength >= MAX_WAITING_BYTES;
  }

  send(
    events: readonly StreamEvent[],
    secrets: readonly Secret<string>[],
    at: Instant,
    ms: number,
  ) {
    const { merchantId } = this.request;
    for (const event of events) {
      this.position = { order: event.order, eventId: event.eventId };
      if (!this.#wants(event)) continue;
      this.#shown = this.position;
      this.#write(eventFrame(merchantId, event, secrets, at), ms);
    }
  }

  /** Keeps the connection open; false when the reader has taken nothing for too long. */
  keepAlive(nowMs: number): boolean {
    this.#fullSinceMs = this.#isFull ? (this.#fullSinceMs ?? nowMs) : null;
    if (this.#fullSinceMs !== null) return nowMs - this.#fullSinceMs < STALL_LIMIT_MS;
    if (nowMs - this.#wroteMs < HEARTBEAT_MS) return true;
    const { merchantId } = this.request;
    if (this.#shown !== this.position) this.#write(idFrame(merchantId, this.position), nowMs);
    else this.#write(commentFrame('heartbeat'), nowMs);
    this.#shown = this.position;
    return true;
  }

  /** Ends the stream after the waiting output; the reader can continue with its Last-Event-ID. */
  end(reason: string): void {
    this.#write(commentFrame(reason), this.#wroteMs);
    this.output.push(null);
  }

  #wants({ event, paymentId }: StreamEvent): boolean {
    const { events, paymentId: wanted } = this.request;
    return (events?.includes(event) ?? true) && (wanted === null || wanted === paymentId);
  }

  #write(frame: string, nowMs: number): void {
    this.output.push(frame);
    this.#wroteMs = nowMs;
  }
}
