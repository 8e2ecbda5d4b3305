// One notification and its answer, as the handler of a request of undici. The status counts as soon
// as the head of the answer has arrived; the rest of the answer gets little time and space, and
// then the connection is destroyed.

import type { Dispatcher } from 'undici';
import { startTimer } from '../../core/clock.ts';
import { answerText, KEPT_BYTES } from './answer-text.ts';
import type { DeliveryAnswer, NetworkCause } from './answer.ts';
import { ConnectionFailure } from './connector.ts';

const MAX_INFORMATIONAL = 16;

interface ExchangeLimits {
  /** The time limit for the name lookup, the connection and the head of the answer together. */
  readonly timeoutMs: number;
  /** The time limit for the rest of the answer. */
  readonly bodyMs: number;
}

/** How many notifications wait for a connection to an origin. */
export interface Queue {
  waiting: number;
}

type Controller = Dispatcher.DispatchController;
type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>;

export class Exchange implements Dispatcher.DispatchHandler {
  readonly #limits: ExchangeLimits;
  readonly #onEnd: (answer: DeliveryAnswer) => void;
  readonly #startedMs = performance.now();
  #stopTimer: () => void;
  /** Set while it waits for a connection. */
  #queue: Queue | undefined;
  /** Set once it has a connection. */
  #controller: Controller | undefined;
  #isEnded = false;
  #informational = 0;
  #status = 0;
  #retryAfter: string | null = null;
  #kept = Buffer.alloc(0);

  constructor(limits: ExchangeLimits, onEnd: (answer: DeliveryAnswer) => void) {
    this.#limits = limits;
    this.#onEnd = onEnd;
    this.#stopTimer = startTimer(limits.timeoutMs, () => this.#onTimeout());
  }

  fail(cause: NetworkCause, answer: string): void {
    this.#end({ cause, answer: answerText(Buffer.from(answer)), durationMs: this.#ms() });
  }

  waitIn(queue: Queue): void {
    queue.waiting += 1;
    this.#queue = queue;
  }

  onRequestStart(controller: Controller): void {
    // Nothing is sent any more, and the connection is free for the next notification.
    if (this.#isEnded) throw new Error('the time limit has passed');
    this.#leaveQueue();
    this.#controller = controller;
  }

  onResponseStart(_: Controller, status: number, headers: AnswerHeaders): void {
    if (status < 200) {
      this.#informational += 1;
      if (this.#informational > MAX_INFORMATIONAL) {
        this.fail('PROTOCOL', 'Too many informational answers came before the final one.');
        this.#cut();
      }
      return;
    }
    this.#status = status;
    [this.#retryAfter = null] = [headers['retry-after']].flat();
    this.#stopTimer();
    this.#stopTimer = startTimer(this.#limits.bodyMs, () => this.#onTimeout());
  }

  onResponseData(_: Controller, piece: Buffer): void {
    const room = KEPT_BYTES - this.#kept.length;
    if (room > 0) this.#kept = Buffer.concat([this.#kept, piece.subarray(0, room)]);
  }

  onResponseEnd(): void {
    const [status, retryAfter, answer] = [this.#status, this.#retryAfter, answerText(this.#kept)];
    this.#end({ cause: 'STATUS', status, retryAfter, answer, durationMs: this.#ms() });
  }

  onResponseError(_: Controller, error: Error): void {
    if (this.#status === 0) this.fail(...failureOf(error));
    else this.onResponseEnd();
  }

  #onTimeout(): void {
    const what = this.#controller
      ? 'The receiver did not answer'
      : 'The connection was not established';
    if (this.#status === 0) this.fail('TIMEOUT', `${what} within ${this.#limits.timeoutMs} ms.`);
    else this.onResponseEnd();
    this.#cut();
  }

  /** Destroys the connection. */
  #cut(): void {
    this.#controller?.abort(new Error('a limit of the answer is reached'));
  }

  #end(answer: DeliveryAnswer): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#stopTimer();
    this.#leaveQueue();
    this.#onEnd(answer);
  }

  #leaveQueue(): void {
    if (this.#queue) this.#queue.waiting -= 1;
    this.#queue = undefined;
  }

  #ms(): number {
    return Math.round(performance.now() - this.#startedMs);
  }
}

/** Codes of a connection that the receiver or the network has ended. */
const resets = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'ECONNABORTED'];

function failureOf(error: NodeJS.ErrnoException): [NetworkCause, string] {
  const { code = '', message } = error;
  if (error instanceof ConnectionFailure) return [error.failure, message];
  if (code === 'ETIMEDOUT') return ['TIMEOUT', message];
  if (code === 'UND_ERR_INVALID_ARG') return ['PROTOCOL', `Nothing was sent: ${message}.`];
  // The client uses the code of a reset also for answers that nobody asked for.
  if (resets.includes(code) && !message.startsWith('bad ')) {
    return ['RESET', `The receiver closed the connection without an answer (${message}).`];
  }
  return ['PROTOCOL', `The answer is not valid HTTP/1.1: ${message}.`];
}
