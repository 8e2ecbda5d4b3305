// Tests of the party as a whole, without a gateway in its process: what it registers over HTTP and
// encrypts to, how it answers session requests, its faults, and keys that are stored once.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash, createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { createIds } from '@bramka/gateway/core/id.ts';
import { seededRandom } from '@bramka/gateway/core/testing/seeded-random.ts';
import { handClock } from '@bramka/gateway/core/testing/hand-clock.ts';
import type { Database } from '@bramka/gateway/storage/database.ts';
import { createTestDatabase } from '@bramka/test/support/database.ts';
import type { Fault } from '../party/fault.ts';
import type { OpenParty, PartyContext } from '../party/party.ts';
import { backingsWith, openBacking, type OpenBacking } from '../testing/backing.ts';
import { WALLETS_SECRET } from '../testing/wallets-fixture.ts';
import { serveParty } from '../party/testing/serve-party.ts';
import { createWalletSafe } from './devices/safe.ts';
import { walletsParty } from './party.ts';
import { loadWalletKeys, sqlRecipientStore } from './trust/wallet-keys.store.ts';
import { createWalletKeys } from './trust/wallet-keys.ts';

const clock = handClock();
const random = seededRandom(17);
const TIMEOUT_MS = 1_000;
const backing = backingsWith(process.env['BRAMKA_TEST_POSTGRES']).at(-1) ?? 'embedded';
let opened: OpenBacking;
let database: Database;
let party: OpenParty;
let app: FastifyInstance;
let fault: Omit<Fault, 'provider'> | undefined;

before(async () => {
  opened = await openBacking(backing, createTestDatabase);
  database = opened.database ?? assert.fail();
  const context: PartyContext = {
    database,
    journal: opened.journal(),
    clock,
    ids: createIds(clock, random),
    random,
    faults: { take: (provider) => Promise.resolve(fault && { provider, ...fault }) },
    maxInFlightMs: Infinity,
    publicUrl: () => 'http://sandbox.example',
    prefix: '',
    keyOf: () => null,
    mayCall: () => false,
    gatewayCredentials: () => undefined,
    peer: () => assert.fail(),
  };
  party = walletsParty.open(context);
  app = serveParty('/wallets', party.routes);
  await app.ready();
});
after(async () => {
  await app?.close();
  await opened?.close();
});

async function post(url: string, payload: object) {
  const reply = await app.inject({ method: 'POST', url, payload });
  return { status: reply.statusCode, body: reply.json<Record<string, unknown>>() };
}
const order = { merchantId: '10000001', amount: 12.3, currency: 'PLN' };

test('tokens are encrypted to what was registered, and to nobody before that', async () => {
  for (const type of ['APAY', 'GPAY']) {
    const early = await post('/wallets/tokens', { type, ...order });
    assert.deepEqual([early.status, early.body['code']], [409, 'WALLET_NOT_SET_UP']);
  }
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicKey = pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const registered = await post('/wallets/google/keys', { publicKey });
  assert.deepEqual(registered.body, { gatewayId: 'bramka-sandbox' });
  assert.equal((await post('/wallets/tokens', { type: 'GPAY', ...order })).status, 200);
  const name = 'merchant.sandbox.10000001';
  const certified = await post('/wallets/certificates', { ...requestOf(name), name });
  assert.equal(certified.status, 200);
  const token = await post('/wallets/tokens', { type: 'APAY', ...order });
  assert.equal(token.status, 200);
  const { paymentData } = JSON.parse(
    Buffer.from(String(token.body['token']), 'base64').toString(),
  ) as { paymentData: { header: { publicKeyHash: string } } };
  const store = sqlRecipientStore(database);
  const stored = await store.find('APAY_PROCESSING', name, 'EC');
  const { publicKey: own } = new X509Certificate(String(certified.body['certificate']));
  const spki = own.export({ type: 'spki', format: 'der' });
  assert.deepEqual(Buffer.from(stored?.publicKey ?? []), spki);
  const hash = createHash('sha256').update(spki).digest('base64');
  assert.equal(paymentData.header.publicKeyHash, hash);
  const again = await post('/wallets/certificates', { ...requestOf(name), name });
  const newest = await store.find('APAY_PROCESSING', name, 'EC');
  const second = new X509Certificate(String(again.body['certificate']));
  assert.ok(Buffer.from(newest?.certificate ?? []).equals(second.raw), 'the newest one');
});

const bad: [field: string, change: object][] = [
  ['type', { type: 'C2P' }],
  ['type', { type: undefined }],
  ['merchantId', { merchantId: '' }],
  ['amount', { amount: '12' }],
  ['card', { card: '4111 1111 1111 1111' }],
  ['expDate', { expDate: '203013' }],
  ['version', { version: 'EC_v2' }],
  ['authMethod', { type: 'GPAY', authMethod: 'NONE' }],
  ['eci', { eci: 'false' }],
  ['name', { name: 'a|b' }],
];
for (const [field, change] of bad) {
  test(`refuses a token with ${field} of ${JSON.stringify(change)}`, async () => {
    const refused = await post('/wallets/tokens', { type: 'APAY', ...order, ...change });
    const [detail] = refused.body['details'] as { field: string }[];
    assert.deepEqual([refused.status, detail?.field], [400, field]);
  });
}

test('the sheet names the field that is wrong in its address', async () => {
  const fields = { type: 'APAY', merchantId: '10000001', amount: '12.30', currency: 'PLN' };
  const show = async (change: object): Promise<[number, string]> => {
    const query = { ...fields, ...change } as Record<string, string>;
    const { statusCode, body } = await app.inject({ url: '/wallets/sheet', query });
    return [statusCode, body];
  };
  assert.equal((await show({}))[0], 200);
  const wrong = [
    ...[{ type: 'C2P' }, { merchantId: 'ą' }, { amount: 'x' }, { currency: 'XXX' }],
    ...[{ currency: 'pln' }, { name: 'a|b' }, { origin: 'https://shop.example/' }],
    ...[{ shop: 'x'.repeat(129) }, { type: 'GPAY', name: 'merchant.com.shop' }],
  ];
  for (const change of wrong) {
    const [status, page] = await show(change);
    const field = Object.keys(change).at(-1) ?? '';
    assert.equal(status, 400);
    assert.match(page, new RegExp(`lang="en">${field} must `));
  }
});

test('keys that are no public key on P-256 are not registered', async () => {
  const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey;
  const other = p384.export({ type: 'spki', format: 'der' }).toString('base64');
  for (const publicKey of [undefined, 7, '', 'AAAA', other]) {
    const refused = await post('/wallets/google/keys', { publicKey });
    const [detail] = refused.body['details'] as { field: string }[];
    assert.deepEqual([refused.status, detail?.field], [400, 'publicKey']);
  }
});

/** A key and its certificate request, made by OpenSSL. */
function requestOf(name: string, kind = 'APAY_PROCESSING') {
  const curve = ['-pkeyopt', 'ec_paramgen_curve:P-256'];
  const options = ['req', '-new', '-newkey', 'ec', ...curve, '-nodes', '-keyout', '-'];
  const request = execFileSync('openssl', [...options, '-subj', `/CN=${name}`], {
    encoding: 'utf8',
    stdio: 'pipe',
  });
  const csr = request.slice(request.indexOf('-----BEGIN CERTIFICATE REQUEST-----'));
  return {
    csr,
    kind,
    key: request.slice(0, request.indexOf('-----BEGIN CERTIFICATE REQUEST-----')),
  };
}

test('answers session requests over its connection; faults make the answer unknown', async () => {
  const name = 'merchant.com.shop';
  const { key, ...request } = requestOf(name, 'APAY_IDENTITY');
  const { body } = await post('/wallets/certificates', { ...request, name });
  const identity = {
    credentialId: '1',
    kind: 'APAY_IDENTITY' as const,
    merchantId: '10000001',
    name,
    privateKey: createPrivateKey(key),
    publicKeyHash: Buffer.alloc(32),
    certificate: new X509Certificate(String(body['certificate'])).raw,
    expiresAt: null,
  };
  const { apple, google } = party.connect?.(TIMEOUT_MS).wallets ?? {};
  assert.ok(apple && google);
  const ask = (change: object = {}) =>
    apple.requestSession({
      identity: { ...identity, ...change },
      displayName: 'Shop',
      domain: 'shop.example',
    });
  const answer = await ask();
  assert.equal(answer.kind, 'session');
  assert.equal((await ask({ name: 'merchant.com.other' })).kind, 'refused');
  assert.equal((await ask({ certificate: null })).kind, 'refused');
  fault = { outage: true };
  assert.equal((await ask()).kind, 'unknown');
  for (const lost of [{ timeout: true }, { dropAnswer: true }]) {
    fault = lost;
    const asking = ask();
    while (clock.sleeping() === 0) await new Promise(setImmediate);
    clock.advance(TIMEOUT_MS);
    assert.equal((await asking).kind, 'unknown');
  }
  fault = undefined;
  const [root] = apple.roots();
  const published = await app.inject({ url: '/wallets/roots/apple.pem' });
  assert.equal(root?.toString(), published.body);
  const { keys } = (await app.inject({ url: '/wallets/roots/google.json' })).json<{
    keys: { keyValue: string; keyExpiration: string }[];
  }>();
  assert.equal(google.recipientId, 'gateway:bramka-sandbox');
  const shown = google.roots().map((one) => ({ ...one, keyExpiration: String(one.keyExpiration) }));
  assert.deepEqual(shown, keys);
});

test('two nodes that start at once use the same keys, which are stored sealed', async () => {
  const emptyBacking = await openBacking(backing, createTestDatabase);
  const empty = emptyBacking.database ?? assert.fail();
  const safe = createWalletSafe(WALLETS_SECRET, random);
  const keys = await createWalletKeys(clock, random);
  const load = () => loadWalletKeys(empty, safe, () => createWalletKeys(clock, random));
  const [one, two] = await Promise.all([load(), load()]);
  const third = await loadWalletKeys(empty, safe, () => assert.fail('the keys are stored'));
  for (const loaded of [two, third]) {
    assert.deepEqual(loaded.appleRoot, one.appleRoot);
    assert.ok(loaded.googleRoot.equals(one.googleRoot));
    assert.ok(loaded.appleRsaSigner.key.equals(one.appleRsaSigner.key));
    assert.ok(loaded.portal.key.equals(one.portal.key));
  }
  assert.ok(!one.googleRoot.equals(keys.googleRoot));
  const [row] = await empty.run<{ sealed: Uint8Array }>({
    name: '',
    text: 'select sealed_keys as sealed from sandbox.wallet_keys',
  });
  const stored = Buffer.from(row?.sealed ?? []);
  const scalar = Buffer.from(String(one.googleRoot.export({ format: 'jwk' }).d), 'base64url');
  assert.ok(stored.length > 1000 && !stored.includes(scalar));
  assert.ok(!stored.includes(Buffer.from('appleRoot')));
  await emptyBacking.close();
});
