// What `bramka doctor` says about the clock of the sandbox it finds.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { Config } from '@bramka/gateway/config.ts';
import { checkClock } from './clock.ts';

const now = '2030-01-31T12:00:00.000Z';
const sandbox = { environment: 'sandbox' } as Config;

async function withAnswer<T>(status: number, body: object, work: (url: string) => Promise<T>) {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await work(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

const found = (status: number, body: object) =>
  withAnswer(status, body, (url) => checkClock(sandbox, url));

test('names a moved clock and the way back, without calling it a problem', async () => {
  const [moved] = await found(200, { now, frozen: true, offsetSeconds: 7200 });
  assert.deepEqual(moved, {
    subject: 'clock',
    ok: true,
    what: `MOVED: ${now}, frozen, 2h ahead of real time; \`bramka reset\` returns to real time`,
  });
  const [real] = await found(200, { now, frozen: false, offsetSeconds: 0 });
  assert.equal(real?.what, 'real time');
});

test('says nothing in production, without a gateway, or without a sandbox', async () => {
  const refusal = { code: 'NO_SUCH_ENDPOINT', message: 'No such endpoint.', details: [] };
  assert.deepEqual(await found(404, refusal), []);
  assert.deepEqual(await checkClock(sandbox, undefined), []);
  const production = { environment: 'production' } as Config;
  const body = { now, frozen: true, offsetSeconds: 7200 };
  assert.deepEqual(await withAnswer(200, body, (url) => checkClock(production, url)), []);
});
