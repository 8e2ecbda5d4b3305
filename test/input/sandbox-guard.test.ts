// What a hostile page in a developer's browser could try against a running sandbox: DNS rebinding,
// cross-site requests, and an AReq that makes the simulated ACS call another server.
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { systemClock } from '@bramka/gateway/core/clock.ts';
import { createIds } from '@bramka/gateway/core/id.ts';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import { areqOf } from '@bramka/sandbox/testing/acs-fixture.ts';
import type { Json } from '../support/client.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { anyDatabase } from '../support/installation.ts';
import { bodyOf } from '../support/life/payments.ts';
import { openLoopback, type LoopbackServer } from '../support/loopback-server.ts';

const PUBLIC = 'https://pay.example:8443';
const ids = createIds(systemClock, systemRandom);
let gateway: Gateway;
let stranger: LoopbackServer;
const called: string[] = [];

before(async () => {
  stranger = await openLoopback();
  stranger.behave = (asked, response) => {
    called.push(asked.url ?? '');
    response.end();
  };
  const env = { BRAMKA_PUBLIC_URL: PUBLIC, BRAMKA_SANDBOX_HOSTS: 'gateway, Shop.Internal' };
  const internal = { BRAMKA_METRICS: 'internal', BRAMKA_INTERNAL_PORT: '0' };
  gateway = await startGateway({ database: anyDatabase, env: { ...env, ...internal } });
});
after(async () => {
  stranger.close();
  await gateway?.stop();
});

/** As a browser sends it: fetch does not allow setting the Host header. */
function ask(
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '{}',
  url = gateway.url,
) {
  const { hostname, port } = new URL(url);
  const sent = { 'content-type': 'application/json', ...headers };
  return new Promise<[number, unknown]>((resolve, reject) => {
    const asked = request({ hostname, port, method, path, headers: sent }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += String(chunk)));
      response.on('end', () => {
        const isJson = response.headers['content-type']?.includes('json');
        const code = isJson ? (JSON.parse(text) as Json)['code'] : undefined;
        resolve([response.statusCode ?? 0, code]);
      });
    });
    asked.on('error', reject);
    asked.end(method === 'GET' ? undefined : body);
  });
}

const port = (): string => new URL(gateway.url).port;
const controls: [method: string, path: string][] = [
  ['GET', '/sandbox/clock'],
  ['POST', '/sandbox/clock'],
  ['POST', '/sandbox/reset'],
  ['GET', '/sandbox/faults'],
  ['POST', '/sandbox/faults'],
  ['GET', '/sandbox/triggers'],
  ['GET', '/%73andbox/triggers'],
  ['GET', '/sandbox/acquirer/charges'],
  ['GET', '/sandbox/acquirer/settlement'],
  ['POST', '/sandbox/acquirer/authorize'],
  ['GET', '/sandbox/directory/keys'],
  ['POST', '/sandbox/directory/visa'],
  ['POST', '/sandbox/acs/challenges/x'],
  ['GET', '/sandbox/acs/challenges/x'],
  ['POST', '/v1/ecommerce/auth'],
  ['POST', '/v1/ecommerce/payment'],
  ['GET', '/v1/ecommerce/payment/x'],
  ['GET', '/v1/ecommerce/events'],
  ['GET', '/v1/admin/merchants'],
  ['GET', '/docs'],
  ['GET', '/openapi.json'],
];

/** Pages of other sites send customers, forms or requests here. */
const forOtherSites: [method: string, path: string][] = [
  ['GET', '/v1/ecommerce/keys'],
  ['POST', '/v1/ecommerce/notifications/acs/status'],
  ['POST', '/v1/ecommerce/notifications/bmweb/status'],
  ['GET', '/pay/10000001/01890000-0000-7000-8000-000000000000/key'],
  ['GET', '/pay/logo/10000001/x'],
];

test('a foreign Host is refused by everything that the sandbox serves', async () => {
  const hosts = ['evil.example', `evil.example:${port()}`, '127.0.0.1.evil.example', 'localhost.x'];
  const others = ['pay.example', '127.evil.example', 'gateway.evil.example', 'x', 'localhost:'];
  for (const [method, path] of [...controls, ...forOtherSites]) {
    for (const host of [...hosts, ...others, '1.2.3', 'evil.example@localhost', '[::1']) {
      const reply = await ask(method, path, { host });
      assert.deepEqual(reply, [403, 'FOREIGN_HOST'], `${method} ${path} at ${host}`);
    }
  }
});

test('a foreign Origin is refused, also that of another page on this machine', async () => {
  const origins = ['https://evil.example', 'null', 'http://localhost:3000', 'http://pay.example'];
  for (const [method, path] of controls) {
    for (const origin of origins) {
      const reply = await ask(method, path, { host: `localhost:${port()}`, origin });
      assert.deepEqual(reply, [403, 'FOREIGN_ORIGIN'], `${method} ${path} from ${origin}`);
    }
  }
});

test('a page of the sandbox that refuses a foreign request says so as a page', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const formHeaders = { host: `localhost:${port()}`, ...form };
  for (const headers of [
    { ...formHeaders, origin: 'https://evil.example' },
    { ...formHeaders, origin: 'null' },
    { ...form, host: 'evil.example' },
  ]) {
    const act = ['POST', '/sandbox/blik/phone/1/act', headers, 'do=code'] as const;
    assert.deepEqual(await ask(...act), [403, undefined]);
    assert.deepEqual(await ask('GET', '/', headers), [403, undefined]);
  }
  for (const path of ['/', '/sandbox/acs/phone/x', '/sandbox/bank/pay/x']) {
    const reply = await ask('GET', path, { host: 'evil.example' });
    assert.deepEqual(reply, [403, undefined], path);
  }
  const phone = await fetch(`${gateway.url}/sandbox/blik/phone/1`);
  assert.match(await phone.text(), /No code\. A code is valid/);
});

test('programs, its own pages and its public address are served', async () => {
  const ownHosts = ['localhost', '127.0.0.1', '[::1]'].map((name) => `${name}:${port()}`);
  for (const host of [...ownHosts, 'localhost', 'pay.example:8443']) {
    assert.equal((await ask('GET', '/sandbox/triggers', { host }))[0], 200, host);
  }
  for (const host of ownHosts) {
    const headers = { host, origin: `http://${host}` };
    assert.equal((await ask('GET', '/sandbox/clock', headers))[0], 200, host);
  }
  const proxied = { host: 'pay.example:8443', origin: PUBLIC };
  assert.equal((await ask('GET', '/sandbox/clock', proxied))[0], 200);
});

test('what customers and browsers of other sites need is open to every Origin', async () => {
  for (const origin of ['https://shop.example', 'null']) {
    const headers = { host: `localhost:${port()}`, origin };
    const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
    for (const path of ['/sandbox/acs/challenge', '/sandbox/acs/method']) {
      assert.equal((await ask('POST', path, form, 'x=1'))[0], 400, path);
    }
    for (const [method, path] of forOtherSites) {
      assert.notEqual((await ask(method, path, headers))[0], 403, `${method} ${path}`);
    }
    assert.equal((await ask('GET', '/sandbox/acs/phone/x', headers))[0], 404);
    assert.equal((await ask('GET', '/v1/ecommerce/keys', headers))[0], 200);
  }
});

test('programs call it by an IP address or a name that the operator has set', async () => {
  const names = ['gateway', 'gateway:8080', 'GATEWAY', 'shop.internal', 'shop.localhost'];
  const addresses = ['192.0.2.7:8080', '10.0.0.1', '[2001:db8::1]:8080', '[fe80::1]'];
  for (const host of [...names, ...addresses]) {
    assert.equal((await ask('GET', '/v1/ecommerce/keys', { host }))[0], 200, host);
    const origin = `http://${host.toLowerCase()}`;
    assert.equal((await ask('GET', '/sandbox/clock', { host, origin }))[0], 200, host);
  }
});

test('health checks have no such rule, and the internal port has the same', async () => {
  const evil = { host: 'evil.example', origin: 'https://evil.example' };
  assert.equal((await ask('GET', '/health/live', evil))[0], 200);
  const internal = /Internal +(http:\S+)/.exec(gateway.logs())?.[1] ?? assert.fail();
  const at = (path: string, headers: Record<string, string>) =>
    ask('GET', path, headers, '', internal);
  assert.equal((await at('/health/live', evil))[0], 200);
  assert.equal((await at('/metrics', { host: 'localhost' }))[0], 200);
  assert.deepEqual(await at('/metrics', { host: 'evil.example' }), [403, 'FOREIGN_HOST']);
  const foreign = { host: 'localhost', origin: 'https://evil.example' };
  assert.deepEqual(await at('/metrics', foreign), [403, 'FOREIGN_ORIGIN']);
});

test('the simulated ACS calls back its own gateway and nobody else', async () => {
  const path = '/v1/ecommerce/notifications/acs/status?key=1';
  const others = [
    `${stranger.url}${path}`,
    `${stranger.url}/anything`,
    `https://pay.example.evil.example:8443${path}`,
    `https://pay.example${path}`,
    `http://pay.example:8443${path}`,
    `${PUBLIC}/v1/admin/keys/rotate`,
    `https://169.254.169.254${path}`,
  ];
  for (const threeDSServerURL of others) {
    const body = areqOf(ids, { threeDSServerURL });
    const answer = bodyOf(await gateway.call('POST', '/sandbox/directory/visa', { body }));
    assert.deepEqual([answer['messageType'], answer['errorCode']], ['Erro', '203']);
    assert.match(answer['errorDetail'] as string, /^threeDSServerURL is not the address of a gate/);
  }
  const body = areqOf(ids, { threeDSServerURL: `${PUBLIC}${path}` });
  const ares = bodyOf(await gateway.call('POST', '/sandbox/directory/visa', { body }));
  assert.deepEqual([ares['messageType'], ares['transStatus']], ['ARes', 'C']);
  assert.deepEqual(called, []);
});
