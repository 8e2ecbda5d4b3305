// An acquirer behind the plain protocol, in the test process: it survives the gateways that are
// killed. It approves every card.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '@bramka/gateway/core/clock.ts';
import { createIds } from '@bramka/gateway/core/id.ts';
import { systemRandom as random } from '@bramka/gateway/core/random.ts';
import { groupCommit } from '@bramka/gateway/journal/group-commit.ts';
import { createMemory } from '@bramka/gateway/journal/testing/memory-committer.ts';
import type { PlainRequest, Verb } from '@bramka/gateway/providers/plain/messages.ts';
import { createAcquirer } from '@bramka/sandbox/acquirer/acquirer.ts';
import type { Charge } from '@bramka/sandbox/acquirer/charge.ts';
import { memoryChargeStore } from '@bramka/sandbox/testing/memory/charges.ts';

const APPROVED = '4111111111111111';

export interface FarAcquirer {
  readonly url: string;
  chargesOf(paymentId: string): Promise<Charge[]>;
  /** Listens at the port of its URL; until then it refuses connections. */
  open(): Promise<void>;
  close(): Promise<void>;
}

/** It has a port, and refuses connections until it is opened. */
export async function createFarAcquirer(): Promise<FarAcquirer> {
  const memory = createMemory();
  const clock = systemClock;
  const acquirer = createAcquirer({
    journal: groupCommit(memory.committer, { lanes: 1, batchSize: 1, defer: setImmediate }),
    store: memoryChargeStore(memory),
    clock,
    ids: createIds(clock, random),
    random,
  });
  const answer = (path: string, body: string) => {
    const request = JSON.parse(body) as PlainRequest;
    const { card } = request;
    const sent = card ? { ...request, card: { ...card, number: APPROVED } } : request;
    return acquirer.handle(path.slice(1) as Verb, sent);
  };
  const http = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      void answer(request.url ?? '', body).then((reply) => {
        response.writeHead(reply?.status ?? 500, { 'content-type': 'application/json' });
        response.end(JSON.stringify(reply?.body));
      });
    });
  });
  const port = await listenAt(http, 0);
  await closeServer(http);
  return {
    url: `http://127.0.0.1:${String(port)}`,
    chargesOf: (paymentId) => acquirer.chargesOf(paymentId),
    open: async () => void (await listenAt(http, port)),
    close: () => closeServer(http),
  };
}

async function listenAt(http: Server, port: number): Promise<number> {
  http.listen(port, '127.0.0.1');
  await once(http, 'listening');
  return (http.address() as AddressInfo).port;
}

async function closeServer(http: Server): Promise<void> {
  if (!http.listening) return;
  http.closeAllConnections();
  http.close();
  await once(http, 'close');
}
