// Docs, metrics and the operator API on a separate internal port: what the API port and the
// internal port answer.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startGateway, type Gateway } from '../support/gateway.ts';

const PUBLIC_URL = 'http://pay.example:8080/gateway';

let gateway: Gateway;
let internal: string;
before(async () => {
  const database = process.env.BRAMKA_TEST_POSTGRES ? 'postgres' : 'embedded';
  gateway = await startGateway({
    database,
    env: {
      BRAMKA_INTERNAL_PORT: '0',
      BRAMKA_DOCS: 'internal',
      BRAMKA_METRICS: 'internal',
      BRAMKA_ADMIN: 'internal',
      BRAMKA_PUBLIC_URL: PUBLIC_URL,
    },
  });
  internal = /Internal +(http:\S+)/.exec(gateway.logs())?.[1] ?? '';
});
after(() => gateway.stop());

const rows: [path: string, api: number, internal: number][] = [
  ['/docs', 404, 200],
  ['/docs/guides/build-a-checkout', 404, 200],
  ['/docs/reference/triggers', 404, 200],
  ['/docs/reference/endpoints/postPayment', 404, 200],
  ['/docs/search.json', 404, 200],
  ['/docs/examples/shop/server.mjs', 404, 200],
  ['/openapi.json', 404, 200],
  ['/metrics', 404, 200],
  ['/health/live', 200, 200],
  ['/health/ready', 200, 200],
  ['/v1/ecommerce/payment/methods', 401, 404],
  ['/v1/admin/merchants', 404, 401],
  ['/sandbox/triggers', 200, 404],
];

for (const [path, onApi, onInternal] of rows) {
  test(`${path} is ${onApi} on the API port and ${onInternal} on the internal one`, async () => {
    assert.equal((await fetch(`${gateway.url}${path}`)).status, onApi);
    assert.equal((await fetch(`${internal}${path}`)).status, onInternal);
  });
}

test('the operator works at the internal port, and nobody at the other', async () => {
  const { adminKey } = gateway.installation;
  const headers = { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ merchantId: '55550001' });
  const add = (url: string) =>
    fetch(`${url}/v1/admin/merchants`, { method: 'POST', headers, body });
  assert.equal((await add(gateway.url)).status, 404);
  assert.equal((await add(internal)).status, 200);
  const path = '/v1/admin/merchants/55550001';
  assert.equal((await fetch(`${internal}${path}`, { headers })).status, 200);
  assert.equal((await fetch(`${gateway.url}${path}`, { headers })).status, 404);
  const wrong = { authorization: 'Bearer x' };
  assert.equal((await fetch(`${internal}${path}`, { headers: wrong })).status, 401);
});

test('the docs show the public URL on either port', async () => {
  const textAt = async (path: string): Promise<string> => (await fetch(internal + path)).text();
  assert.ok((await textAt('/docs')).includes(`at ${PUBLIC_URL}.`));
  assert.ok((await textAt('/docs/examples/shop/server.mjs')).includes(`'${PUBLIC_URL}'`));
  for (const path of ['/docs', '/docs/guides/build-a-checkout']) {
    assert.ok(!(await textAt(path)).includes(new URL(internal).host), path);
  }
});

test('the metrics count the answers of the API port', async () => {
  await fetch(`${gateway.url}/v1/ecommerce/payment/methods`);
  const text = await (await fetch(`${internal}/metrics`)).text();
  assert.match(text, /request_seconds_count\{route="\/v1\/ecommerce\/payment\/methods"/);
});
