// The simulated wallets over HTTP: tokens, the developer portal, the roots, and what an address
// without a key can do with them.
import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { after, before, test } from 'node:test';
import { openGoogleToken } from '@bramka/gateway/wallets/google/open-google-token.ts';
import { certificateRequest } from '@bramka/gateway/wallets/credentials/certificate-request.ts';
import type { Json } from '../support/client.ts';
import { anyDatabase } from '../support/installation.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';

let gateway: BorrowedGateway;
before(async () => {
  gateway = await sharedGateway(anyDatabase);
});
after(() => gateway?.release());

const wallets = '/sandbox/wallets';
const order = { amount: 12.3, currency: 'PLN' };
const post = (path: string, body: Json) => gateway.call('POST', `${wallets}${path}`, { body });

test('every merchant gets tokens of both wallets; an unknown merchant gets none', async () => {
  const { merchantId } = await gateway.addMerchant();
  for (const type of ['APAY', 'GPAY']) {
    const reply = await post('/tokens', { type, merchantId, ...order });
    assert.equal(reply.status, 200, reply.text);
    assert.match(String(reply.body['cardMask']), /^489539\*{6}\d{4}$/);
    const token = Buffer.from(String(reply.body['token']), 'base64').toString();
    assert.match(token, type === 'APAY' ? /"version":"EC_v1"/ : /"protocolVersion":"ECv2"/);
  }
  const unknown = await post('/tokens', { type: 'APAY', merchantId: '99999999', ...order });
  assert.deepEqual([unknown.status, unknown.body['code']], [404, 'MERCHANT_NOT_FOUND']);
});

test('tokens can be verified with the roots that the sandbox publishes', async () => {
  const pem = await gateway.call('GET', `${wallets}/roots/apple.pem`);
  const root = new X509Certificate(pem.text);
  assert.ok(root.verify(root.publicKey));
  assert.match(root.subject, /O=Bramka Sandbox/);
  const reply = await gateway.call<GoogleFile>('GET', `${wallets}/roots/google.json`);
  const { environment, keys } = reply.body;
  assert.equal(environment, 'SANDBOX');
  const roots = keys.map((key) => ({ ...key, keyExpiration: Number(key.keyExpiration) }));
  const { merchantId } = await gateway.addMerchant();
  const issued = await post('/tokens', { type: 'GPAY', merchantId, ...order });
  const opener = { roots, recipientId: 'gateway:bramka-sandbox', merchantId, at: Date.now() };
  // Without the key of the gateway nobody opens it.
  assert.equal(
    openGoogleToken(String(issued.body['token']), { ...opener, keys: [] }).kind,
    'refused',
  );
});

interface GoogleFile {
  readonly environment: string;
  readonly keys: readonly {
    readonly keyValue: string;
    readonly protocolVersion: string;
    readonly keyExpiration: string;
  }[];
}

test('the portal certifies a request of the gateway', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = 'merchant.com.portal-test';
  const order = { csr: certificateRequest(name, privateKey), kind: 'APAY_PROCESSING', name };
  const reply = await post('/certificates', order);
  const certificate = new X509Certificate(String(reply.body['certificate']));
  assert.ok(certificate.publicKey.equals(publicKey));
  const hash = createHash('sha256').update(name).digest('hex').toUpperCase();
  assert.ok(certificate.raw.includes(hash));
  const wrong: [field: string, change: Json][] = [
    ['csr', { csr: 'x' }],
    ['csr', { csr: 7 }],
    ['kind', { kind: 'GPAY_ENCRYPTION' }],
    ['name', { name: 'a/b' }],
    ['name', { name: undefined }],
  ];
  for (const [field, change] of wrong) {
    const refused = await post('/certificates', { ...order, ...change });
    const [detail] = refused.body['details'] as { field: string }[];
    assert.deepEqual([refused.status, detail?.field], [400, field]);
  }
});

test('a page of another site cannot ask for tokens', async () => {
  const headers = { origin: 'https://elsewhere.example' };
  const body = { type: 'GPAY', merchantId: '10000001', ...order };
  const reply = await gateway.call('POST', `${wallets}/tokens`, { body, headers });
  assert.deepEqual([reply.status, reply.body['code']], [403, 'FOREIGN_ORIGIN']);
});
