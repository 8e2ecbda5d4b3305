// Tests of the wallets that the settings connect: those that are configured, with the content of
// their files as loaded last.
import { deepEqual, equal, rejects } from 'node:assert/strict';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { publicJwk } from './core/jose/p256.ts';
import { makeRoot } from '@bramka/test/support/wallets/trust/make-root.ts';
import { p256, spki } from '@bramka/test/support/wallets/google/issue-token.ts';
import { readConfig } from './config.ts';
import { httpProviders } from './connect-providers.ts';
import { BadTrustFile } from './wallets/trust/trust-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'bramka-wallets-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const key = p256();
const googleRoots = (keyValue: string): string =>
  JSON.stringify({ keys: [{ keyValue, protocolVersion: 'ECv2', keyExpiration: '2154841200000' }] });

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function connect(env: Record<string, string>) {
  const config = readConfig(env);
  const clock = { now: () => Date.UTC(2026, 10, 16) };
  const logger = { warn: () => undefined, error: () => undefined };
  const connected = await httpProviders({ config, clock, logger } as never);
  return { services: connected.wallets ?? {}, close: () => connected.close() };
}

const google = () => ({
  BRAMKA_GPAY_GATEWAY: 'bramka',
  BRAMKA_GPAY_MERCHANT_ID: 'BCR2DN4T',
  BRAMKA_GPAY_ROOTS_FILE: file('google.json', googleRoots(spki(key))),
});

test('without settings no wallet is connected', async () => {
  const { services, close } = await connect({});
  deepEqual(services, { trustFiles: [] });
  await close();
});

test('Google Pay has its recipient and the root keys as loaded last', async () => {
  const env = google();
  const { services, close } = await connect(env);
  deepEqual(Object.keys(services).toSorted(), ['google', 'trustFiles']);
  equal(services.google?.recipientId, 'gateway:bramka');
  equal(services.google?.merchantId, 'BCR2DN4T');
  const values = () => services.google?.roots().map(({ keyValue }) => keyValue);
  deepEqual(values(), [spki(key)]);
  const other = spki(p256());
  writeFileSync(env.BRAMKA_GPAY_ROOTS_FILE, googleRoots(other));
  utimesSync(env.BRAMKA_GPAY_ROOTS_FILE, 1, 1);
  equal(await services.trustFiles?.[0]?.refresh(), true);
  deepEqual(values(), [other]);
  await close();
});

test('Apple Pay has its roots and asks its gateway for sessions', async () => {
  const { services, close } = await connect({
    BRAMKA_APAY_URL: 'http://127.0.0.1:9',
    BRAMKA_APAY_ROOTS_FILE: file('apple.pem', makeRoot(key)),
  });
  deepEqual(Object.keys(services).toSorted(), ['apple', 'trustFiles']);
  deepEqual(
    services.apple?.roots().map(({ subject }) => subject),
    ['O=Bramka Tests\nCN=Root'],
  );
  equal(typeof services.apple?.requestSession, 'function');
  await close();
});

test('Click to Pay has its script and keys, and confirms at its address', async () => {
  const jwk = { ...publicJwk(key), kid: 'k1' };
  const { services, close } = await connect({
    BRAMKA_C2P_URL: 'http://127.0.0.1:9/confirmations',
    BRAMKA_C2P_KEY: 'k',
    BRAMKA_C2P_SDK_URL: 'https://c2p.example/sdk.js',
    BRAMKA_C2P_KEYS_FILE: file('c2p.json', JSON.stringify({ keys: [jwk] })),
  });
  deepEqual(Object.keys(services).toSorted(), ['clickToPay', 'trustFiles']);
  equal(services.clickToPay?.sdkUrl(), 'https://c2p.example/sdk.js');
  deepEqual(services.clickToPay?.keys(), [jwk]);
  const confirmation = {
    correlationId: 'c1',
    dpaId: 'd1',
    paymentId: 'p1',
    isSuccess: true,
    amountMinor: 1n,
    currency: 'PLN',
  };
  equal(await services.clickToPay?.confirm(confirmation), 'unknown', 'nobody listens there');
  await close();
});

test('a bad file connects nothing', async () => {
  const env = { ...google(), BRAMKA_GPAY_ROOTS_FILE: file('bad.json', '{}') };
  await rejects(connect(env), BadTrustFile);
});
