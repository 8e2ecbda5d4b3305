// Tests of wallet tokens: they are opened here with code of their own, step by step as a recipient
// does it, and their signatures also with OpenSSL.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  constants,
  createDecipheriv,
  createHash,
  createHmac,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  privateDecrypt,
  verify,
} from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Refusal } from '@bramka/gateway/core/refusals.ts';
import { JsonNumber } from '@bramka/gateway/core/json.ts';
import {
  openWalletsFixture,
  memoryRecipients,
  type WalletsFixture,
} from '../../testing/wallets-fixture.ts';
import { isDeviceNumber } from '../devices/ranges.ts';
import {
  appleRootPem,
  createWalletKeys,
  googleRootsJson,
  type WalletTrustKeys,
} from '../trust/wallet-keys.ts';
import { RECIPIENT_ID } from './google-token.ts';
import { issueToken, type IssueParts } from './issue.ts';
import { createRecipients, GATEWAY } from './recipients.ts';
import { readTokenRequest, type TokenBody } from './request.ts';

const NAME = 'merchant.com.shop';
const MERCHANT = '10000001';
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const gateway = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const spki = (key: typeof ec.publicKey): Buffer => key.export({ type: 'spki', format: 'der' });

let fixture: WalletsFixture;
let parts: IssueParts;
let keys: WalletTrustKeys;
const folder = mkdtempSync(join(tmpdir(), 'wallet-tokens-'));
before(async () => {
  fixture = await openWalletsFixture('memory');
  keys = await createWalletKeys(fixture.clock, fixture.random);
  const store = memoryRecipients();
  const at = { certificate: Buffer.of(1), registeredAt: 0 };
  const processing = { kind: 'APAY_PROCESSING', name: NAME, ...at } as const;
  await store.save({ ...processing, algorithm: 'EC', publicKey: spki(ec.publicKey) });
  await store.save({ ...processing, algorithm: 'RSA', publicKey: spki(rsa.publicKey) });
  const own = { kind: 'GPAY_ENCRYPTION', name: GATEWAY, algorithm: 'EC' } as const;
  await store.save({ ...own, ...at, certificate: null, publicKey: spki(gateway.publicKey) });
  const trust = { ...fixture, keys: () => Promise.resolve(keys), recipients: store };
  const recipients = createRecipients({ ...trust, tools: () => undefined });
  parts = { ...trust, recipients };
});
after(async () => {
  rmSync(folder, { recursive: true });
  await fixture?.close();
});

async function issue(fields: object) {
  const body = {
    merchantId: MERCHANT,
    amount: new JsonNumber('12.30'),
    currency: 'PLN',
    ...fields,
  };
  const issued = await issueToken(parts, readTokenRequest(body as TokenBody, fixture.clock));
  const token = JSON.parse(Buffer.from(issued.token, 'base64').toString()) as AppleJson &
    GoogleJson;
  return { ...issued, token };
}

interface AppleJson {
  readonly paymentData: {
    readonly version: string;
    readonly data: string;
    readonly signature: string;
    readonly header: Readonly<Record<string, string>>;
  };
  readonly paymentMethod: object;
  readonly transactionIdentifier: string;
}
interface GoogleJson {
  readonly protocolVersion: string;
  readonly signature: string;
  readonly signedMessage: string;
  readonly intermediateSigningKey: {
    readonly signedKey: string;
    readonly signatures: readonly string[];
  };
}
type Json = Readonly<Record<string, unknown>>;
type Texts = Readonly<Record<string, string>>;
const bytes = (text: unknown): Buffer => Buffer.from(String(text), 'base64');
const apple = (more: object = {}) => issue({ type: 'APAY', name: NAME, ...more });
const google = (more: object = {}) => issue({ type: 'GPAY', ...more });

/** Opens AES-GCM with a nonce of 16 zero bytes and the tag at the end. */
function openGcm(name: 'aes-128-gcm' | 'aes-256-gcm', key: Buffer, data: Buffer): Json {
  const decipher = createDecipheriv(name, key, Buffer.alloc(16));
  decipher.setAuthTag(data.subarray(-16));
  const plain = Buffer.concat([decipher.update(data.subarray(0, -16)), decipher.final()]);
  return JSON.parse(plain.toString()) as Json;
}

function openEc(token: AppleJson): Json {
  const { header, data } = token.paymentData;
  const publicKey = createPublicKey({
    key: bytes(header['ephemeralPublicKey']),
    type: 'spki',
    format: 'der',
  });
  const shared = diffieHellman({ privateKey: ec.privateKey, publicKey });
  const party = createHash('sha256').update(NAME).digest('hex');
  const info = `0d${Buffer.from('id-aes256-GCM').toString('hex')}4170706c65${party}`;
  const input = Buffer.from(`00000001${shared.toString('hex')}${info}`, 'hex');
  return openGcm('aes-256-gcm', createHash('sha256').update(input).digest(), bytes(data));
}

test('an EC_v1 token opens with the key of the merchant and contains a device number', async () => {
  const { token, cardMask } = await apple();
  const inside = openEc(token);
  const number = String(inside['applicationPrimaryAccountNumber']);
  assert.ok(isDeviceNumber(number));
  assert.equal(cardMask, `${number.slice(0, 6)}******${number.slice(-4)}`);
  const { onlinePaymentCryptogram, eciIndicator } = inside['paymentData'] as Json;
  assert.equal(bytes(onlinePaymentCryptogram).length, 20);
  assert.equal(eciIndicator, '05');
  const { expiry = '' } = (await fixture.devices.deviceOf(number)) ?? {};
  assert.deepEqual(
    [inside['applicationExpirationDate'], inside['transactionAmount'], inside['currencyCode']],
    [`${expiry.slice(2)}31`, 1230, '985'],
  );
  assert.equal(inside['paymentDataType'], '3DSecure');
  const { header, version } = token.paymentData;
  assert.equal(version, 'EC_v1');
  const hash = createHash('sha256').update(spki(ec.publicKey)).digest('base64');
  assert.equal(header['publicKeyHash'], hash);
  assert.equal(header['transactionId'], token.transactionIdentifier);
  assert.match(token.transactionIdentifier, /^[0-9a-f]{64}$/);
  assert.deepEqual(token.paymentMethod, {
    displayName: 'Visa 1111',
    network: 'Visa',
    type: 'debit',
  });
});

test('an RSA_v1 token opens with the RSA key of the merchant', async () => {
  const { token } = await apple({ version: 'RSA_v1', card: '5555555555554444', eci: false });
  const { header, data } = token.paymentData;
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  const opener = { key: rsa.privateKey, padding, oaepHash: 'sha256' };
  const key = privateDecrypt(opener, bytes(header['wrappedKey']));
  assert.equal(key.length, 16);
  const inside = openGcm('aes-128-gcm', key, bytes(data));
  assert.match(String(inside['applicationPrimaryAccountNumber']), /^520479\d{10}$/);
  assert.deepEqual(Object.keys(inside['paymentData'] as Json), ['onlinePaymentCryptogram']);
});

test('OpenSSL verifies the signature of a token, with the time that was asked for', async () => {
  const at = '2026-03-04T05:06:07Z';
  for (const version of ['EC_v1', 'RSA_v1']) {
    const { token } = await apple({ version, at });
    const { header, data, signature } = token.paymentData;
    const transported = header['ephemeralPublicKey'] ?? header['wrappedKey'];
    const transaction = Buffer.from(String(header['transactionId']), 'hex');
    const file = (name: string, content: string | Buffer): string => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const content = Buffer.concat([bytes(transported), bytes(data), transaction]);
    const cmsOptions = ['-content', file('content', content), '-inform', 'DER', '-purpose', 'any'];
    const signed = ['-in', file('signature', bytes(signature))];
    const root = ['-CAfile', file('root.pem', appleRootPem(keys))];
    const options = ['cms', '-verify', '-binary', ...cmsOptions, ...signed, ...root];
    const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
    assert.ok(execFileSync('openssl', options, { stdio }).equals(content));
    const shown = execFileSync(
      'openssl',
      ['cms', '-cmsout', '-print', '-inform', 'DER', ...signed],
      { stdio, encoding: 'utf8' },
    );
    assert.match(shown, /Mar {2}4 05:06:07 2026 GMT/);
    const algorithm = version === 'EC_v1' ? 'ecdsa-with-SHA256' : 'sha256WithRSAEncryption';
    assert.match(shown, new RegExp(`signatureAlgorithm: \\s+algorithm: ${algorithm}`));
  }
});

const lengthAndText = (text: string): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(Buffer.byteLength(text));
  return Buffer.concat([length, Buffer.from(text)]);
};
const isSigned = (key: string, fields: readonly string[], signature: unknown): boolean =>
  verify(
    'sha256',
    Buffer.concat(fields.map(lengthAndText)),
    { key: bytes(key), type: 'spki', format: 'der' },
    bytes(signature),
  );

/** Verifies and opens a token as the gateway. */
function openEcv2(token: GoogleJson): Json {
  const { signedKey, signatures } = token.intermediateSigningKey;
  const [root] = googleRootsJson(keys).keys;
  const [first] = signatures;
  assert.ok(isSigned(root?.keyValue ?? '', ['Google', 'ECv2', signedKey], first));
  const { keyValue, keyExpiration } = JSON.parse(signedKey) as Texts;
  assert.ok(Number(keyExpiration) > fixture.clock.now());
  const signed = ['Google', RECIPIENT_ID, 'ECv2', token.signedMessage];
  assert.ok(isSigned(keyValue ?? '', signed, token.signature));
  const message = JSON.parse(token.signedMessage) as Texts;
  const point = bytes(message['ephemeralPublicKey']);
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const shared = diffieHellman({ privateKey: gateway.privateKey, publicKey });
  const input = Buffer.concat([point, shared]);
  const derived = Buffer.from(hkdfSync('sha256', input, Buffer.alloc(32), 'Google', 64));
  const encrypted = bytes(message['encryptedMessage']);
  const mac = createHmac('sha256', derived.subarray(32)).update(encrypted).digest('base64');
  assert.equal(message['tag'], mac);
  const decipher = createDecipheriv('aes-256-ctr', derived.subarray(0, 32), Buffer.alloc(16));
  return JSON.parse(decipher.update(encrypted).toString()) as Json;
}

test('an ECv2 token is signed from the root and opens with the key of the gateway', async () => {
  const { token, cardMask } = await google({ currency: 'JPY', amount: 1230 });
  assert.equal(token.protocolVersion, 'ECv2');
  const { paymentMethodDetails: details, ...inside } = openEcv2(token);
  const { pan, cryptogram, ...rest } = details as Json;
  const messageId = String(inside['messageId']);
  assert.deepEqual(inside, {
    gatewayMerchantId: MERCHANT,
    messageExpiration: String(fixture.clock.now() + 60 * 60_000),
    messageId,
    paymentMethod: 'CARD',
  });
  assert.ok(isDeviceNumber(String(pan)) && cardMask.endsWith(String(pan).slice(-4)));
  assert.equal(bytes(cryptogram).length, 20);
  const { expiry = '' } = (await fixture.devices.deviceOf(String(pan))) ?? {};
  assert.deepEqual(rest, {
    expirationYear: Number(expiry.slice(0, 4)),
    expirationMonth: Number(expiry.slice(4)),
    authMethod: 'CRYPTOGRAM_3DS',
    eciIndicator: '05',
  });
  assert.notEqual(openEcv2((await google()).token)['messageId'], messageId);
});

test('a PAN_ONLY token contains the card itself and no proof', async () => {
  const more = { authMethod: 'PAN_ONLY', card: '4917110020000007', expDate: '203102' };
  const { token, cardMask } = await google({ ...more, at: '2026-03-04T05:06:07.089Z' });
  const inside = openEcv2(token);
  assert.equal(cardMask, '491711******0007');
  assert.equal(inside['messageExpiration'], String(Date.parse('2026-03-04T05:06:07.089Z')));
  assert.deepEqual(inside['paymentMethodDetails'], {
    expirationYear: 2031,
    expirationMonth: 2,
    pan: '4917110020000007',
    authMethod: 'PAN_ONLY',
  });
});

test('without a registered key the wallet is not set up', async () => {
  const isRefused = (error: unknown) =>
    error instanceof Refusal && error.code === 'WALLET_NOT_SET_UP';
  await assert.rejects(apple({ name: 'merchant.com.other' }), isRefused);
  await assert.rejects(issue({ type: 'APAY' }), isRefused, 'the default name');
});

const bad: [field: string, change: object][] = [
  ['amount', { amount: new JsonNumber('0') }],
  ['amount', { amount: new JsonNumber('1.234') }],
  ['amount', { amount: '12' }],
  ['amount', { amount: undefined }],
  ['currency', { currency: 'XXX' }],
  ['currency', { currency: 'pln' }],
  ['card', { card: '4111111111111112' }],
  ['card', { card: '4895390000000005' }],
  ['card', { card: '9111111111111118' }],
  ['version', { type: 'GPAY', version: 'EC_v1' }],
  ['authMethod', { authMethod: 'PAN_ONLY' }],
  ['eci', { type: 'GPAY', name: undefined, authMethod: 'PAN_ONLY', eci: false }],
  ['name', { type: 'GPAY', name: NAME }],
  ['at', { at: '2026-13-01T00:00:00Z' }],
  ['at', { at: 'yesterday' }],
];
for (const [field, change] of bad) {
  test(`refuses ${field} in ${JSON.stringify(change)}`, async () => {
    await assert.rejects(apple(change), (error: unknown) => {
      assert.ok(error instanceof Refusal);
      assert.equal(error.code, 'INVALID_REQUEST');
      assert.equal(error.details[0]?.field, field);
      return true;
    });
  });
}
