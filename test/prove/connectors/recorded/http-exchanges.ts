// An HTTP server that the adapter calls instead of its provider: it takes each request apart, and
// sends back the answer that it is given.
import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Exchanges } from './exchanges.ts';

export interface HttpSent {
  readonly method: 'GET' | 'POST';
  /** With its query. */
  readonly path: string;
  /** Without keys, and without those of the connection. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface HttpAnswer {
  readonly status: number;
  readonly body: string;
}

const leftOut = new Set(['authorization', 'x-api-key', 'host', 'connection', 'content-length']);

async function read(request: IncomingMessage): Promise<HttpSent> {
  const method = request.method as HttpSent['method'];
  const { url: path = '' } = request;
  const headers = Object.entries(request.headers).filter(([name]) => !leftOut.has(name));
  const kept = headers.map(([name, value]) => [name, String(value)] as const);
  return { method, path, headers: Object.fromEntries(kept), body: await text(request) };
}

export async function serveHttp({ answerTo }: Pick<Exchanges<HttpSent, HttpAnswer>, 'answerTo'>) {
  // One after the other, so that a recording does not depend on how long answers take.
  let before: Promise<unknown> = Promise.resolve();
  const server = createServer((request, response) => {
    const previous = before;
    before = (async () => {
      await previous;
      const { status, body } = await answerTo(await read(request));
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    })().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Sends the request on to the witness, with the key that was left out. */
export async function askHttp(
  base: string,
  { method, path, headers, body }: HttpSent,
  key: Readonly<Record<string, string>>,
): Promise<HttpAnswer> {
  const content = method === 'GET' ? {} : { body };
  const reply = await fetch(base + path, { method, headers: { ...headers, ...key }, ...content });
  return { status: reply.status, body: await reply.text() };
}
