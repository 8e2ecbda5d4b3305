// One request and its answer, as the handler of the HTTP client. The status counts as soon as the
// head of the answer has arrived; the rest of the answer gets little time and space, and then the
// connection is destroyed.

import type { Dispatcher } from 'undici';
import { startTimer } from '../../core/clock.ts';
import { answerText, KEPT_BYTES } from './answer-text.ts';
import { ConnectionFailure } from './connector.ts';
import type { DeliveryAnswer, NetworkCause, NetworkFailure } from './answer.ts';

const MAX_BODY_BYTES = 64 * 1024;
const MAX_INFORMATIONAL = 16;

type Headers = Readonly<Record<string, string | string[] | undefined>>;
type Controller = Pick<Dispatcher.DispatchController, 'abort'>;

export class Exchange implements Dispatcher.DispatchHandler {
  readonly answered: Promise<DeliveryAnswer>;
  readonly #startedMs = performance.now();
  readonly #bodyMs: number;
  #resolve!: (answer: DeliveryAnswer) => void;
  #stopTimer: () => void;
  #controller: Controller | undefined;
  #isEnded = false;
  #status = 0;
  #retryAfter: string | null = null;
  #informational = 0;
  #kept: Buffer[] = [];
  #bytes = 0;

  constructor(timeoutMs: number, bodyMs: number) {
    this.answered = new Promise((resolve) => (this.#resolve = resolve));
    this.#bodyMs = bodyMs;
    this.#stopTimer = startTimer(timeoutMs, () => this.#onTimeout(timeoutMs));
  }

  /** Ends the exchange, unless it has ended already. */
  fail(cause: NetworkCause, answer: string): NetworkFailure {
    const failure = { cause, answer: answerText(Buffer.from(answer)), durationMs: this.#ms() };
    this.#end(failure);
    return failure;
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    // The time ran out while the connection was opened: nothing may be sent any more.
    if (this.#isEnded) controller.abort(new Error('the time limit has passed'));
  }

  onResponseStart(controller: Controller, status: number, headers: Headers): void {
    if (status < 200) {
      this.#informational += 1;
      if (this.#informational > MAX_INFORMATIONAL) {
        this.fail('PROTOCOL', 'Too many informational answers came before the final one.');
        controller.abort(new Error('too many informational answers'));
      }
      return;
    }
    this.#status = status;
    const retryAfter = headers['retry-after'] ?? null;
    this.#retryAfter = Array.isArray(retryAfter) ? (retryAfter[0] ?? null) : retryAfter;
    this.#stopTimer();
    this.#stopTimer = startTimer(this.#bodyMs, () => this.#abandonBody());
  }

  onResponseData(_controller: Controller, chunk: Buffer): void {
    // A copy: the chunk is a part of a buffer that stays in use.
    if (this.#bytes < KEPT_BYTES) {
      this.#kept.push(Buffer.from(chunk.subarray(0, KEPT_BYTES - this.#bytes)));
    }
    this.#bytes += chunk.length;
    if (this.#bytes > MAX_BODY_BYTES) this.#abandonBody();
  }

  onResponseEnd(): void {
    this.#endWithStatus();
  }

  onResponseError(_controller: Controller, error: Error): void {
    if (this.#isEnded) return;
    if (this.#status !== 0) this.#endWithStatus();
    else this.fail(...failureOf(error));
  }

  #onTimeout(timeoutMs: number): void {
    const what = this.#controller
      ? 'The receiver did not answer'
      : 'The connection was not established';
    this.fail('TIMEOUT', `${what} within ${timeoutMs} ms.`);
    this.#controller?.abort(new Error('the time limit has passed'));
  }

  #abandonBody(): void {
    this.#endWithStatus();
    this.#controller?.abort(new Error('the answer is too long'));
  }

  #endWithStatus(): void {
    const answer = answerText(Buffer.concat(this.#kept));
    const [status, retryAfter] = [this.#status, this.#retryAfter];
    this.#end({ cause: 'STATUS', status, retryAfter, answer, durationMs: this.#ms() });
  }

  #end(answer: DeliveryAnswer): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#stopTimer();
    this.#resolve(answer);
  }

  #ms(): number {
    return Math.round(performance.now() - this.#startedMs);
  }
}

/** The client reports a connection that ends with these codes. */
const resets = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'ECONNABORTED'];

function failureOf(error: Error): [NetworkCause, string] {
  if (error instanceof ConnectionFailure) return [error.failure, error.message];
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ETIMEDOUT') return ['TIMEOUT', error.message];
  // The same code stands for answers that the client cannot use.
  const isUnusable = error.message === 'bad response' || error.message === 'bad upgrade';
  if (resets.includes(code ?? '') && !isUnusable) {
    return ['RESET', `The receiver closed the connection without an answer (${error.message}).`];
  }
  return ['PROTOCOL', `The answer is not valid HTTP/1.1 (${error.message}).`];
}
