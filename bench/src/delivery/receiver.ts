// The receiver of notifications, as a program of its own: it answers every request with 204 at once
// and remembers when each event arrived first. It does as little as possible, on raw sockets.

import { createServer, type AddressInfo } from 'node:net';
import { requestReader } from './request.ts';

/** What the benchmark asks for, and the answers. */
export type ReceiverMessage =
  | { readonly kind: 'listening'; readonly port: number }
  | {
      readonly kind: 'arrivals';
      /** When each event arrived first, in wall-clock milliseconds, by its id. */
      readonly firstMs: readonly (readonly [string, number])[];
      /** Requests that repeated an event. */
      readonly repeats: number;
    };

const answer = Buffer.from('HTTP/1.1 204 No Content\r\n\r\n');

if (process.send) serve(process.send.bind(process));

function serve(send: (message: ReceiverMessage) => void): void {
  let firstMs = new Map<string, number>();
  let repeats = 0;
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    const read = requestReader((eventId) => {
      if (firstMs.has(eventId)) repeats += 1;
      else firstMs.set(eventId, performance.timeOrigin + performance.now());
      socket.write(answer);
    });
    socket.on('data', read);
    socket.on('error', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1', () => {
    send({ kind: 'listening', port: (server.address() as AddressInfo).port });
  });
  process.on('message', () => {
    send({ kind: 'arrivals', firstMs: [...firstMs], repeats });
    firstMs = new Map();
    repeats = 0;
  });
  process.on('disconnect', () => process.exit());
}
