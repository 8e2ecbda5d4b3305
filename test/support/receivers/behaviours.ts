// What receivers do with a notification: accept it, refuse it, or misbehave in a particular way.
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Behaviour } from './receiver.ts';

export type AnswerHeaders = Readonly<Record<string, string>>;

/** A whole answer with a body. */
export function answer(status: number, body = '', headers: AnswerHeaders = {}): Behaviour {
  const bytes = Buffer.from(answerHead(status, Buffer.byteLength(body), headers) + body);
  return (socket) => void socket.write(bytes);
}

/** An answer whose body are these bytes. */
export function answerBytes(status: number, body: Buffer, headers: AnswerHeaders = {}): Behaviour {
  const head = answerHead(status, body.length, headers);
  return (socket) => void socket.write(Buffer.concat([Buffer.from(head), body]));
}

export function answerHead(status: number, length: number, headers: AnswerHeaders = {}): string {
  const named = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const first = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}\r\n`;
  return `${first}content-length: ${length}\r\n${named.join('')}\r\n`;
}

export const accept = answer(200, 'ok');

/** Writes exactly this text. */
export const write =
  (text: string): Behaviour =>
  (socket) =>
    void socket.write(text);

export const redirect = (location: string, status = 302): Behaviour =>
  answer(status, 'moved', { location });

export const hang: Behaviour = () => undefined;

/** The head of an answer whose body never comes. */
export const hangAfterHead = (status = 200): Behaviour => write(answerHead(status, 10));

const DRIP_MS = 20;

/** One byte at a time, for ever. */
export function drip(text: string): Behaviour {
  return (socket) => {
    let position = 0;
    repeat(socket, DRIP_MS, () => {
      socket.write(text[position % text.length] ?? '');
      position += 1;
    });
  };
}

/** A header line that never ends, one byte at a time. */
export const dripHead: Behaviour = (socket, request) => {
  socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
  drip('z')(socket, request);
};

/** The head with the first byte at once, and then the body one byte at a time. */
export const dripBody =
  (status = 200): Behaviour =>
  (socket, request) => {
    socket.write(`${answerHead(status, 1_000_000)}z`);
    drip('z')(socket, request);
  };

/** A body without an end, as fast as the sender reads. */
export const endlessBody = (status = 200): Behaviour =>
  flood(
    `HTTP/1.1 ${status} Endless\r\ntransfer-encoding: chunked\r\n\r\n`,
    `4000\r\n${'x'.repeat(0x4000)}\r\n`,
  );

/** Small on the wire, 8 MiB when decompressed. */
export function gzipBomb(status = 200): Behaviour {
  const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024));
  return answerBytes(status, bomb, { 'content-encoding': 'gzip' });
}

export const informational = (status: number, times: number, final: Behaviour): Behaviour => {
  return (socket, request) => {
    for (let sent = 0; sent < times; sent += 1) socket.write(`HTTP/1.1 ${status} Wait\r\n\r\n`);
    final(socket, request);
  };
};

/** A beginning, and then the same text for ever, as fast as the sender reads. */
export function flood(begin: string, repeated: string): Behaviour {
  const piece = repeated.repeat(Math.ceil((16 * 1024) / repeated.length));
  return (socket) => {
    const fill = (): void => {
      while (socket.writable && socket.write(piece));
    };
    socket.write(begin);
    socket.on('drain', fill);
    fill();
  };
}

/** Informational answers without a final one. */
export const informationalFlood = flood('', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n');

/** A TCP reset once the request has arrived. */
export const reset: Behaviour = (socket) => void socket.resetAndDestroy();

/** An orderly end of the connection instead of an answer. */
export const halfClose: Behaviour = (socket) => void socket.end();

/** A part of the head, and then a reset. */
export const resetInHead: Behaviour = (socket) => {
  socket.write('HTTP/1.1 200 OK\r\ncontent-le', () => socket.resetAndDestroy());
};

/** The head with a part of the body, and then a reset. */
export const resetInBody =
  (status = 200): Behaviour =>
  (socket) => {
    socket.write(`${answerHead(status, 1000)}begin`, () => socket.resetAndDestroy());
  };

export const garbage = write('SSH-2.0-OpenSSH_9.6\r\n\r\n');

export const oversizedHeaders: Behaviour = write(
  `HTTP/1.1 200 OK\r\nx-large: ${'h'.repeat(64 * 1024)}\r\n\r\n`,
);

/** Answers and closes, so that every notification needs a new connection. */
export const acceptAndClose: Behaviour = (socket) => {
  socket.end(answerHead(200, 0, { connection: 'close' }));
};

function repeat(socket: Socket, ms: number, run: () => void): void {
  const timer = setInterval(() => {
    if (socket.writable) run();
    else clearInterval(timer);
  }, ms);
  socket.on('close', () => clearInterval(timer));
}
