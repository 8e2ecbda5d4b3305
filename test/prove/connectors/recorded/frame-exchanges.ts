// A TCP server that the adapter of ISO 8583 connects to instead of its host: it takes apart what is
// sent, and sends back the frames that it is given. Frames are in hexadecimal, with their length.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Exchanges } from './exchanges.ts';

/** The host closed the connection without an answer. */
const CLOSED = 'closed';

const LENGTH_BYTES = 2;

function readFrames(socket: Socket, receive: (frame: string) => void): void {
  let waiting = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    waiting = Buffer.concat([waiting, chunk]);
    while (waiting.length >= LENGTH_BYTES) {
      const end = LENGTH_BYTES + waiting.readUInt16BE(0);
      if (waiting.length < end) return;
      receive(waiting.toString('hex', 0, end));
      waiting = waiting.subarray(end);
    }
  });
  socket.on('error', () => undefined);
}

export interface FrameServer {
  readonly port: number;
  /** How many connections were accepted. */
  readonly accepted: () => number;
  close(): Promise<void>;
}

export async function serveFrames({
  answerTo,
}: Pick<Exchanges<string, string>, 'answerTo'>): Promise<FrameServer> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    readFrames(socket, (frame) => {
      const closing = (): string => CLOSED;
      void answerTo(frame)
        .catch(closing)
        .then((answer) => {
          if (answer === CLOSED) socket.destroy();
          else socket.write(answer, 'hex');
        });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    accepted: () => sockets.length,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Brings frames to a host, one at a time, on a new connection after it closed one. */
export function frameClient(port: number) {
  let socket: Socket | undefined;
  let receive: (answer: string) => void = () => undefined;
  const open = (): Socket => {
    const opened = connect({ host: '127.0.0.1', port });
    readFrames(opened, (frame) => receive(frame));
    opened.on('close', () => {
      socket = undefined;
      receive(CLOSED);
    });
    return opened;
  };
  return {
    ask(frame: string): Promise<string> {
      socket ??= open();
      socket.write(frame, 'hex');
      return new Promise((resolve) => {
        receive = resolve;
      });
    },
    close: () => socket?.destroy(),
  };
}
