// The connections to one origin: kept open between notifications, one notification at a time on
// each, and a limit on their number. Notifications beyond it wait for a connection.

import type { Socket } from 'node:net';
import type { Connect } from './connector.ts';
import { IDLE_MS, type Exchange } from './exchange.ts';

interface ConnectionsOptions {
  readonly connect: Connect;
  readonly most: number;
  /** A connection has become idle. */
  readonly onIdle: () => void;
  /** No connection is left. */
  readonly onEmpty: () => void;
}

export class Connections {
  readonly #target: URL;
  readonly #options: ConnectionsOptions;
  readonly #idle: Connection[] = [];
  readonly #open = new Set<Connection>();
  readonly #waiting: Exchange[] = [];
  /** Open connections and those that are being opened. */
  #count = 0;
  #isClosed = false;

  constructor(origin: string, options: ConnectionsOptions) {
    this.#target = new URL(origin);
    this.#options = options;
  }

  send(exchange: Exchange): void {
    const idle = this.#takeIdle(performance.now());
    if (idle) idle.send(exchange);
    else if (this.#count < this.#options.most) this.#openFor(exchange);
    else this.#waiting.push(exchange);
  }

  /** Closes connections that were idle for too long; returns how many are still idle. */
  sweep(nowMs: number): number {
    for (const one of [...this.#idle]) if (one.idleUntilMs <= nowMs) one.destroy();
    return this.#idle.length;
  }

  close(): void {
    this.#isClosed = true;
    for (const one of this.#open) one.destroy();
  }

  /** The connection used last, so that those that are no longer needed expire. */
  #takeIdle(nowMs: number): Connection | undefined {
    for (let last = this.#idle.pop(); last; last = this.#idle.pop()) {
      if (last.idleUntilMs > nowMs && last.isWritable) return last;
      last.destroy();
    }
    return undefined;
  }

  #openFor(exchange: Exchange): void {
    this.#count += 1;
    this.#options.connect(this.#target, (failure, socket) => {
      if (failure) {
        exchange.fail(failure.failure, failure.message);
        this.#onLost();
      } else if (socket) this.#use(socket, exchange);
    });
  }

  #use(socket: Socket, exchange: Exchange): void {
    const connection = new Connection(socket, {
      onFree: (keepMs) => this.#onFree(connection, keepMs),
      onClosed: () => {
        this.#open.delete(connection);
        const index = this.#idle.indexOf(connection);
        if (index >= 0) this.#idle.splice(index, 1);
        this.#onLost();
      },
    });
    this.#open.add(connection);
    if (exchange.isEnded) this.#onFree(connection, IDLE_MS);
    else connection.send(exchange);
  }

  #onFree(connection: Connection, keepMs: number): void {
    if (this.#isClosed) return connection.destroy();
    const next = this.#nextWaiting();
    if (next) return connection.send(next);
    connection.idleUntilMs = performance.now() + keepMs;
    this.#idle.push(connection);
    this.#options.onIdle();
  }

  #onLost(): void {
    this.#count -= 1;
    const next = this.#isClosed ? undefined : this.#nextWaiting();
    if (next) this.#openFor(next);
    else if (this.#count === 0) this.#options.onEmpty();
  }

  #nextWaiting(): Exchange | undefined {
    let next = this.#waiting.shift();
    while (next?.isEnded) next = this.#waiting.shift();
    return next;
  }
}

interface ConnectionEvents {
  /** The notification is answered, and the connection can be used again for this time. */
  readonly onFree: (keepMs: number) => void;
  readonly onClosed: () => void;
}

class Connection {
  idleUntilMs = 0;
  readonly #socket: Socket;
  readonly #events: ConnectionEvents;
  #exchange: Exchange | null = null;

  constructor(socket: Socket, events: ConnectionEvents) {
    this.#socket = socket;
    this.#events = events;
    socket.on('data', (piece: Buffer) => this.#onData(piece));
    socket.on('end', () => this.#onLost(null));
    socket.on('error', (error) => this.#onLost(error));
    socket.once('close', () => {
      this.#onLost(null);
      events.onClosed();
    });
  }

  get isWritable(): boolean {
    return this.#socket.writable;
  }

  send(exchange: Exchange): void {
    this.#exchange = exchange;
    exchange.destroy = () => this.destroy();
    this.#socket.write(exchange.message);
  }

  destroy(): void {
    this.#exchange = null;
    this.#socket.destroy();
  }

  #onData(piece: Buffer): void {
    const exchange = this.#exchange;
    // These bytes answer no request.
    if (!exchange) return this.destroy();
    const state = exchange.read(piece);
    if (state === 'open') return;
    this.#exchange = null;
    const keepMs = state === 'ended' ? exchange.keepMs : 0;
    if (keepMs > 0) this.#events.onFree(keepMs);
    else this.destroy();
  }

  #onLost(error: Error | null): void {
    const exchange = this.#exchange;
    this.#exchange = null;
    exchange?.onLost(error);
    this.#socket.destroy();
  }
}
