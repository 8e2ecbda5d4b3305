// Tests of pages in the process of the gateway: their calls count for the customer's address, which
// nobody can change by a header.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Type } from 'typebox';
import type { ClientCaller } from '../caller.ts';
import { testEndpoint, testRoute } from '../testing/test-route.ts';
import { bareServer, noRateLimits } from '../testing/bare-server.ts';
import { pageHost } from './page-host.ts';

const echo = testEndpoint({
  summary: 'Echo',
  access: 'open',
  body: Type.Object({ text: Type.String() }),
  reply: Type.Object({}),
  answer: ({ body, address, header }) =>
    Promise.resolve({ text: body.text, address, language: header('accept-language') }),
});

const noBuilds = { keep: () => Promise.resolve(), find: () => Promise.resolve(undefined) };

for (const trustProxy of [false, true]) {
  test(`a call has the address of the customer${trustProxy ? ' behind a proxy' : ''}`, async () => {
    const app = bareServer([testRoute('POST', '/echo', echo)], { trustProxy });
    after(() => app.close());
    const host = pageHost(app, () => 'https://pay.example', 'sandbox', noBuilds);
    assert.equal(host.publicUrl(), 'https://pay.example');
    const answer = await host.call({
      method: 'POST',
      path: '/echo',
      headers: {
        'content-type': 'application/json',
        'accept-language': 'pl',
        'X-Forwarded-For': '198.51.100.9',
      },
      body: '{"text":"zażółć"}',
      address: '192.0.2.7',
    });
    assert.equal(answer.status, 200, answer.body);
    const body = JSON.parse(answer.body) as object;
    assert.deepEqual(body, { text: 'zażółć', address: '192.0.2.7', language: 'pl' });
    assert.equal(answer.headers['cache-control'], 'no-store');
  });
}

test('refusals are answers too', async () => {
  const app = bareServer([testRoute('POST', '/echo', echo)]);
  after(() => app.close());
  const host = pageHost(app, () => '', 'production', noBuilds);
  const address = '192.0.2.7';
  const missing = await host.call({ method: 'GET', path: '/nowhere', headers: {}, address });
  assert.equal(missing.status, 404);
  assert.match(missing.body, /ROUTE_NOT_FOUND/);
});

test('a call that waits for its token is not dismissed for another request', async () => {
  const caller: ClientCaller = {
    kind: 'client',
    merchantId: '10000001',
    paymentId: 'p',
    generation: 1,
    isSuspended: false,
  };
  const identified = Promise.withResolvers<ClientCaller>();
  const authenticator = { merchantOrClient: () => identified.promise, operator: () => undefined };
  const read = testEndpoint({
    summary: 'Read',
    access: 'merchant-or-client',
    reply: Type.Object({}),
    answer: () => Promise.resolve({}),
  });
  const limits = { ...noRateLimits, openRequestsPerAddress: 1 };
  const app = bareServer([testRoute('GET', '/read', read)], { authenticator, limits });
  after(() => app.close());
  const host = pageHost(app, () => '', 'production', noBuilds);
  const headers = { host: 'localhost', authorization: 'Bearer t' };
  const call = () => host.call({ method: 'GET', path: '/read', headers, address: '192.0.2.7' });
  const waiting = call();
  assert.equal((await call()).status, 429);
  identified.resolve(caller);
  assert.equal((await waiting).status, 200);
});
