// A host of ISO 8583:1987 messages in ASCII, on TCP of this machine only: answers the messages of
// connections itself and gives payments to the simulated acquirer. With an injected fault that
// drops an answer the connection is closed, as if it was lost.

import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Secret } from '@bramka/gateway/core/secret.ts';
import type { PlainReply } from '@bramka/gateway/providers/plain/messages.ts';
import { createCodec } from '@bramka/gateway/providers/iso8583/codec/codec.ts';
import type { IsoMessage } from '@bramka/gateway/providers/iso8583/codec/iso-message.ts';
import { createPackager, type Packager } from '@bramka/gateway/providers/iso8583/codec/packager.ts';
import {
  BadFrame,
  createFrameReader,
  writeFrame,
} from '@bramka/gateway/providers/iso8583/wire/frames.ts';
import type { SimulatedAcquirer } from '../acquirer/acquirer.ts';
import type { faultyCalls } from '../party/faulty-calls.ts';
import {
  answerOf,
  answerWith,
  APPROVED,
  FORMAT_ERROR,
  MALFUNCTION,
  readOperation,
} from './translate.ts';

interface HostParts {
  readonly acquirer: Pick<SimulatedAcquirer, 'handle'>;
  readonly wire: Pick<ReturnType<typeof faultyCalls>, 'call'>;
  /** 32 hexadecimal digits; null: messages have no authentication code. */
  readonly macKey: Secret<string> | null;
  /** 0: any. */
  readonly port: number;
  readonly packager?: Packager;
}

interface SimulatedHost {
  /** Resolves when it listens. */
  readonly port: Promise<number>;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
/** Not a message, in a frame. */
const GARBAGE = Buffer.from('<html><h1>It works!</h1>');

/** What is sent; undefined: nothing. */
type Answer = IsoMessage | 'garbage' | 'lost' | undefined;

export function openHost(parts: HostParts): SimulatedHost {
  const { packager = createPackager({ version: '1987' }), macKey } = parts;
  const codec = createCodec(packager, macKey);
  const sockets = new Set<Socket>();
  const reply = (socket: Socket, answer: Answer): void => {
    if (answer === 'lost') return void socket.destroy();
    if (answer === undefined || socket.destroyed) return;
    const bytes = answer === 'garbage' ? GARBAGE : codec.write(answer);
    socket.write(writeFrame(codec.frame, bytes));
  };
  const receive = async (socket: Socket, bytes: Buffer): Promise<void> => {
    try {
      reply(socket, await answerTo(parts, codec.read(bytes)));
    } catch {
      // Not readable, or with a wrong authentication code.
      socket.destroy();
    }
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    const readFrames = createFrameReader(codec.frame);
    socket.on('data', (chunk) => {
      try {
        for (const bytes of readFrames(chunk)) void receive(socket, bytes);
      } catch (error) {
        if (!(error instanceof BadFrame)) throw error;
        socket.destroy();
      }
    });
  });
  server.listen(parts.port, HOST);
  const port = once(server, 'listening').then(() => (server.address() as AddressInfo).port);
  port.catch(() => undefined);
  return {
    port,
    async close() {
      for (const socket of sockets) socket.destroy();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}

async function answerTo({ acquirer, wire }: HostParts, message: IsoMessage): Promise<Answer> {
  if (message.type === '0800') return answerWith(message, APPROVED);
  const operation = readOperation(message);
  if (!operation) return answerWith(message, FORMAT_ERROR);
  const { verb, request } = operation;
  let made: Answer;
  const sent = await wire.call(verb, async () => {
    const decided = await acquirer.handle(verb, request);
    if (!decided) return undefined;
    const { status, body } = decided;
    made = typeof body === 'string' ? 'garbage' : answerOf(message, status, body as PlainReply);
    return { status: 200, body: '' };
  });
  if (!sent) return made === undefined ? undefined : 'lost';
  return made ?? answerWith(message, MALFUNCTION);
}
