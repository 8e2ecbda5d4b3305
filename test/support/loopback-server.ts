// A bare HTTP server on the loopback that answers as a test tells it to, well or badly.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

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

/** An address at which nobody listens: a port that was free a moment ago. */
export async function deadAddress(): Promise<string> {
  const server = await openLoopback();
  server.close();
  return server.url;
}
