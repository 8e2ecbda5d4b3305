// A server between a shop and the gateway that passes requests on and, if asked to, loses or delays
// answers.

import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Longer than the pause of the shop's polling loop. */
const LONGEST_DELAY_MS = 2000;
const ending = /"status":"(REJECTED|CANCELLED)"/;

export interface GatewayBetween {
  readonly url: string;
  /** Idempotency-Keys of creations, in the order they came. */
  readonly keys: string[];
  /** The answers to so many creations are lost. */
  lostAnswers: number;
  /** The answers that end a payment are delayed until there are two, or until some time is over. */
  delaysEndings: boolean;
  close(): void;
}

export async function startGatewayBetween(gatewayUrl: string): Promise<GatewayBetween> {
  const delayed: (() => void)[] = [];
  const release = (): void => delayed.splice(0).forEach((send) => send());
  const server = createServer((incoming, outgoing) => {
    const { method, url: path = '', headers } = incoming;
    const isCreation = method === 'POST' && path === '/v1/ecommerce/payment';
    if (isCreation) between.keys.push(String(headers['idempotency-key']));
    const passed = httpRequest(new URL(path, gatewayUrl), { method, headers }, (answer) => {
      void textOf(answer).then((text) => {
        if (isCreation && between.lostAnswers > 0) {
          between.lostAnswers -= 1;
          incoming.socket.destroy();
          return;
        }
        const send = (): void => {
          outgoing.writeHead(answer.statusCode ?? 500, answer.headers).end(text);
        };
        if (!between.delaysEndings || !ending.test(text)) return send();
        delayed.push(send);
        if (delayed.length > 1) release();
        else setTimeout(release, LONGEST_DELAY_MS).unref();
      });
    });
    incoming.pipe(passed);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const between: GatewayBetween = {
    url: `http://127.0.0.1:${port}`,
    keys: [],
    lostAnswers: 0,
    delaysEndings: false,
    close: () => void server.close(),
  };
  return between;
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
