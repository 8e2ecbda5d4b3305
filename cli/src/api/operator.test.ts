// The operator client on its own: that it reads all pages of a list.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { allMerchants, operatorClientAt } from './operator.ts';

test('a list longer than one page is read to its end', async () => {
  const mids = Array.from({ length: 230 }, (_, index) => String(1000 + index));
  const server = createServer((request, reply) => {
    const after = new URL(request.url ?? '', 'http://localhost').searchParams.get('after') ?? '';
    const page = mids.filter((mid) => mid > after).slice(0, 100);
    reply.setHeader('content-type', 'application/json');
    reply.end(JSON.stringify({ merchants: page.map((merchantId) => ({ merchantId })) }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = operatorClientAt(`http://127.0.0.1:${port}`, 'key');
  const merchants = await allMerchants(client);
  server.close();
  assert.deepEqual(
    merchants.map(({ merchantId }) => merchantId),
    mids,
  );
});
