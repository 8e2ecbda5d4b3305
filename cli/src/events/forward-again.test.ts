// Forwarding events again from a stream that the test writes: lost connections, and events that
// the stream does not have.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { Failure } from '../failure.ts';
import { receiver } from '../testing/receiver.ts';
import { merchantClient } from '../api/merchant.ts';
import { forwardAgain } from './forward-again.ts';

const frame = (id: string): string => {
  const data = { path: 'payment', headers: { 'webhook-id': id }, body: `{"eventId":"${id}"}` };
  return `id: after-${id}\nevent: TEST\ndata: ${JSON.stringify(data)}\n\n`;
};

/** Each connection gets the next text and then ends. */
async function forwardFrom(texts: string[], ids: string[]) {
  const asked: string[] = [];
  const gateway = createServer((request, response) => {
    if (request.url?.endsWith('/auth')) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"access_token":"token","expires_in":600}');
      return;
    }
    asked.push(String(request.url));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(texts.shift() ?? '');
  });
  gateway.listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  const shop = await receiver();
  const { port } = gateway.address() as AddressInfo;
  const client = await merchantClient({ url: `http://127.0.0.1:${port}` }, {});
  const chosen = { paymentId: undefined, ids: new Set(ids), start: 'start' };
  const { signal } = new AbortController();
  try {
    const result = await forwardAgain(client, chosen, shop.url, () => undefined, signal);
    return { result, asked, received: shop.received.map(({ headers }) => headers['webhook-id']) };
  } finally {
    gateway.close();
    shop.close();
  }
}

test('after a lost connection goes on behind the last event', async () => {
  const texts = [`${frame('a')}${frame('other')}`, frame('b')];
  const { result, asked, received } = await forwardFrom(texts, ['a', 'b']);
  assert.deepEqual(result, { forwarded: 2, accepted: 2 });
  assert.deepEqual(received, ['a', 'b']);
  assert.deepEqual(asked, [
    '/v1/ecommerce/events/stream?after=start',
    '/v1/ecommerce/events/stream?after=after-other',
  ]);
});

test('ends when a connection brings nothing, or the stream does not have an event', async () => {
  const cases: [texts: string[], message: RegExp][] = [
    [[frame('a'), ''], /^The connection was closed\. 1 events were not forwarded\.$/],
    [[`${frame('a')}: heartbeat\n\n`], /^The stream does not have 1 of the events any more\.$/],
  ];
  for (const [texts, message] of cases) {
    await assert.rejects(forwardFrom(texts, ['a', 'gone']), (error) => {
      assert.ok(error instanceof Failure);
      assert.match(error.message, message);
      return true;
    });
  }
});
