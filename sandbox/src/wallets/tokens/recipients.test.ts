// Tests of the recipients of wallet tokens: what a merchant of the gateway in the same process gets
// on first use, and which of several credentials is used.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createPublicKey, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { seededRandom } from '@bramka/gateway/core/testing/seeded-random.ts';
import { handClock } from '@bramka/gateway/core/testing/hand-clock.ts';
import { memoryRecipients } from '../../testing/wallets-fixture.ts';
import { createWalletKeys } from '../trust/wallet-keys.ts';
import type { GatewayCredentials } from '../../party/party.ts';
import { createRecipients, GATEWAY } from './recipients.ts';

const clock = handClock();
const random = seededRandom(5);
const keys = await createWalletKeys(clock, random);
const folder = mkdtempSync(join(tmpdir(), 'wallet-recipients-'));
after(() => rmSync(folder, { recursive: true }));

type CredentialRecord = Awaited<ReturnType<GatewayCredentials['install']>>;
type Row = { -readonly [Name in keyof CredentialRecord]: CredentialRecord[Name] };

/** A key and its certificate request, made by OpenSSL. */
function makeRequest(name: string, algorithm: 'EC' | 'RSA') {
  const key = join(folder, 'key.pem');
  const kind = algorithm === 'EC' ? ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'] : ['rsa:2048'];
  const given = ['-nodes', '-keyout', key, '-subj', `/CN=${name}`];
  const options = ['req', '-new', '-newkey', ...kind, ...given];
  const csr = execFileSync('openssl', options, { encoding: 'utf8', stdio: 'pipe' });
  const publicKey = createPublicKey(readFileSync(key)).export({ type: 'spki', format: 'der' });
  return { csr, publicKey };
}

/** The credentials of a gateway, in memory. */
function gatewayWith(rows: Row[]): GatewayCredentials {
  return {
    create({ kind, merchantId, name, algorithm }) {
      const { csr, publicKey } = makeRequest(name, algorithm);
      const credentialId = String(rows.length);
      const isReady = kind === 'GPAY_ENCRYPTION';
      const status = isReady ? 'ACTIVE' : 'REQUESTED';
      rows.push({
        ...{ credentialId, kind, merchantId, name, algorithm, status, publicKey },
        state: 'REQUESTED',
        publicKeyHash: Buffer.of(),
        certificate: null,
        createdAt: clock.now(),
        activatedAt: null,
        expiresAt: null,
        removedAt: null,
      });
      return Promise.resolve({
        credentialId,
        certificateRequest: isReady ? null : csr,
        publicKey: publicKey.toString('base64'),
      });
    },
    install({ credentialId, certificate }) {
      const row = rows.find((one) => one.credentialId === credentialId) ?? assert.fail();
      const read = new X509Certificate(certificate);
      assert.ok(read.verify(new X509Certificate(keys.portal.certificate).publicKey));
      const spki = read.publicKey.export({ type: 'spki', format: 'der' });
      assert.ok(spki.equals(row.publicKey));
      row.status = 'ACTIVE';
      row.expiresAt = read.validToDate.getTime();
      return Promise.resolve(row);
    },
    list: ({ merchantId, kind } = {}) =>
      Promise.resolve(
        rows.filter(
          (one) => one.kind === kind && (merchantId === undefined || one.merchantId === merchantId),
        ),
      ),
  };
}

function openRecipients(rows: Row[]) {
  const tools = gatewayWith(rows);
  const store = memoryRecipients();
  const parts = { keys: () => Promise.resolve(keys), recipients: store, clock, random };
  return createRecipients({ ...parts, tools: () => tools });
}

const shown = ({ kind, merchantId, name, algorithm, status }: Row): string =>
  [kind, merchantId ?? '', name, algorithm, status].join(' ');

test('a merchant gets both certificates with the first token, once', async () => {
  const rows: Row[] = [];
  const recipients = openRecipients(rows);
  const ask = () => recipients.apple('10000001', null, 'EC');
  const [one, two] = await Promise.all([ask(), ask()]);
  const name = 'merchant.sandbox.10000001';
  assert.deepEqual(rows.map(shown), [
    `APAY_IDENTITY 10000001 ${name} EC ACTIVE`,
    `APAY_PROCESSING 10000001 ${name} EC ACTIVE`,
  ]);
  const { publicKey } = rows[1] ?? assert.fail();
  assert.deepEqual([one, two], [{ ...one, name, publicKey }, one]);
  assert.deepEqual(Buffer.from((await ask()).publicKey), publicKey);
  await recipients.apple('10000001', null, 'RSA');
  assert.deepEqual(rows.slice(2).map(shown), [`APAY_PROCESSING 10000001 ${name} RSA ACTIVE`]);
  await recipients.apple('10000002', null, 'EC');
  assert.equal(rows.length, 5);
});

test('the newest usable certificate is used, and replaced when none is', async () => {
  const rows: Row[] = [];
  const recipients = openRecipients(rows);
  const ask = async (name: string | null = null): Promise<string> => {
    const { publicKey } = await recipients.apple('10000001', name, 'EC');
    return rows.find((row) => row.publicKey.equals(publicKey))?.credentialId ?? 'unknown';
  };
  assert.equal(await ask(), '1');
  assert.equal(await ask('merchant.com.other'), '3', 'another merchant identifier');
  assert.equal(await ask(), '3', 'the newest of any identifier');
  const newest = rows[3] ?? assert.fail();
  newest.status = 'REMOVED';
  assert.equal(await ask(), '1');
  const end = rows[1]?.expiresAt ?? 0;
  clock.advance(end - 1 - clock.now());
  assert.equal(await ask(), '1');
  clock.advance(1);
  assert.equal(await ask(), '5', 'after it has expired');
});

test('the gateway gets one key for Google Pay', async () => {
  const rows: Row[] = [];
  const recipients = openRecipients(rows);
  const [one] = await Promise.all([recipients.google(), recipients.google()]);
  assert.deepEqual(rows.map(shown), [`GPAY_ENCRYPTION  ${GATEWAY} EC ACTIVE`]);
  assert.deepEqual(Buffer.from(one.publicKey), rows[0]?.publicKey);
  assert.deepEqual((await recipients.google()).publicKey, rows[0]?.publicKey);
});
