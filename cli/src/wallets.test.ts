// `bramka wallets`: a certificate from the request to its removal, keys of the gateway, files that
// cannot be used; and what `bramka doctor`, the metrics and the log say before it expires.

import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  issueCertificate,
  issueFor,
} from '@bramka/gateway/wallets/credentials/testing/issue-certificate.ts';
import { anyDatabase } from '@bramka/test/support/installation.ts';
import { exclusiveGateway, type BorrowedGateway } from '@bramka/test/support/pool/borrow.ts';
import { until } from '@bramka/test/support/waiting/until.ts';
import { findingsOf, type CheckedCredential } from './doctor/wallets.ts';
import { runBramka, type Ended } from './testing/run-bramka.ts';

const scratch = mkdtempSync(join(tmpdir(), 'bramka-wallets-'));
/** One without credentials; the demo merchants have certificates of the simulated wallets. */
let merchant: string;
const name = 'merchant.com.shop';
const DAY_MS = 24 * 3_600_000;
const expiresAt = (Math.floor(Date.now() / 1000) + 100 * 24 * 3600) * 1000;

let gateway: BorrowedGateway;
before(async () => {
  gateway = await exclusiveGateway(anyDatabase);
  ({ merchantId: merchant } = await gateway.addMerchant());
});
after(async () => {
  await gateway?.release();
  rmSync(scratch, { recursive: true, force: true });
});

const run = (...words: string[]): Promise<Ended> =>
  runBramka(words, { BRAMKA_URL: gateway.url, BRAMKA_ADMIN_KEY: gateway.installation.adminKey });
const wallets = (...words: string[]): Promise<Ended> => run('wallets', ...words);
const file = (title: string, content: string | Buffer): string => {
  const path = join(scratch, title);
  writeFileSync(path, content);
  return path;
};
const derOf = (pem: string): Buffer =>
  Buffer.from(pem.replaceAll(/-----.*-----|\n/g, ''), 'base64');

interface Listed {
  readonly credentialId: string;
  readonly state: string;
  readonly publicKey: string;
}
/** Those of the merchant; the simulated wallets make keys of the gateway by themselves. */
const list = async (...words: string[]): Promise<Listed[]> => {
  const { stdout } = await wallets('list', '--json', '--merchant', merchant, ...words);
  return JSON.parse(stdout) as Listed[];
};

test('requests, installs, lists and removes a certificate', async () => {
  const none = await wallets('list', '--merchant', merchant);
  assert.deepEqual([none.code, none.stdout], [0, 'No keys or certificates of wallets.\n']);
  const csr = join(scratch, 'shop.csr');
  const words = ['request', 'APAY_PROCESSING', name, '--merchant', merchant, '--out', csr];
  const requested = await wallets(...words);
  assert.deepEqual([requested.code, requested.stdout], [0, '']);
  assert.match(readFileSync(csr, 'utf8'), /^-----BEGIN CERTIFICATE REQUEST-----\n/);
  const [made = assert.fail()] = await list();
  const { credentialId, publicKey } = made;
  assert.equal(
    requested.stderr,
    `credential ${credentialId}: send the certificate request in ${csr} to the wallet, then run\n` +
      `  bramka wallets install ${credentialId} <certificate file>\n`,
  );
  const again = await wallets(...words);
  assert.equal(again.code, 1);
  assert.equal(again.stderr, `bramka: ${csr} exists already; name another file\n`);
  assert.equal((await list()).length, 1, 'no key was made');

  const cer = file('apple_pay.cer', derOf(issueFor(publicKey, { notAfter: expiresAt })));
  const installed = await wallets('install', credentialId, cer);
  assert.equal(installed.code, 0, installed.stderr);
  assert.match(installed.stdout, /^The certificate is in use\.\ncredential +\S+\nkind +APAY_PROC/);
  const shown = await wallets('list');
  const day = new Date(expiresAt).toISOString().slice(0, 10);
  assert.match(shown.stdout, /^ID +KIND +MERCHANT +NAME +STATE +EXPIRES\n/);
  const row = `^${credentialId} +APAY_PROCESSING +${merchant} +${name} +ACTIVE +${day}$`;
  assert.match(shown.stdout, new RegExp(row, 'm'));
  const other = await gateway.addMerchant();
  const others = await wallets('list', '--merchant', other.merchantId);
  assert.equal(others.stdout, 'No keys or certificates of wallets.\n');

  const removed = await wallets('remove', credentialId);
  assert.match(removed.stdout, /^The private key is deleted\.\n.*\n.*\n.*\n.*\nstate +REMOVED\n/);
  assert.deepEqual(await list(), []);
  assert.deepEqual(
    (await list('--all')).map(({ state }) => state),
    ['REMOVED'],
  );
});

test('a request without a file is printed, and nothing else is on standard output', async () => {
  const asked = await wallets('request', 'APAY_IDENTITY', name, '--merchant', merchant);
  assert.match(asked.stdout, /^-----BEGIN CERTIFICATE REQUEST-----\n[^-]+-----END [^\n]+\n$/);
  const own = await wallets('request', 'GPAY_ENCRYPTION', 'Google Pay 2026');
  assert.equal(createPublicKey(own.stdout).asymmetricKeyType, 'ec');
  const id = /^credential (\S+): in use; publish the public key\n$/.exec(own.stderr)?.[1] ?? '';
  assert.match(
    (await wallets('list')).stdout,
    new RegExp(`^${id} +GPAY_ENCRYPTION +- +Google Pay`, 'm'),
  );
  const [{ credentialId } = assert.fail()] = await list();
  for (const made of [id, credentialId]) assert.equal((await wallets('remove', made)).code, 0);
});

test('imports a key with its certificate', async () => {
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const pem = key.export({ type: 'pkcs8', format: 'pem' }).toString();
  const words = ['import', 'APAY_IDENTITY', name, '--merchant', merchant];
  const keyFile = ['--private-key', file('key.pem', pem)];
  const certificate = file('identity.pem', issueCertificate(key, { notAfter: expiresAt }));
  const imported = await wallets(...words, ...keyFile, '--certificate', certificate);
  assert.equal(imported.code, 0, imported.stderr);
  assert.match(imported.stdout, /^The key is in use\.\n/);
  assert.ok(!`${imported.stdout}${imported.stderr}`.includes(pem.split('\n')[1] ?? ''));
  const [{ credentialId } = assert.fail()] = await list();
  const without = await wallets(...words, ...keyFile);
  assert.match(without.stderr, /certificate is required for kind APAY_IDENTITY.*INVALID_REQUEST/);
  await wallets('remove', credentialId);
});

test('what cannot be used is one sentence, and leaves nothing behind', async () => {
  const out = join(scratch, 'other.csr');
  const empty = file('empty.cer', '');
  const rows: [words: string[], stderr: RegExp][] = [
    [['request', 'APAY_PROCESSING', name, '--out', out], /merchantId is required.*INVALID_REQ/],
    [['request', 'APAY', name], /^bramka: 'APAY' is not a valid kind\. Allowed choices are APAY_/],
    [['request', 'GPAY_ENCRYPTION', name, '--algorithm', 'RSA'], /\(KEY_NOT_SUITABLE\)\n$/],
    [['request', 'GPAY_ENCRYPTION', name, '--out', join(scratch, 'a', 'b')], /made \(ENOENT\)\n$/],
    [['install', 'x', empty], /empty\.cer is empty\n$/],
    [['install', 'x', join(scratch, 'none')], /cannot be read \(ENOENT\)\n$/],
    [['install', 'x', file('big', Buffer.alloc(65_537))], /is too large for a key or certificate/],
    [['install', 'x', file('x.cer', 'x')], /\(CREDENTIAL_NOT_FOUND\)\n$/],
    [['remove', 'x'], /\(CREDENTIAL_NOT_FOUND\)\n$/],
  ];
  for (const [words, stderr] of rows) {
    const ended = await wallets(...words);
    assert.deepEqual([ended.code, ended.stdout], [1, ''], words.join(' '));
    assert.match(ended.stderr, stderr);
  }
  assert.ok(!existsSync(out));
  assert.deepEqual(await list(), []);
});

test('warns before a certificate expires; a reset deletes credentials', async () => {
  const made = await wallets('request', 'APAY_PROCESSING', name, '--merchant', merchant, '--json');
  const { credentialId, publicKey } = JSON.parse(made.stdout) as Listed;
  const certificate = file('soon.pem', issueFor(publicKey, { notAfter: expiresAt }));
  await wallets('install', credentialId, certificate);
  const doctor = async (
    port = new URL(gateway.url).port,
  ): Promise<[code: number | null, line: string | undefined]> => {
    const { code, stdout } = await runBramka(['doctor'], {
      PORT: port,
      BRAMKA_ADMIN_KEY: gateway.installation.adminKey,
      BRAMKA_DATA_DIR: gateway.installation.dataDir,
      ...(gateway.installation.databaseUrl
        ? { DATABASE_URL: gateway.installation.databaseUrl }
        : {}),
    });
    return [code, /^(?:ok|problem) +wallets +(.*)$/m.exec(stdout)?.[1]];
  };
  const day = new Date(expiresAt).toISOString().slice(0, 10);
  const fine = new RegExp(`^credentials: \\d+; the first certificate expires on ${day}$`);
  assert.match((await doctor())[1] ?? '', fine);
  const moveTo = (at: number) =>
    gateway.call<{ fired: Record<string, number> }>('POST', '/sandbox/clock', {
      body: { at: new Date(at).toISOString(), freeze: true },
    });
  const before30 = await moveTo(expiresAt - 30 * DAY_MS - 1);
  assert.equal(before30.body.fired['wallet-expiry'], 0);
  assert.match((await doctor())[1] ?? '', fine);
  const soon = await moveTo(expiresAt - 30 * DAY_MS);
  assert.equal(soon.body.fired['wallet-expiry'], 1);
  const named = `APAY_PROCESSING of ${merchant} (${name}, ${day}, ${credentialId})`;
  assert.deepEqual(await doctor(), [
    1,
    `certificates expire within 30 days: ${named}; ` +
      'request and install new ones (`bramka wallets`)',
  ]);
  const line = 'the certificate of a wallet credential expires soon';
  await until(() => Promise.resolve(gateway.logs().includes(line)), 'the warning in the log');
  const metric = 'bramka_wallet_credentials{kind="APAY_PROCESSING",state="EXPIRES_SOON"} 1';
  assert.ok((await gateway.call('GET', '/metrics')).text.includes(metric));
  const gone = await moveTo(expiresAt);
  assert.equal(gone.body.fired['wallet-expiry'], 1);
  assert.match((await doctor())[1] ?? '', /^certificates expired: .*; request and install new/);

  // Without a gateway the database is read, with real time; an embedded one cannot be read.
  const stored = (await doctor('0'))[1];
  if (gateway.installation.databaseUrl) assert.match(stored ?? '', fine);
  else assert.equal(stored, undefined);

  await run('reset', '--keep-merchants');
  assert.equal((await list()).length, 1);
  await run('reset');
  assert.deepEqual(await list('--all'), []);
});

test('the doctor names at most five, and says nothing without credentials', () => {
  assert.deepEqual(findingsOf([]), []);
  const one: CheckedCredential = {
    credentialId: '1',
    kind: 'C2P_ENCRYPTION',
    name: 'c',
    state: 'ACTIVE',
  };
  assert.deepEqual(findingsOf([one]), [{ subject: 'wallets', ok: true, what: 'credentials: 1' }]);
  const overdue = Array.from({ length: 7 }, () => ({ ...one, state: 'OVERDUE' as const }));
  const [finding, ...others] = findingsOf([one, ...overdue]);
  assert.deepEqual([finding?.ok, others.length], [false, 0]);
  assert.match(finding?.what ?? '', /^certificates requested 14 days ago or earlier: /);
  assert.match(finding?.what ?? '', /, and 2 more; install the certificates, or remove these/);
});
