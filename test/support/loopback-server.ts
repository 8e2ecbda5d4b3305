// A bare HTTP server on the loopback interface whose answers the test controls.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const KEEP_ALIVE_MS = 600_000;

export type Behaviour = (request: IncomingMessage, response: ServerResponse, body: string) => void;

export interface LoopbackServer {
  readonly url: string;
  /** How it answers from now on. */
  behave: Behaviour;
  close(): void;
}

export async function openLoopback(): Promise<LoopbackServer> {
  const http = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => server.behave(request, response, body));
  });
  // A keep-alive connection that closes just when a request is sent would cause an unintended
  // failure.
  http.keepAliveTimeout = KEEP_ALIVE_MS;
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const server: LoopbackServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    behave: (_request, response) => response.end(),
    close() {
      http.closeAllConnections();
      http.close();
    },
  };
  return server;
}

/** A URL on which nothing listens. */
export async function deadAddress(): Promise<string> {
  return `http://127.0.0.1:${await freePort()}`;
}

/** Below the ephemeral port range, so that it stays free until it is used. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    await new Promise((resolve) => server.close(resolve));
    if (isFree) return port;
  }
}
