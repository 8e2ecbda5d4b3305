// One notification and its answer. The status counts as soon as the head of the answer has arrived;
// the rest of the answer gets little time and space, and then the connection is destroyed.

import { startTimer } from '../../core/clock.ts';
import { AnswerReader, TOO_MANY_EARLY } from './answer-reader.ts';
import { answerText } from './answer-text.ts';
import type { DeliveryAnswer, NetworkCause } from './answer.ts';
import { BadAnswer } from './bad-answer.ts';

const MAX_BODY_BYTES = 64 * 1024;
/** Shorter than the usual five seconds of servers, which would close while we send. */
export const IDLE_MS = 4000;
const LONGEST_IDLE_MS = 30_000;
/** How much earlier than the receiver's limit a connection is closed. */
const EARLIER_MS = 2000;

interface ExchangeLimits {
  /** The time limit for the name lookup, the connection and the head of the answer together. */
  readonly timeoutMs: number;
  /** The time limit for the rest of the answer. */
  readonly bodyMs: number;
}

export class Exchange {
  readonly message: string;
  /** Destroys the connection; set once it is established. */
  destroy: (() => void) | null = null;
  readonly #limits: ExchangeLimits;
  readonly #onEnd: (answer: DeliveryAnswer) => void;
  readonly #reader = new AnswerReader();
  readonly #startedMs = performance.now();
  #stopTimer: () => void;
  #isReadingBody = false;
  #isEnded = false;

  constructor(message: string, limits: ExchangeLimits, onEnd: (answer: DeliveryAnswer) => void) {
    this.message = message;
    this.#limits = limits;
    this.#onEnd = onEnd;
    this.#stopTimer = startTimer(limits.timeoutMs, () => this.#onTimeout());
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** How long the connection may wait for the next notification; 0: it cannot be used again. */
  get keepMs(): number {
    const { head, bytes } = this.#reader;
    if (!head?.isKept || bytes > MAX_BODY_BYTES) return 0;
    if (head.keepSeconds === null) return IDLE_MS;
    return Math.max(0, Math.min(head.keepSeconds * 1000 - EARLIER_MS, LONGEST_IDLE_MS));
  }

  fail(cause: NetworkCause, answer: string): void {
    this.#end({ cause, answer: answerText(Buffer.from(answer)), durationMs: this.#ms() });
  }

  /** Whether the answer has ended with this piece, or nothing more of it is read. */
  read(piece: Buffer): 'open' | 'ended' | 'cut' {
    try {
      const isComplete = this.#reader.read(piece);
      const isLong = this.#reader.bytes > MAX_BODY_BYTES;
      if (isComplete || isLong) {
        this.#endWithStatus();
        return isComplete && !isLong ? 'ended' : 'cut';
      }
    } catch (error) {
      if (!(error instanceof BadAnswer)) throw error;
      if (this.#reader.head) this.#endWithStatus();
      else this.fail('PROTOCOL', textOf(error));
      return 'cut';
    }
    if (this.#reader.head && !this.#isReadingBody) {
      this.#isReadingBody = true;
      this.#stopTimer();
      this.#stopTimer = startTimer(this.#limits.bodyMs, () => this.#onTimeout());
    }
    return 'open';
  }

  /** The receiver has closed the connection, or it broke. */
  onLost(error: NodeJS.ErrnoException | null): void {
    if (this.#isEnded) return;
    if (this.#reader.head) this.#endWithStatus();
    else this.fail(...failureOf(error));
  }

  #onTimeout(): void {
    const what = this.destroy
      ? 'The receiver did not answer'
      : 'The connection was not established';
    if (this.#reader.head) this.#endWithStatus();
    else this.fail('TIMEOUT', `${what} within ${this.#limits.timeoutMs} ms.`);
    this.destroy?.();
  }

  #endWithStatus(): void {
    const { head, kept } = this.#reader;
    const { status = 0, retryAfter = null } = head ?? {};
    const answer = answerText(kept);
    this.#end({ cause: 'STATUS', status, retryAfter, answer, durationMs: this.#ms() });
  }

  #end(answer: DeliveryAnswer): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#stopTimer();
    this.#onEnd(answer);
  }

  #ms(): number {
    return Math.round(performance.now() - this.#startedMs);
  }
}

function textOf({ message }: BadAnswer): string {
  return message === TOO_MANY_EARLY ? message : `The answer is not valid HTTP/1.1: ${message}.`;
}

/** Codes of a connection that the receiver or the network has ended. */
const resets = ['ECONNRESET', 'EPIPE', 'ECONNABORTED'];

function failureOf(error: NodeJS.ErrnoException | null): [NetworkCause, string] {
  if (error?.code === 'ETIMEDOUT') return ['TIMEOUT', error.message];
  if (error && !resets.includes(error.code ?? '')) return ['PROTOCOL', error.message];
  const how = error ? ` (${error.message})` : '';
  return ['RESET', `The receiver closed the connection without an answer${how}.`];
}
