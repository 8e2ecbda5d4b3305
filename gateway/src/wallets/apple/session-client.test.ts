// Merchant validation against a real TLS server that requires a client certificate.
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { recipientOf } from '@bramka/test/support/wallets/apple/build-token.ts';
import {
  extensions,
  issue,
  newEcKey,
  newRsaKey,
  type Holder,
} from '@bramka/test/support/wallets/apple/certificates.ts';
import { openTlsServer, type TlsServer } from '@bramka/test/support/wallets/apple/tls-server.ts';
import type { WalletKey } from '../credentials/credential.ts';
import { httpAppleSessions, sessionMessage, type SessionClient } from './session-client.ts';

const authority = issue({ name: 'Clients', issuer: null, extensions: [extensions.isAuthority] });
const session = { epochTimestamp: 1, merchantSessionIdentifier: 'SSH1', nonce: 'ab' };

function identityOf(name: string, issuer: Holder | null = authority, key = newEcKey()): WalletKey {
  const { certificate } = issue({ name, issuer, key, serial: 7 });
  return { ...recipientOf(key, name), kind: 'APAY_IDENTITY', certificate };
}

const shop = identityOf('merchant.test.shop');
const request = { identity: shop, displayName: 'Test Shop', domain: 'shop.example' };
let server: TlsServer;
let client: SessionClient;

before(async () => {
  server = await openTlsServer(authority);
  client = httpAppleSessions({ url: `${server.url}/`, timeoutMs: 5000, ca: server.ca });
});

beforeEach(() => {
  server.behave = (_request, response) => response.end(JSON.stringify(session));
});

after(async () => {
  await client.close();
  server.close();
});

test('asks with the certificate of the merchant and returns the session as it is', async () => {
  assert.deepEqual(await client.requestSession(request), { kind: 'session', session });
  const { body, ...rest } = server.requests.at(-1) ?? {};
  assert.deepEqual(rest, {
    method: 'POST',
    path: '/paymentservices/paymentSession',
    contentType: 'application/json',
    client: 'merchant.test.shop',
  });
  assert.deepEqual(JSON.parse(body ?? ''), {
    merchantIdentifier: 'merchant.test.shop',
    displayName: 'Test Shop',
    initiative: 'web',
    initiativeContext: 'shop.example',
  });
});

test('a name that is too long for Apple is cut after 64 characters', () => {
  const long = { ...request, displayName: '😀'.repeat(65) };
  assert.equal((sessionMessage(long) as typeof request).displayName, '😀'.repeat(64));
});

test('every merchant has connections of its own, which are used again', async () => {
  const rsaShop = identityOf('merchant.rsa.shop', authority, newRsaKey());
  const before = server.connections();
  for (const identity of [rsaShop, shop, rsaShop, shop]) {
    const answer = await client.requestSession({ ...request, identity });
    assert.equal(answer.kind, 'session');
    assert.equal(server.requests.at(-1)?.client, identity.name);
  }
  assert.ok(server.connections() - before <= 2, 'connections are not used again');
});

test('the connections of the merchant that was idle longest are closed first', async () => {
  const options = { url: server.url, timeoutMs: 5000, ca: server.ca, identitiesMax: 2 };
  const own = httpAppleSessions(options);
  const [a, b, c] = ['a', 'b', 'c'].map((name) => identityOf(name));
  const connected: string[] = [];
  for (const identity of [a, b, a, c, a, b, a]) {
    assert.ok(identity);
    const before = server.connections();
    const answer = await own.requestSession({ ...request, identity });
    assert.equal(answer.kind, 'session');
    if (server.connections() > before) connected.push(identity.name);
  }
  assert.deepEqual(connected, ['a', 'b', 'c', 'b']);
  await own.close();
});

const strangers: [string, () => WalletKey][] = [
  ['of another authority', () => identityOf('merchant.test.shop', null)],
  ['with the key of another one', () => ({ ...identityOf('other'), privateKey: newEcKey() })],
  ['that is damaged', () => ({ ...shop, certificate: Buffer.from('garbage') })],
  ['that is missing', () => ({ ...shop, certificate: null })],
];

for (const [name, identity] of strangers) {
  test(`there is no session with a certificate ${name}`, async () => {
    const asked = server.requests.length;
    const answer = await client.requestSession({ ...request, identity: identity() });
    assert.deepEqual(answer, { kind: 'unknown' });
    assert.equal(server.requests.length, asked);
  });
}

test('a server whose certificate is not trusted is not asked', async () => {
  const asked = server.requests.length;
  const trusting = httpAppleSessions({ url: server.url, timeoutMs: 5000 });
  assert.deepEqual(await trusting.requestSession(request), { kind: 'unknown' });
  assert.equal(server.requests.length, asked);
  await trusting.close();
});

const answers: [string, number, string, 'session' | 'refused' | 'unknown'][] = [
  ['an empty object', 200, '{}', 'session'],
  ['a list', 200, '[{}]', 'unknown'],
  ['a text', 200, '"session"', 'unknown'],
  ['null', 200, 'null', 'unknown'],
  ['a page', 200, '<html>', 'unknown'],
  ['nothing', 200, '', 'unknown'],
  ['an object with another status', 202, '{}', 'unknown'],
  ['400', 400, '{"statusMessage":"bad"}', 'refused'],
  ['401', 401, '', 'refused'],
  ['403', 403, '{}', 'refused'],
  ['404', 404, '{}', 'refused'],
  ['417', 417, '{"statusMessage":"Payment Services Exception"}', 'refused'],
  ['408', 408, '{}', 'unknown'],
  ['429', 429, '{}', 'refused'],
  ['499', 499, '{}', 'refused'],
  ['500', 500, '{}', 'unknown'],
  ['503', 503, '{}', 'unknown'],
];

for (const [name, status, body, kind] of answers) {
  test(`the answer ${name} is ${kind}`, async () => {
    server.behave = (_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    };
    assert.equal((await client.requestSession(request)).kind, kind);
  });
}

for (const status of [301, 302, 307, 308]) {
  test(`a redirect with ${status} is not followed`, async () => {
    const asked = server.requests.length;
    server.behave = (_request, response) => {
      response.writeHead(status, { location: `${server.url}/elsewhere` }).end('{}');
    };
    assert.deepEqual(await client.requestSession(request), { kind: 'unknown' });
    assert.equal(server.requests.length, asked + 1);
  });
}

test('the longest answer is 64 KiB', async () => {
  const lengthOf = async (bytes: number): Promise<string> => {
    const text = JSON.stringify({ a: 'x'.repeat(bytes - 8) });
    assert.equal(text.length, bytes);
    // In pieces, so that no header says how long it will be.
    server.behave = (_request, response) => {
      response.write(text.slice(0, 10));
      response.end(text.slice(10));
    };
    return (await client.requestSession(request)).kind;
  };
  assert.equal(await lengthOf(65_536), 'session');
  assert.equal(await lengthOf(65_537), 'unknown');
});

test('an answer that never comes, or never ends, is given up after the time limit', async () => {
  const hasty = httpAppleSessions({ url: server.url, timeoutMs: 150, ca: server.ca });
  server.behave = () => undefined;
  assert.deepEqual(await hasty.requestSession(request), { kind: 'unknown' });
  server.behave = (_request, response) => void response.write('{');
  assert.deepEqual(await hasty.requestSession(request), { kind: 'unknown' });
  await hasty.close();
});

test('a server that does not even shake hands is given up after the time limit', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await new Promise((resolve) => silent.once('listening', resolve));
  const sockets = new Set<{ destroy(): unknown }>();
  silent.on('connection', (socket) => sockets.add(socket));
  const url = `https://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const hasty = httpAppleSessions({ url, timeoutMs: 150 });
  assert.deepEqual(await hasty.requestSession(request), { kind: 'unknown' });
  for (const socket of sockets) socket.destroy();
  silent.close();
  await hasty.close();
});

test('a connection that breaks is unknown', async () => {
  server.behave = (broken) => broken.socket.destroy();
  assert.deepEqual(await client.requestSession(request), { kind: 'unknown' });
});

test('there are no calls after it was closed', async () => {
  const closed = httpAppleSessions({ url: server.url, timeoutMs: 5000, ca: server.ca });
  await closed.close();
  const asked = server.requests.length;
  assert.deepEqual(await closed.requestSession(request), { kind: 'unknown' });
  assert.equal(server.requests.length, asked);
});
