// A directory server between the gateway and the sandbox's own. It forwards and records messages,
// and holds back the results of challenges: the test decides when, where and how often they are
// delivered.
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json, Reply } from '../client.ts';

const KEEP_ALIVE_MS = 600_000;

/** The messages of one transaction. */
export interface DirectoryExchange {
  /** As sent by the gateway: threeDSServerURL contains the key. */
  readonly areq: Json;
  readonly ares: Json;
  /** The key for its results, known only to the directory server. */
  readonly key: string;
}

export interface DirectoryBetween {
  /** For the environment of the gateways. */
  readonly env: { readonly BRAMKA_DS_URL: string };
  /** The gateway whose sandbox answers; earlier requests wait. */
  leadTo(gateway: { readonly url: string }): void;
  talk(threeDSServerTransID: string): Promise<DirectoryExchange>;
  /** The latest transaction, all transactions after a given one, and the first of them. */
  latest(): string;
  since(threeDSServerTransID: string): string[];
  next(threeDSServerTransID: string): Promise<string>;
  /** How many authentication requests there were for it. */
  requests(threeDSServerTransID: string): number;
  /** The genuine RReq that the ACS sent at the end of the challenge. */
  result(threeDSServerTransID: string): Promise<Json>;
  /** Holds back answers to authentication requests until they are released. */
  hold(): { release(): void };
  /** Closes the connection before the next answer to an authentication request. */
  loseNext(): void;
  close(): Promise<void>;
}

interface Said {
  areqs: Json[];
  ares?: Json;
  result?: Json;
}

const PATIENCE_MS = 180_000;

export async function directoryBetween(): Promise<DirectoryBetween> {
  const { promise: target, resolve: leadTo } = Promise.withResolvers<string>();
  const said = new Map<string, Said>();
  let released: Promise<void> = Promise.resolve();
  let isLosing = false;
  let ownUrl = '';
  const about = ({ threeDSServerTransID: id }: Json): Said => {
    const known = said.get(id as string) ?? { areqs: [] };
    said.set(id as string, known);
    return known;
  };
  const passOn = async (path: string, message: Json): Promise<Json> => {
    const reply = await fetch(`${await target}/sandbox/directory${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
    });
    return (await reply.json()) as Json;
  };
  const answer = async (path: string, message: Json): Promise<Json> => {
    if (message['messageType'] === 'RReq') {
      about(message).result = message;
      return receipt(message);
    }
    if (message['messageType'] !== 'AReq') return passOn(path, message);
    const talk = about(message);
    talk.areqs.push(message);
    talk.ares = await passOn(path, { ...message, threeDSServerURL: `${ownUrl}/results` });
    await released;
    if (!isLosing) return talk.ares;
    isLosing = false;
    throw new Error('the answer is lost');
  };

  const { url, close } = await listen((path, message) => answer(path, message));
  ownUrl = url;
  const since = (id: string): string[] => [...said.keys()].slice([...said.keys()].indexOf(id) + 1);
  return {
    env: { BRAMKA_DS_URL: `${ownUrl}/{organization}` },
    leadTo: ({ url }) => leadTo(url),
    async talk(id) {
      const ares = await until(() => said.get(id)?.ares, `no authentication of ${id}`);
      const areq = said.get(id)?.areqs[0] ?? {};
      const key = new URL(areq['threeDSServerURL'] as string).searchParams.get('key');
      return { areq, ares, key: key ?? assert.fail('the address has no key') };
    },
    latest: () => [...said.keys()].at(-1) ?? assert.fail('nobody has asked'),
    since,
    next: (id) => until(() => since(id)[0], `nothing after ${id}`),
    requests: (id) => said.get(id)?.areqs.length ?? 0,
    result: (id) => until(() => said.get(id)?.result, `no result of ${id}`),
    hold() {
      const { promise, resolve: release } = Promise.withResolvers<void>();
      released = promise;
      return { release };
    },
    loseNext: () => void (isLosing = true),
    close,
  };
}

/** Answers JSON with JSON; closes the connection on an error. */
async function listen(answer: (path: string, message: Json) => Promise<Json>) {
  const server = createServer((request, response) => {
    void bodyOf(request)
      .then((message) => answer(request.url ?? '', message))
      .then((body) => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(body));
      })
      .catch(() => response.destroy());
  });
  // A keep-alive connection that closes just when a request is sent would lose an answer.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A failed test must not wait for it.
  server.unref();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: (): Promise<void> =>
      new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
}

async function bodyOf(request: IncomingMessage): Promise<Json> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text) as Json;
}

function receipt({ messageVersion, threeDSServerTransID, dsTransID, acsTransID }: Json): Json {
  const ids = { threeDSServerTransID, dsTransID, acsTransID };
  return { messageType: 'RRes', messageVersion, ...ids, resultsStatus: '01' };
}

async function until<T>(look: () => T | undefined, otherwise: string): Promise<T> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(5)) {
    const found = look();
    if (found !== undefined) return found;
    if (Date.now() > deadline) assert.fail(otherwise);
  }
}

/** Asserts that the gateway has accepted a result. */
export function assertReceived(reply: Reply): void {
  const { messageType, resultsStatus } = reply.body ?? {};
  assert.deepEqual([reply.status, messageType, resultsStatus], [200, 'RRes', '01'], reply.text);
}
