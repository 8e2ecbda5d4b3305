// A PostgreSQL client whose socket handler cannot end the process. The driver parses messages
// inside the socket's `data` event, where nobody catches an exception; here it closes the
// connection, so that the statement under way fails as with any other lost connection.

import pg from 'pg';

/** The largest message a server may send: one row, with room to spare for a list of card ranges. */
export const LONGEST_MESSAGE = 64 * 1024 * 1024;

const HEADER_BYTES = 5;

/**
 * What the driver threw while it read; the code is SQLSTATE 08P01, protocol violation. It has no
 * cause of its own, so that its sentence is the one in the log.
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
    wire.attachListeners = (stream) => attach(guarded(stream as Socket));
  }
}

/** The socket as the driver's parser sees it: the parser only listens. */
function guarded(socket: Socket): Pick<Socket, 'on'> {
  const check = messageCheck(LONGEST_MESSAGE);
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
 * Follows the headers of the messages (one byte of type, four of length) and refuses a message that
 * announces more than the limit, before any of it is kept.
 */
export function messageCheck(limit: number): (chunk: Uint8Array) => void {
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
