// A PostgreSQL client whose socket handler cannot crash the process. The driver parses messages
// inside the socket's `data` event, where an exception would be uncaught; this client closes the
// connection instead, so that the statement fails like any other lost connection.

import pg from 'pg';

/** The largest message accepted from a server: one row, large enough for a list of card ranges. */
export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

const HEADER_BYTES = 5;

/**
 * An exception of the driver while reading; its code is SQLSTATE 08P01, protocol violation. It has
 * no cause, so that its own message appears in the log.
 */
export class DriverFailure extends Error {
  readonly code = '08P01';

  constructor(cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`an answer of the database cannot be read: ${why}`);
    this.name = 'DriverFailure';
  }
}

interface Socket {
  on(event: string, listener: (data: Buffer) => void): unknown;
  destroy(error: Error): unknown;
}

interface Wire {
  attachListeners(stream: Pick<Socket, 'on'>): void;
}

export class GuardedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const wire = (this as unknown as { readonly connection: Wire }).connection;
    const attach = wire.attachListeners.bind(wire);
    wire.attachListeners = (stream) => attach(guardSocket(stream as Socket));
  }
}

/** The part of the socket that the driver's parser uses: it only listens. */
function guardSocket(socket: Socket): Pick<Socket, 'on'> {
  const check = createMessageCheck(MAX_MESSAGE_BYTES);
  return {
    on(event, listener) {
      if (event !== 'data') return socket.on(event, listener);
      return socket.on(event, (chunk) => {
        try {
          check(chunk);
          listener(chunk);
        } catch (error) {
          socket.destroy(new DriverFailure(error));
        }
      });
    },
  };
}

/**
 * Follows the message headers (one byte type, four bytes length) and refuses a message that
 * announces more than the limit before any of it is buffered.
 */
export function createMessageCheck(limit: number): (chunk: Uint8Array) => void {
  const header = Buffer.alloc(HEADER_BYTES);
  let headerBytes = 0;
  let bodyBytes = 0;
  return (chunk) => {
    let at = 0;
    while (at < chunk.length) {
      const skipped = Math.min(bodyBytes, chunk.length - at);
      bodyBytes -= skipped;
      at += skipped;
      while (headerBytes < HEADER_BYTES && bodyBytes === 0 && at < chunk.length) {
        header[headerBytes++] = chunk[at++] as number;
      }
      if (headerBytes < HEADER_BYTES) continue;
      headerBytes = 0;
      const length = header.readUInt32BE(1);
      if (length < 4) throw new Error('a message announces less than its own header');
      if (length > limit) throw new Error(`a message announces ${String(length)} bytes`);
      bodyBytes = length - 4;
    }
  };
}

/** Closes the connection without waiting for the database; nothing more is sent on it. */
export function destroy(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } };
  connection.stream.destroy();
}
