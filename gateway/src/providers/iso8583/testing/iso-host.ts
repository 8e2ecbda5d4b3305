// A host of ISO 8583 messages for tests: it accepts connections and answers as the test says.
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { IsoCodec } from '../codec/codec.ts';
import type { IsoMessage } from '../codec/iso-message.ts';
import { answerType } from '../wire/link.ts';
import { createFrameReader, writeFrame } from '../wire/frames.ts';

export interface IsoHost {
  readonly port: number;
  readonly received: IsoMessage[];
  readonly sockets: Set<Socket>;
  /** What is done with a message; by default it is approved. */
  handle: (message: IsoMessage, send: (answer: IsoMessage) => void, socket: Socket) => void;
  /** Sends a message of the host itself on every connection. */
  sendAll(message: IsoMessage): void;
  close(): Promise<void>;
}

/** The answer with this response code, with the fields of the request. */
export function answerTo({ type, fields }: IsoMessage, code: string): IsoMessage {
  return { type: answerType(type), fields: new Map([...fields, [39, code]]) };
}

export async function openHost(codec: IsoCodec): Promise<IsoHost> {
  const received: IsoMessage[] = [];
  const sockets = new Set<Socket>();
  const bytesOf = (message: IsoMessage): Buffer => writeFrame(codec.frame, codec.write(message));
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    const readFrames = createFrameReader(codec.frame);
    socket.on('data', (chunk) => {
      for (const bytes of readFrames(chunk)) {
        const message = codec.read(bytes);
        received.push(message);
        host.handle(message, (answer) => socket.write(bytesOf(answer)), socket);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host: IsoHost = {
    port: (server.address() as AddressInfo).port,
    received,
    sockets,
    handle: (message, send) => send(answerTo(message, '00')),
    sendAll(message) {
      for (const socket of sockets) socket.write(bytesOf(message));
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return host;
}
