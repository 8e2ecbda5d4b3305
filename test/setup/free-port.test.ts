// Ports that are chosen before their server starts stay free for it.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { freePort, portsBelow } from './free-port.ts';

test('a chosen port can be listened on, and is not chosen twice', async () => {
  const first = await freePort();
  const server = createServer().listen(first, '127.0.0.1');
  await once(server, 'listening');
  assert.notEqual(await freePort(), first);
  server.close();
});

test('no port is inside the ephemeral range of the system', () => {
  assert.deepEqual(portsBelow(32_768), { first: 11_000, count: 21_768 });
  assert.deepEqual(portsBelow(16_000), { first: 11_000, count: 5000 });
  assert.deepEqual(portsBelow(12_000), { first: 11_000, count: 1000 });
  assert.deepEqual(portsBelow(1024), { first: 20_000, count: 10_000 });
});
