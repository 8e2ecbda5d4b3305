// Tests of the files behind the trust in wallets: first load, changes, and files that cannot be
// used.
import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Gauge } from 'prom-client';
import { makeRoot } from '@bramka/test/support/wallets/trust/make-root.ts';
import { p256, spki } from '@bramka/test/support/wallets/google/issue-token.ts';
import { createMetrics } from '../../http/metrics.ts';
import { connectAll, type Connection } from '../../settings/connection.ts';
import { settingsReader, type Env } from '../../settings/read-settings.ts';
import { appleConnection } from '../apple/connection.ts';
import { clickToPayConnection } from '../click-to-pay/connection.ts';
import { googleConnection } from '../google/connection.ts';
import type { WalletServices } from '../wallet-services.ts';
import { refreshTrust } from './refresh-trust.ts';
import { BadTrustFile, openTrustFile, type TrustFile, type TrustLog } from './trust-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'bramka-trust-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
/** Each write gets a different modification time, as if minutes had passed. */
function scratchFile() {
  const path = join(folder, `trust-${(files += 1)}`);
  const errors: string[] = [];
  let time = 1_700_000_000;
  const write = (text: string): void => {
    writeFileSync(path, text);
    utimesSync(path, time, (time += 60));
  };
  const warnings: string[] = [];
  const log = {
    warn: (_facts: object, message: string) => void warnings.push(message),
    error: (_facts: object, message: string) => void errors.push(message),
  };
  const open = (): Promise<TrustFile<string>> =>
    openTrustFile({ name: 'google_roots', title: 'the roots', path, parse: upper, expiryOf, log });
  return { path, write, errors, warnings, log, open };
}

/** Content expires after as many seconds as it has letters. */
const expiryOf = (text: string): number => text.length * 1000;

/** Only letters are good content. */
function upper(bytes: Buffer): string {
  const text = bytes.toString();
  if (!/^[a-z]+$/.test(text)) throw new BadTrustFile('it has more than letters');
  return text.toUpperCase();
}

test('a changed file is loaded again, an unchanged one is not', async () => {
  const { write, errors, open, path } = scratchFile();
  write('one');
  const file = await open();
  equal(file.content(), 'ONE');
  equal(await file.refresh(), false);
  write('two');
  equal(await file.refresh(), true);
  equal(file.content(), 'TWO');
  equal(await file.refresh(), false);
  const other = scratchFile();
  other.write('six');
  renameSync(other.path, path);
  equal(await file.refresh(), true);
  equal(file.content(), 'SIX');
  deepEqual(errors, []);
});

test('after a bad file the previous content stays in use, with one error per change', async () => {
  const { path, write, errors, warnings, open } = scratchFile();
  write('one');
  const file = await open();
  equal(file.isCurrent(), true);
  write('1');
  for (let round = 0; round < 3; round += 1) equal(await file.refresh(), false);
  equal(file.content(), 'ONE');
  equal(file.isCurrent(), false);
  const bad = `the roots ${path} cannot be used: it has more than letters`;
  deepEqual(errors, [`${bad}; the previous content stays in use`]);
  write('2');
  equal(await file.refresh(), false);
  equal(errors.length, 2);
  write('two');
  equal(await file.refresh(), true);
  equal(file.isCurrent(), true);
  equal(file.content(), 'TWO');
  equal(errors.length, 2);
  deepEqual(warnings, [`the roots ${path} can be used again`]);
  write('three');
  equal(await file.refresh(), true);
  equal(warnings.length, 1, 'only after a failure');
});

test('a removed file is an error once, and loaded when it is back', async () => {
  const { path, write, errors, open } = scratchFile();
  write('one');
  const file = await open();
  renameSync(path, `${path}.aside`);
  for (let round = 0; round < 2; round += 1) equal(await file.refresh(), false);
  equal(file.content(), 'ONE');
  equal(errors.length, 1);
  match(errors[0] ?? '', /cannot be read: there is no such file; the previous content/);
  renameSync(`${path}.aside`, path);
  equal(await file.refresh(), true);
  equal(file.isCurrent(), true);
});

test('new permissions are a change', async () => {
  const { path, write, open } = scratchFile();
  write('one');
  const file = await open();
  chmodSync(path, 0o640);
  equal(await file.refresh(), true);
});

test('at start a bad file is one sentence', async () => {
  const { path, write, open } = scratchFile();
  const refused = (reason: string) =>
    rejects(open, new BadTrustFile(`the roots ${path} ${reason}`));
  await refused('cannot be read: there is no such file');
  write('1');
  await refused('cannot be used: it has more than letters');
  write('a'.repeat(256 * 1024 + 1));
  await refused('cannot be read: it has more than 262144 bytes');
  write('a'.repeat(256 * 1024));
  equal((await open()).content().length, 256 * 1024);
  rmSync(path);
  mkdirSync(path);
  await refused('cannot be read: it is not a file');
});

const rootKey = p256();
const google = (more: object = {}): string => {
  const key = { keyValue: spki(rootKey), protocolVersion: 'ECv2', keyExpiration: '2154841200000' };
  return JSON.stringify({ keys: [key], ...more });
};
const clock = { now: () => Date.UTC(2026, 10, 16) };

/** The files of the wallets that these settings turn on, in production. */
async function openFiles(env: Env, log: TrustLog): Promise<TrustFile<unknown>[]> {
  const reader = settingsReader(env, true);
  const wallets: Connection<WalletServices>[] = [
    appleConnection,
    googleConnection,
    clickToPayConnection,
  ];
  const configured = wallets.flatMap((one) => one.configure(reader) ?? []);
  const { adapters } = await connectAll(configured, { isProduction: true, clock, log } as never);
  return adapters.flatMap((one) => one.trustFiles ?? []);
}

test('the files of all configured wallets are opened, of others none', async () => {
  const [apple, roots, keys] = [scratchFile(), scratchFile(), scratchFile()];
  apple.write(makeRoot(rootKey));
  roots.write(google());
  const jwk = { kty: 'EC', crv: 'P-256', kid: 'k', ...coordinates() };
  keys.write(JSON.stringify({ keys: [jwk] }));
  const { log } = roots;
  const url = 'https://wallet.example';
  const opened = await openFiles(
    {
      BRAMKA_APAY_URL: url,
      BRAMKA_APAY_ROOTS_FILE: apple.path,
      BRAMKA_GPAY_GATEWAY: 'bramka',
      BRAMKA_GPAY_ROOTS_FILE: roots.path,
      BRAMKA_C2P_URL: url,
      BRAMKA_C2P_KEY: 'k',
      BRAMKA_C2P_SDK_URL: url,
      BRAMKA_C2P_KEYS_FILE: keys.path,
    },
    log,
  );
  deepEqual(
    opened.map(({ name, expiresAt }) => [name, expiresAt()]),
    [
      ['apple_roots', Date.UTC(2045, 0)],
      ['google_roots', 2_154_841_200_000],
      ['click_to_pay_keys', null],
    ],
  );
  deepEqual(opened.at(-1)?.content(), [jwk]);
  deepEqual(await openFiles({}, log), []);
});

test('in production simulated roots are refused at start and on reload', async () => {
  const { path, write, log, errors } = scratchFile();
  const env = { BRAMKA_GPAY_GATEWAY: 'bramka', BRAMKA_GPAY_ROOTS_FILE: path };
  write(google({ environment: 'SANDBOX' }));
  const simulated = 'it is simulated and not allowed in production';
  const sentence = `the root keys of Google Pay ${path} cannot be used: ${simulated}`;
  await rejects(openFiles(env, log), new BadTrustFile(sentence));
  write(google());
  const [file] = await openFiles(env, log);
  const before = file?.content();
  write(google({ environment: 'SANDBOX' }));
  equal(await file?.refresh(), false);
  equal(file?.content(), before);
  deepEqual(errors, [`${sentence}; the previous content stays in use`]);
});

test('the job counts what it loaded, and gauges show what failed and what expires', async () => {
  const metrics = createMetrics();
  const valuesOf = async (gauge: Gauge<'file'>) =>
    (await gauge.get()).values.map(({ value }) => value);
  const run = async (list: TrustFile<unknown>[]) => [
    await refreshTrust(list, metrics),
    await valuesOf(metrics.trustFileFailed),
    await valuesOf(metrics.trustFileExpiry),
  ];
  const { write, open } = scratchFile();
  write('one');
  const list = [await open()];
  deepEqual(await run(list), [0, [0], [3]]);
  write('1');
  deepEqual(await run(list), [0, [1], [3]]);
  deepEqual(await run(list), [0, [1], [3]]);
  write('three');
  deepEqual(await run(list), [1, [0], [5]]);
  equal(await refreshTrust([], metrics), 0);
});

function coordinates() {
  const { x, y } = rootKey.export({ format: 'jwk' });
  return { x, y };
}
