// The merchant API behind an address: what the gateway receives, and what its failures become.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fastify from 'fastify';
import { httpApi } from './api.ts';

const gateway = fastify();
gateway.get('/v1/ecommerce/echo', async ({ headers }) => headers);
gateway.get('/v1/ecommerce/away', async (_request, reply) => reply.redirect('/v1/ecommerce/echo'));
const url = await gateway.listen({ port: 0, host: '127.0.0.1' });
after(() => gateway.close());
const read = (path: string) =>
  httpApi(url)({ method: 'GET', path, token: 'client-token', address: '203.0.113.7' });

test('the gateway learns the address of the customer and the token', async () => {
  const { status, body } = await read('/echo');
  const headers = body as Record<string, string>;
  assert.equal(status, 200);
  assert.equal(headers['x-forwarded-for'], '203.0.113.7');
  assert.equal(headers['authorization'], 'Bearer client-token');
});

test('a redirect is not followed, so that no other host gets the token or card data', async () => {
  assert.deepEqual(await read('/away'), { status: 503, body: null });
});

test('a gateway that cannot be reached is unavailable', async () => {
  const request = { method: 'GET', path: '/echo', address: '203.0.113.7' } as const;
  assert.deepEqual(await httpApi('http://127.0.0.1:1')(request), { status: 503, body: null });
});
