// Connects the PostgreSQL driver to the embedded engine: what the driver writes is executed at
// once, in this process. The engine's own client parses and plans a statement each time it is run
// and reads answers slowly; with the driver's prepared statements the same work takes a quarter of
// the processor time.

import { EventEmitter } from 'node:events';
import type { PGlite } from '@electric-sql/pglite';

/** The answer to the first message: authenticated, ready. The engine has no users. */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
/** The first message has no type; it begins with its length. */
const FIRST_MESSAGE = 0;
const TERMINATE = 0x58;

export type ProtocolEngine = Pick<PGlite, 'execProtocolRawStream'>;

/** The engine executes no messages, as after its end; SQLSTATE 08006, connection failure. */
class EngineFailure extends Error {
  readonly code = '08006';

  constructor(cause: unknown) {
    super('the embedded database has failed', { cause });
    this.name = 'EngineFailure';
  }
}

/** The part of a socket that the driver uses. */
export class EngineStream extends EventEmitter {
  writable = true;
  readonly #engine: ProtocolEngine;
  #corked = 0;
  #written: Uint8Array[] = [];

  constructor(engine: ProtocolEngine) {
    super();
    this.#engine = engine;
  }

  setNoDelay(): void {}

  connect(): void {
    queueMicrotask(() => this.emit('connect'));
  }

  cork(): void {
    this.#corked += 1;
  }

  uncork(): void {
    this.#corked -= 1;
    this.#send();
  }

  write(message: Uint8Array, onWritten?: () => void): boolean {
    this.#written.push(message);
    this.#send();
    onWritten?.();
    return true;
  }

  end(): void {
    this.destroy();
  }

  destroy(error?: Error): void {
    if (!this.writable) return;
    this.writable = false;
    queueMicrotask(() => {
      if (error) this.emit('error', error);
      this.emit('close');
    });
  }

  #send(): void {
    if (this.#corked > 0 || this.#written.length === 0 || !this.writable) return;
    const [first] = this.#written as [Uint8Array];
    const messages = this.#written.length === 1 ? first : Buffer.concat(this.#written);
    this.#written = [];
    if (first[0] === TERMINATE) return;
    if (first[0] === FIRST_MESSAGE) return this.#answer([WELCOME]);
    const pieces: Buffer[] = [];
    // The pieces are parts of the engine's memory.
    const onRawData = (piece: Uint8Array): void => void pieces.push(Buffer.from(piece));
    this.#engine.execProtocolRawStream(messages, { onRawData }).then(
      () => this.#answer(pieces),
      (error: unknown) => this.destroy(new EngineFailure(error)),
    );
  }

  #answer(pieces: readonly Buffer[]): void {
    const answer = pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
    queueMicrotask(() => {
      if (this.writable) this.emit('data', answer);
    });
  }
}
