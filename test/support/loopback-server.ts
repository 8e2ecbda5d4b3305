// A bare HTTP server on the loopback interface whose answers the test controls.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '../setup/free-port.ts';

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
