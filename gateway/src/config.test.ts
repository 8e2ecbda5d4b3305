// Tests of the settings of this gateway: the defaults of the contract, contradictions, and the
// services outside.
import { deepEqual, equal, fail, match, ok, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { listVariables, readConfig, standardDeclared } from './config.ts';
import { cardSettings } from './cards/settings.ts';
import { encryptionSettings } from './encryption/settings.ts';
import { eventSettings } from './events/settings.ts';
import { budgetSettings } from './http/budget/budget-settings.ts';
import { guardSettings } from './http/guard/guard-settings.ts';
import { limitSettings } from './http/limits.ts';
import { processSettings } from './http/system/process-settings.ts';
import { BadConfig, type Env } from './settings/read-settings.ts';
import type { Setting, Table } from './settings/setting.ts';
import { masterKeySettings } from './storage/keys/key-settings.ts';
import { threeDSSettings } from './threeds/directory/settings.ts';

const problems = (env: Env): readonly string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    ok(error instanceof BadConfig);
    return error.sentences;
  }
};

test('the defaults are those of the contract', () => {
  const expected = {
    encryptionKeyDays: 30,
    encryptionKeyKeepHours: 24,
    encryptedFieldSeconds: 600,
    deliveryLogDays: 30,
    testEventsPerSecond: 1,
    replayedEventsPerSecond: 100,
    guessesPerAgreement: 5,
    guessesPerMerchant: 50,
    guessesPerAddress: 100,
    searchMisses: 20,
    declinesPerAddress: 50,
    declinesPerOrder: 10,
    declinesPerRange: 100,
    declinesPerMerchant: 500,
    declineShare: 60,
    slowTriesPerMinute: 6,
    cardTriesPerSecond: 10,
    merchantPerSecond: 500,
    addressPerSecond: 1000,
    clientPerSecond: 20,
    cardLookupsPerSecond: 20,
    authFailuresPerSecond: 10,
    bodyBytes: 64 * 1024,
    jsonDepth: 32,
    jsonStringLength: 16_384,
    inFlight: 2000,
    openRequestsPerAddress: 500,
    connectionsPerAddress: 1000,
    connections: 10_000,
    headerBytes: 16 * 1024,
    headerTimeoutMs: 5000,
    requestTimeoutMs: 10_000,
    keepAliveTimeoutMs: 75_000,
    providerTimeoutMs: 10_000,
    providerMaxInFlightMs: 60_000,
    challengeTimeoutMs: 600_000,
    securityCodeMs: 900_000,
  };
  const config: Readonly<Record<string, unknown>> = { ...readConfig({}) };
  deepEqual(Object.fromEntries(Object.keys(expected).map((key) => [key, config[key]])), expected);
});

const contradictions: [env: Record<string, string>, sentence: RegExp][] = [
  [{ BRAMKA_REQUEST_TIMEOUT_MS: '4999' }, /^BRAMKA_REQUEST_TIMEOUT_MS must be at least BRAMKA_HE/],
  [{ BRAMKA_CONNECTIONS_PER_ADDRESS: '500' }, /^BRAMKA_CONNECTIONS_PER_ADDRESS must be greater th/],
  [{ BRAMKA_PROVIDER_MAX_IN_FLIGHT_MS: '9999' }, /^BRAMKA_PROVIDER_MAX_IN_FLIGHT_MS must be at l/],
];
for (const [env, sentence] of contradictions) {
  test(`${Object.entries(env).flat().join(' ')} is refused`, () => {
    const [first = '', ...others] = problems(env);
    match(first, sentence);
    deepEqual(others, []);
  });
}

test('limits that differ by one are accepted', () => {
  equal(readConfig({ BRAMKA_REQUEST_TIMEOUT_MS: '5000' }).requestTimeoutMs, 5000);
  equal(readConfig({ BRAMKA_CONNECTIONS_PER_ADDRESS: '501' }).connectionsPerAddress, 501);
  equal(readConfig({ BRAMKA_CONNECTIONS_PER_ADDRESS: '0' }).connectionsPerAddress, 0);
  equal(readConfig({ BRAMKA_PROVIDER_MAX_IN_FLIGHT_MS: '10000' }).providerMaxInFlightMs, 10_000);
});

test('no variable and no field is declared twice', () => {
  const names = listVariables().map(([name]) => name);
  equal(new Set(names).size, names.length);
  const tables: readonly Table[] = [
    processSettings,
    masterKeySettings,
    threeDSSettings,
    cardSettings,
    encryptionSettings,
    eventSettings,
    guardSettings,
    limitSettings,
    budgetSettings,
  ];
  const fields = tables.flatMap((table) => Object.keys(table));
  deepEqual(fields.toSorted(), [...new Set(fields)].toSorted());
  const config = readConfig({});
  for (const field of fields) ok(field in config, field);
});

test('keys, secrets and the database URL are secret', () => {
  for (const [name, , , isSecret] of listVariables()) {
    equal(isSecret, /_(KEY|SECRET|KEY_NEXT)$|^DATABASE_URL$/.test(name), name);
  }
});

test('no sentence and no text of the settings repeats a secret', () => {
  const secrets = listVariables().filter(([, , , isSecret]) => isSecret);
  const env = Object.fromEntries(secrets.map(([name]) => [name, 'canary value']));
  const told = problems({ ...env, BRAMKA_ENV: 'production' });
  ok(told.length > 0);
  ok(!told.join().includes('canary'), told.join());
  const own = { BRAMKA_ADMIN_KEY: 'canary', BRAMKA_DS_KEY: 'canary', BRAMKA_MASTER_KEY: 'canary' };
  const blik = { BRAMKA_BLIK_URL: 'https://blik.example', BRAMKA_BLIK_KEY: 'canary' };
  const config = readConfig({ ...own, ...blik, DATABASE_URL: 'postgres://me:canary@db/shop' });
  ok(!inspect(config, { depth: 9 }).includes('canary'));
  ok(!JSON.stringify(config).includes('canary'));
});

const { providers, tokenServices, wallets } = standardDeclared;
const services = [...providers, ...tokenServices, ...wallets];

/** Values of the different forms of settings. */
const samples = [
  '1',
  '616',
  '4000',
  'true',
  'off',
  'SHA512',
  'https://x.example',
  'x.example:1',
  'acct_1',
  'ab'.repeat(16),
  'ab'.repeat(32),
  Buffer.alloc(32, 7).toString('base64'),
];
const sampleOf = (setting: Setting<unknown>): string =>
  samples.find((value) => setting.parse(value) !== undefined) ??
  fail(`no value for ${setting.name}`);

test('every service outside is complete, or not set at all', () => {
  for (const { settings } of services) {
    const [first, ...rows] = Object.values(settings);
    for (const row of rows) {
      const { name, mayBeAlone = false } = row;
      const sentences = mayBeAlone ? [] : [`${name} needs ${first?.name ?? ''}`];
      deepEqual(problems({ [name]: sampleOf(row) }), sentences, name);
    }
  }
});

test('a bank transfer service has a number of up to ten digits, a token service 32 bytes', () => {
  const autopay = { BRAMKA_AUTOPAY_URL: 'https://pay.example', BRAMKA_AUTOPAY_KEY: 'k' };
  for (const id of ['0', '12345678901', '1a', '-1']) {
    const sentence = 'BRAMKA_AUTOPAY_SERVICE_ID must be a number of 1 to 10 digits';
    deepEqual(problems({ ...autopay, BRAMKA_AUTOPAY_SERVICE_ID: id }), [sentence]);
  }
  deepEqual(problems({ ...autopay, BRAMKA_AUTOPAY_SERVICE_ID: '1234567890' }), []);
  const vts = { BRAMKA_VTS_URL: 'https://vts.example', BRAMKA_VTS_KEY: 'k' };
  const sentence = 'BRAMKA_VTS_SECRET must be 32 bytes in base64';
  deepEqual(problems({ ...vts, BRAMKA_VTS_SECRET: 'c2hvcnQ=' }), [sentence]);
});

test('ids at Google Pay have their form', () => {
  const base = { BRAMKA_GPAY_GATEWAY: 'bramka', BRAMKA_GPAY_ROOTS_FILE: 'r' };
  const gateway = (id: string) => problems({ ...base, BRAMKA_GPAY_GATEWAY: id });
  for (const id of ['b', 'Bramka_pay-1.test', 'x'.repeat(64)]) deepEqual(gateway(id), []);
  for (const id of ['a b', 'gateway:bramka', 'x'.repeat(65), '-b', 'żubr']) {
    equal(gateway(id).length, 1, id);
  }
  for (const id of ['a b', 'x'.repeat(33), 'é']) {
    deepEqual(problems({ ...base, BRAMKA_GPAY_MERCHANT_ID: id }), [
      'BRAMKA_GPAY_MERCHANT_ID must be 1 to 32 letters and digits',
    ]);
  }
});

test('a URL without TLS is refused in production, whatever it is for', () => {
  const names = listVariables().map(([name]) => name);
  const urls = names.filter((name) => /^BRAMKA_.*URL$/.test(name));
  const rows = services.flatMap(({ settings }) => Object.values(settings));
  const env = Object.fromEntries([
    ...rows.map((row) => [row.name, sampleOf(row)] as const),
    ...urls.map((name) => [name, 'http://outside.example'] as const),
  ]);
  const told = problems({ ...env, BRAMKA_ENV: 'production' });
  for (const name of urls) ok(told.includes(`${name} must be an https:// URL in production`), name);
  throws(() => readConfig({ BRAMKA_ENV: 'production' }), BadConfig);
});
