// Tokens of the simulated wallets, opened by the gateway's own code: the two sides are written
// independently of each other.
import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, X509Certificate, type KeyObject } from 'node:crypto';
import { after, before, test } from 'node:test';
import { JsonNumber } from '@bramka/gateway/core/json.ts';
import { open } from '@bramka/gateway/core/secret.ts';
import { openAppleToken } from '@bramka/gateway/wallets/apple/open-apple-token.ts';
import type { WalletKey } from '@bramka/gateway/wallets/credentials/credential.ts';
import { openGoogleToken } from '@bramka/gateway/wallets/google/open-google-token.ts';
import type { WalletOpening } from '@bramka/gateway/wallets/wallet-card.ts';
import {
  memoryRecipients,
  openWalletsFixture,
  type WalletsFixture,
} from '@bramka/sandbox/testing/wallets-fixture.ts';
import { RECIPIENT_ID } from '@bramka/sandbox/wallets/tokens/google-token.ts';
import { issueToken, type IssueParts } from '@bramka/sandbox/wallets/tokens/issue.ts';
import { createRecipients, GATEWAY } from '@bramka/sandbox/wallets/tokens/recipients.ts';
import { readTokenRequest, type TokenBody } from '@bramka/sandbox/wallets/tokens/request.ts';
import {
  createWalletKeys,
  googleRootsJson,
  type WalletTrustKeys,
} from '@bramka/sandbox/wallets/trust/wallet-keys.ts';

const NAME = 'merchant.com.shop';
const MERCHANT = '10000001';
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const spki = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });

const walletKey = (pair: typeof ec, overrides: Partial<WalletKey> = {}): WalletKey => ({
  credentialId: '00000000-0000-7000-8000-000000000001',
  kind: 'APAY_PROCESSING',
  merchantId: MERCHANT,
  name: NAME,
  privateKey: pair.privateKey,
  publicKeyHash: createHash('sha256').update(spki(pair.publicKey)).digest(),
  certificate: null,
  expiresAt: null,
  ...overrides,
});

let fixture: WalletsFixture;
let parts: IssueParts;
let trust: WalletTrustKeys;
before(async () => {
  fixture = await openWalletsFixture('memory');
  trust = await createWalletKeys(fixture.clock, fixture.random);
  const store = memoryRecipients();
  const shared = { name: NAME, certificate: Buffer.of(1), registeredAt: 0 };
  const processing = { ...shared, kind: 'APAY_PROCESSING' } as const;
  await store.save({ ...processing, algorithm: 'EC', publicKey: spki(ec.publicKey) });
  await store.save({ ...processing, algorithm: 'RSA', publicKey: spki(rsa.publicKey) });
  const own = { ...shared, kind: 'GPAY_ENCRYPTION', name: GATEWAY, certificate: null } as const;
  await store.save({ ...own, algorithm: 'EC', publicKey: spki(ec.publicKey) });
  const base = { ...fixture, keys: () => Promise.resolve(trust), recipients: store };
  parts = { ...base, recipients: createRecipients({ ...base, tools: () => undefined }) };
});
after(() => fixture?.close());

async function issue(fields: object): Promise<string> {
  const amount = new JsonNumber('12.30');
  const body = { merchantId: MERCHANT, amount, currency: 'PLN', ...fields };
  return (await issueToken(parts, readTokenRequest(body as TokenBody, fixture.clock))).token;
}

const openApple = (token: string, keys: readonly WalletKey[]): WalletOpening =>
  openAppleToken(token, {
    roots: [new X509Certificate(trust.appleRoot)],
    keys,
    at: fixture.clock.now(),
  });

function openGoogle(token: string, overrides: object = {}): WalletOpening {
  const keys = [walletKey(ec, { kind: 'GPAY_ENCRYPTION', merchantId: null, name: GATEWAY })];
  const roots = googleRootsJson(trust).keys.map((key) => ({
    ...key,
    keyExpiration: Number(key.keyExpiration),
  }));
  const at = fixture.clock.now();
  const opener = { roots, recipientId: RECIPIENT_ID, keys, merchantId: MERCHANT, at, ...overrides };
  return openGoogleToken(token, opener);
}

function opened(opening: WalletOpening) {
  if (opening.kind !== 'opened') return assert.fail(opening.kind);
  const { card, amount, tokenId } = opening.token;
  const cryptogram = card.cryptogram && open(card.cryptogram);
  return {
    ...card,
    amount,
    tokenId,
    cryptogram,
    number: open(card.number),
    expiry: open(card.expiry),
  };
}

for (const version of ['EC_v1', 'RSA_v1'] as const) {
  const pair = version === 'EC_v1' ? ec : rsa;
  test(`the gateway opens Apple Pay tokens of version ${version}`, async () => {
    const token = await issue({ type: 'APAY', name: NAME, version });
    const keys = [walletKey(rsa), walletKey(ec)];
    const card = opened(openApple(token, keys));
    const device = await fixture.devices.deviceOf(card.number);
    assert.equal(device?.card, '4111111111111111');
    assert.equal(device.expiry, card.expiry);
    assert.deepEqual([card.numberType, card.eci], ['NETWORK_TOKEN', '05']);
    assert.deepEqual(card.amount, { minor: 1230n, currency: 'PLN' });
    const use = { merchantId: MERCHANT, amountMinor: 1230n, currency: 'PLN', eci: '05' };
    const { cryptogram } = card;
    assert.ok(cryptogram);
    const attemptId = fixture.ids.next();
    assert.ok(await fixture.devices.useCryptogram(card.number, { ...use, cryptogram, attemptId }));
    const other = walletKey(pair, { name: 'merchant.com.other' });
    if (version === 'EC_v1') assert.equal(openApple(token, [other]).kind, 'refused');
    assert.equal(openApple(token, []).kind, 'refused');
    const late = new Date(fixture.clock.now() - 60 * 60_000).toISOString();
    const expired = await issue({ type: 'APAY', name: NAME, version, at: late });
    assert.equal(openApple(expired, keys).kind, 'expired');
    const bare = await issue({ type: 'APAY', name: NAME, version, eci: false });
    assert.equal(opened(openApple(bare, keys)).eci, null);
  });
}

test('the gateway opens Google Pay tokens of both kinds', async () => {
  const card = opened(openGoogle(await issue({ type: 'GPAY' })));
  assert.equal((await fixture.devices.deviceOf(card.number))?.card, '4111111111111111');
  assert.deepEqual([card.numberType, card.eci], ['NETWORK_TOKEN', '05']);
  const token = await issue({ type: 'GPAY', authMethod: 'PAN_ONLY', expDate: '203102' });
  const { number, expiry, numberType, cryptogram, eci } = opened(openGoogle(token));
  assert.deepEqual(
    { number, expiry, numberType, cryptogram, eci },
    {
      number: '4111111111111111',
      expiry: '203102',
      numberType: 'PAN',
      cryptogram: null,
      eci: null,
    },
  );
  assert.equal(openGoogle(token, { merchantId: '10000002' }).kind, 'refused');
  assert.equal(openGoogle(token, { recipientId: 'gateway:other' }).kind, 'refused');
  const late = new Date(fixture.clock.now() - 1).toISOString();
  assert.equal(openGoogle(await issue({ type: 'GPAY', at: late })).kind, 'expired');
});

test('a token of other simulated wallets is refused', async () => {
  const [apple, google] = [
    await issue({ type: 'APAY', name: NAME }),
    await issue({ type: 'GPAY' }),
  ];
  const before = trust;
  trust = await createWalletKeys(fixture.clock, fixture.random);
  try {
    assert.equal(openApple(apple, [walletKey(ec)]).kind, 'refused');
    assert.equal(openGoogle(google).kind, 'refused');
  } finally {
    trust = before;
  }
});
