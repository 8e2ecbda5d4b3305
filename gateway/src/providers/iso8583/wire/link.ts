// One TCP connection to a host. Many requests are under way at once; an answer belongs to the
// request with its message type and trace number (STAN). A connection signs on first, sends echo
// tests while it is idle, and answers those of the host.

import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Clock } from '../../../core/clock.ts';
import { answerWithin } from '../../../http/outgoing.ts';
import type { IsoCodec } from '../codec/codec.ts';
import { IsoFormatError, type IsoMessage } from '../codec/iso-message.ts';
import { createFrameReader, writeFrame } from './frames.ts';
import { Turns } from './turns.ts';

export interface LinkOptions {
  readonly host: string;
  readonly port: number;
  /** Null: without TLS. */
  readonly tls: { readonly ca?: string | undefined } | null;
  readonly codec: IsoCodec;
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly log: { warn(facts: object, message: string): void };
}

/** The connection was lost after the request may have been sent. */
export class LinkLost extends Error {}

/** Nothing was sent: the host has certainly not received the request. */
export class NotSent extends Error {}

export interface Link {
  /** How many answers are awaited. */
  readonly pending: () => number;
  /**
   * Rejects with `NotSent`; after any other error, such as `CallTimeout` or `LinkLost`, the host
   * may have received the request.
   */
  request(message: IsoMessage, limitMs?: number): Promise<IsoMessage>;
  /** Resolves when the connection has ended. */
  readonly ended: Promise<void>;
  close(): void;
}

const STAN = 11;
const KEEP_ALIVE_MS = 30_000;

/** 0100 is answered by 0110, a repeat 0421 by 0430. */
export function answerType(type: string): string {
  return `${type.slice(0, 2)}${String(Number(type[2]) + 1)}0`;
}

/** `answer` makes the answer to a request of the host; undefined: it is ignored. */
export async function openLink(
  options: LinkOptions,
  answer: (request: IsoMessage) => IsoMessage | undefined,
): Promise<Link> {
  const { codec, clock, timeoutMs, log } = options;
  const socket = await openSocket(options);
  const awaited = new Map<string, (answer: IsoMessage) => void>();
  const turns = new Turns();
  let underWay = 0;
  const lost = Promise.withResolvers<never>();
  lost.promise.catch(() => undefined);
  const ended = new Promise<void>((resolve) => {
    socket.once('close', () => {
      lost.reject(new LinkLost('the connection to the host was lost'));
      resolve();
    });
  });
  const receive = (message: IsoMessage): void => {
    const resolve = awaited.get(keyOf(message.type, message));
    if (resolve) return resolve(message);
    const reply = answer(message);
    if (reply) socket.write(bytesOf(codec, reply));
    else log.warn({ type: message.type }, 'ignored a message of the host that nobody waits for');
  };
  readMessages(socket, options, receive);
  socket.on('error', (error) => log.warn({ err: error }, 'the connection to the host failed'));
  const exchange = async (key: string, message: IsoMessage, limitMs: number) => {
    if (socket.destroyed) throw new NotSent('the connection to the host has ended');
    const bytes = bytesOf(codec, message);
    const answered = new Promise<IsoMessage>((resolve) => awaited.set(key, resolve));
    try {
      socket.write(bytes);
      return await answerWithin(clock, limitMs, Promise.race([answered, lost.promise]));
    } finally {
      awaited.delete(key);
    }
  };
  return {
    pending: () => underWay,
    ended,
    close: () => socket.destroy(),
    async request(message, limitMs = timeoutMs) {
      const key = keyOf(answerType(message.type), message);
      const endsMs = clock.monotonicMs() + limitMs;
      underWay += 1;
      try {
        return await turns.take(key, () => {
          const leftMs = endsMs - clock.monotonicMs();
          // A request that is sent with little time left is more likely to end without a result.
          if (leftMs < limitMs / 2) throw new NotSent('its trace number stayed in use');
          return exchange(key, message, leftMs);
        });
      } finally {
        underWay -= 1;
      }
    },
  };
}

/** A message that is not in the format of the host is not sent. */
function bytesOf(codec: IsoCodec, message: IsoMessage): Buffer {
  try {
    return writeFrame(codec.frame, codec.write(message));
  } catch (error) {
    if (error instanceof IsoFormatError) throw new NotSent(error.message);
    throw error;
  }
}

/** A stream that is not in frames ends; a message that cannot be read is lost alone. */
function readMessages(
  socket: Socket,
  { codec, log }: LinkOptions,
  receive: (message: IsoMessage) => void,
): void {
  const readFrames = createFrameReader(codec.frame);
  const receiveOne = (bytes: Buffer): void => {
    try {
      receive(codec.read(bytes));
    } catch (error) {
      if (!(error instanceof IsoFormatError)) throw error;
      log.warn({ why: error.message }, 'a message of the host cannot be read');
    }
  };
  socket.on('data', (chunk) => {
    try {
      for (const bytes of readFrames(chunk)) receiveOne(bytes);
    } catch (error) {
      socket.destroy(error as Error);
    }
  });
}

function keyOf(type: string, { fields }: IsoMessage): string {
  return `${type} ${fields.get(STAN) ?? ''}`;
}

/** Rejects if the host does not accept the connection in time. */
async function openSocket({ host, port, tls, clock, timeoutMs }: LinkOptions): Promise<Socket> {
  // A name is sent to the host; an address must not be.
  const name = isIP(host) === 0 ? { servername: host } : {};
  const secure = tls && { host, port, ...name, minVersion: 'TLSv1.2' as const, ...tls };
  const opened = Promise.withResolvers<void>();
  const socket = secure
    ? connectTls(secure, opened.resolve)
    : connectTcp({ host, port }, opened.resolve);
  socket.setNoDelay(true);
  socket.setKeepAlive(true, KEEP_ALIVE_MS);
  socket.once('error', opened.reject);
  try {
    await answerWithin(
      clock,
      timeoutMs,
      opened.promise.then(() => true),
    );
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}
