// A proxy between an adapter and its counterpart over TCP, with the same faults as `openWire`. The
// messages are in frames of two bytes of length; those of connections themselves (0800) pass.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createFrameReader, writeFrame } from '@bramka/gateway/providers/iso8583/wire/frames.ts';
import { until } from '../../waiting/until.ts';
import type { Fault, Wire } from './wire.ts';

const frame = {
  lengthBytes: 2,
  lengthEncoding: 'binary',
  countsItself: false,
  header: '',
} as const;

export async function openTcpWire(counterpartUrl: string): Promise<Wire> {
  const port = Number(new URL(counterpartUrl).port);
  const performing = new Set<Promise<void>>();
  let late: (() => void)[] = [];
  let fault: Fault | undefined;
  let arrived = 0;
  /** Connections that were closed by a fault and not opened again. */
  let closed = 0;
  const receive = async (socket: Socket, message: Buffer): Promise<void> => {
    if (isOfConnection(message)) {
      send(socket, await exchange(port, message));
      closed = Math.max(0, closed - 1);
      return;
    }
    arrived += 1;
    const present = fault;
    let right: Buffer | undefined;
    for (let time = 0; time < (present?.arrives ?? 1); time += 1) {
      right = await exchange(port, message);
    }
    const answer = (): void => {
      if (socket.destroyed) return;
      if (present?.answer === 'hangup' || present?.answer === 'cut') closed += 1;
      answerWith(present?.answer, socket, message, right);
    };
    if (present?.answer === 'late') late.push(answer);
    else answer();
  };
  const server = await openServer((socket, message) => {
    const work = receive(socket, message).catch(() => void socket.destroy());
    performing.add(work);
    void work.finally(() => performing.delete(work));
  });
  return {
    url: `tcp://127.0.0.1:${server.port}`,
    breakWith(next) {
      fault = next;
      arrived = 0;
    },
    arrived: () => arrived,
    async repair() {
      fault = undefined;
      await Promise.all(performing);
      for (const answer of late) answer();
      late = [];
      await until(() => closed === 0, 'the adapter to connect again');
    },
    close: () => server.close(),
  };
}

function answerWith(
  change: Fault['answer'] | undefined,
  socket: Socket,
  message: Buffer,
  right: Buffer | undefined,
): void {
  if (change === 'hangup') return void socket.destroy();
  if (change === 'cut') {
    const part = writeFrame(frame, right ?? message).subarray(0, -1);
    return void socket.write(part, () => socket.destroy());
  }
  if (typeof change !== 'function') return right && send(socket, right);
  const body = (right ?? Buffer.alloc(0)).toString('latin1');
  const changed = change({ status: 200, body }, message.toString('latin1'));
  send(socket, Buffer.from(changed.body, 'latin1'));
}

async function openServer(receive: (socket: Socket, message: Buffer) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    const readFrames = createFrameReader(frame);
    socket.on('data', (chunk) => readFrames(chunk).forEach((one) => receive(socket, one)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function isOfConnection(message: Buffer): boolean {
  return message.toString('latin1', 0, 3) === '080';
}

function send(socket: Socket, message: Buffer): void {
  if (!socket.destroyed) socket.write(writeFrame(frame, message));
}

/** One message to the counterpart and its answer, on a connection of its own. */
async function exchange(port: number, message: Buffer): Promise<Buffer> {
  const socket = connect(port, '127.0.0.1');
  const answered = Promise.withResolvers<Buffer>();
  const readFrames = createFrameReader(frame);
  socket.on('data', (chunk) => readFrames(chunk).forEach((one) => answered.resolve(one)));
  socket.on('error', answered.reject);
  socket.on('close', () => answered.reject(new Error('the counterpart closed the connection')));
  socket.write(writeFrame(frame, message));
  try {
    return await answered.promise;
  } finally {
    socket.destroy();
  }
}
