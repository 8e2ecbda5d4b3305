// Tests of the load generator against a stub server: each payment is used once, and a wrong answer
// fails the run.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { startLoad } from './load.ts';

const paymentIds = Array.from({ length: 20 }, (_, number) => `id-${number}`);
const cancelled = '{"status":"CANCELLED","transactionStatus":"COMPLETED"}';

/** Cancels all payments on a server with these answers; returns the result and the requests. */
async function cancelAll(t: TestContext, reply: (path: string) => [number, string]) {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const [status, body] = reply(url);
    response.writeHead(status, { 'Content-Length': Buffer.byteLength(body) }).end(body);
  }).listen(0, '127.0.0.1');
  const load = startLoad();
  t.after(async () => {
    await load.close();
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { answers } = await load.run({
    kind: 'operations',
    operation: 'cancel',
    target: { port, token: 'abc' },
    paymentIds,
    connections: 3,
    rampMs: 1,
    measureMs: 60_000,
  });
  return { answers, asked };
}

test('operates on every payment once and ends when there are no more', async (t) => {
  const { answers, asked } = await cancelAll(t, () => [200, cancelled]);
  assert.equal(answers, paymentIds.length);
  const paths = paymentIds.map((id) => `/v1/ecommerce/payment/${id}/cancel`);
  assert.deepEqual(asked.toSorted(), paths.toSorted());
});

test('fails on one answer whose transaction is not completed', async (t) => {
  const pending = cancelled.replace('"COMPLETED"', '"PENDING"');
  const run = cancelAll(t, (path) => [200, path.includes('id-7/') ? pending : cancelled]);
  await assert.rejects(run, /the load failed: status 200: .*PENDING/);
});

test('fails on one answer that is a refusal', async (t) => {
  const run = cancelAll(t, (path) => [path.includes('id-7/') ? 409 : 200, cancelled]);
  await assert.rejects(run, /the load failed: status 409/);
});
