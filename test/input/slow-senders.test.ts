// One address that opens thousands of requests and never finishes them does not block others:
// neither other addresses, nor other clients of the same address, nor health checks.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { cardRequest, type Json } from '../support/client.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { until } from '../support/waiting/until.ts';

const SENDERS = 2100;
const MAX_OPEN = 500;
const MAX_CONNECTIONS = 1000;
/** The memory that so many connections may use at most. */
const MAX_GROWTH_KIB = 150 * 1024;

let gateway: Gateway;
let token: string;
before(async () => {
  const database = process.env.BRAMKA_TEST_POSTGRES ? 'postgres' : 'embedded';
  gateway = await startGateway({ database, env: { BRAMKA_ADDRESS_PER_SECOND: '0' } });
  token = await gateway.authenticate();
});
after(() => gateway.stop());

const head = (path: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n` +
  'Content-Type: application/json\r\n';

interface Kind {
  readonly who: string;
  readonly text: () => string;
  /** How many of them stay open. */
  readonly stay: number;
  /** What the others receive; undefined: nothing. */
  readonly told: RegExp | undefined;
}

const kinds: Kind[] = [
  {
    who: 'send headers and one byte of a body',
    text: () => `${head('/v1/ecommerce/auth')}\r\n{`,
    stay: MAX_OPEN,
    told: /^HTTP\/1\.1 429 [^]*\r\nRetry-After: 1\r\n[^]*"code":"TOO_MANY_REQUESTS"/,
  },
  {
    who: 'send a token, headers and one byte of a body',
    text: () => `${head('/v1/ecommerce/payment')}Authorization: Bearer ${token}\r\n\r\n{`,
    stay: MAX_OPEN,
    told: /^HTTP\/1\.1 429 /,
  },
  {
    who: 'are refused without a token before their body has arrived',
    text: () => `${head('/v1/ecommerce/payment')}\r\n{`,
    stay: MAX_OPEN,
    told: /^HTTP\/1\.1 401 /,
  },
  {
    who: 'never finish their headers',
    text: () => head('/v1/ecommerce/auth'),
    stay: MAX_CONNECTIONS,
    told: undefined,
  },
  { who: 'send nothing at all', text: () => '', stay: MAX_CONNECTIONS, told: undefined },
];

for (const { who, text, stay, told } of kinds) {
  test(`${SENDERS} clients that ${who} block nobody`, async () => {
    const before = memoryKib();
    const senders = await openAll(text());
    try {
      await until(() => count(senders) <= stay, `at most ${stay} open connections`);
      for (const address of ['127.0.0.1', '127.0.0.2']) {
        assert.equal((await call(address, 'GET', '/health/live')).status, 200, address);
        assert.equal((await call(address, 'GET', '/health/ready')).status, 200, address);
        const made = await call(address, 'POST', '/v1/ecommerce/payment', cardRequest());
        assert.equal(made.status, 200, `${address} ${made.text}`);
        assert.match(made.text, /"status":"PENDING"/);
      }
      assert.match((await call('127.0.0.2', 'GET', '/metrics')).text, /requests_in_flight 1\n/);
      // Served requests have taken the place of some.
      assert.ok(count(senders) >= stay - 10, `only ${count(senders)} are open`);
      const closed = senders.filter(({ isOpen }) => !isOpen);
      if (told) for (const { answer } of closed) assert.match(answer, told);
      assert.ok(memoryKib() - before < MAX_GROWTH_KIB, `${memoryKib() - before} KiB more`);
    } finally {
      for (const { socket } of senders) socket.destroy();
    }
  });
}

interface Sender {
  readonly socket: Socket;
  isOpen: boolean;
  answer: string;
}

const count = (senders: readonly Sender[]): number => senders.filter(({ isOpen }) => isOpen).length;

async function openAll(text: string): Promise<Sender[]> {
  const senders: Sender[] = [];
  while (senders.length < SENDERS) {
    const some = Array.from({ length: 100 }, () => openOne(text));
    senders.push(...(await Promise.all(some)));
  }
  return senders;
}

function openOne(text: string): Promise<Sender> {
  const { port } = new URL(gateway.url);
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: '127.0.0.1' });
  const sender: Sender = { socket, isOpen: true, answer: '' };
  socket.on('data', (chunk) => (sender.answer += String(chunk)));
  socket.on('error', () => undefined);
  socket.on('close', () => (sender.isOpen = false));
  return new Promise((resolve) =>
    socket.once('connect', () => socket.write(text, () => resolve(sender))),
  );
}

function call(localAddress: string, method: string, path: string, body?: Json) {
  const { port } = new URL(gateway.url);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const to = { port, host: '127.0.0.1', localAddress, method, path, headers, agent: false };
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(to, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += String(chunk)));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function memoryKib(): number {
  const status = readFileSync(`/proc/${gateway.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]);
}
