// Root keys of Google Pay in a file of the operator: a changed file counts within a minute, a bad
// one changes nothing and is reported, and simulated roots do not start a production gateway.
import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parseAppleRoots } from '@bramka/gateway/wallets/trust/apple-roots.ts';
import { parseGoogleRoots } from '@bramka/gateway/wallets/trust/google-roots.ts';
import { startGateway, spawnGateway, type Gateway } from '../support/gateway.ts';
import { createInstallation, type Installation } from '../support/installation.ts';
import { advance, readClock } from '../support/sandbox.ts';
import { merchantClientOf } from '../support/life/payments.ts';
import {
  issueToken,
  makeParties,
  p256,
  spki,
  type GoogleParties,
} from '../support/wallets/google/issue-token.ts';
import { until } from '../support/waiting/until.ts';

function rootFile(more: object = {}, root = p256()): string {
  const key = { keyValue: spki(root), protocolVersion: 'ECv2', keyExpiration: '2154841200000' };
  return JSON.stringify({ keys: [key], ...more });
}

describe('a file with root keys', () => {
  let installation: Installation;
  let gateway: Gateway;
  let file: string;
  before(async () => {
    installation = await createInstallation('embedded');
    file = join(installation.dataDir, 'google-roots.json');
    put(rootFile());
    const env = { BRAMKA_GPAY_GATEWAY: 'bramka', BRAMKA_GPAY_ROOTS_FILE: file };
    gateway = await startGateway({ installation, env });
  });
  after(async () => {
    await gateway?.stop();
    await installation?.remove();
  });

  function put(text: string): void {
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  }
  /** After a minute: how many files were loaded, and whether the last change failed. */
  async function aMinuteLater(): Promise<[loaded: number | undefined, failed: string | undefined]> {
    const { fired } = await advance(gateway, 60);
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
    const row = /^bramka_wallet_trust_file_failed\{file="google_roots"\} (\d)$/m;
    return [fired['wallet-roots'], row.exec(metrics)?.[1]];
  }

  test('is read again when it has changed, without a restart', async () => {
    assert.deepEqual(await aMinuteLater(), [0, '0']);
    put(rootFile());
    assert.deepEqual(await aMinuteLater(), [1, '0']);
    assert.deepEqual(await aMinuteLater(), [0, '0'], 'once is enough');
  });

  test('stays in use when the new one is bad, with one error for each change', async () => {
    const { length } = gateway.logs();
    put('{"keys": []}');
    for (let minute = 0; minute < 2; minute += 1) {
      assert.deepEqual(await aMinuteLater(), [0, '1']);
    }
    rmSync(file);
    assert.deepEqual(await aMinuteLater(), [0, '1']);
    const errors = (): string[] => {
      const lines = gateway.logs().slice(length).trim().split('\n');
      return lines.filter((line) => line.includes('"level":"error"'));
    };
    await until(() => errors().length > 1, 'two log lines');
    const told = errors();
    assert.equal(told.length, 2, told.join('\n'));
    assert.match(told[0] ?? '', /roots\.json cannot be used: it must be a JSON.* stays in use/);
    assert.match(told[1] ?? '', /roots\.json cannot be read: there is no such file.* stays in use/);
    put(await simulatedRoots('google.json'));
    assert.deepEqual(await aMinuteLater(), [1, '0'], 'a sandbox may trust the simulated roots');
  });

  test('with the simulated roots is refused in production', async () => {
    const files: [name: string, parse: typeof parseGoogleRoots | typeof parseAppleRoots][] = [
      ['google.json', parseGoogleRoots],
      ['apple.pem', parseAppleRoots],
    ];
    for (const [name, parse] of files) {
      const bytes = Buffer.from(await simulatedRoots(name));
      const { now } = await readClock(gateway);
      const context = { isProduction: false, now: Date.parse(now) };
      assert.ok(parse(bytes, context).length > 0);
      assert.throws(() => parse(bytes, { ...context, isProduction: true }), /is simulated and not/);
    }
  });

  test('decides whose tokens pay: no longer those of the simulated wallet', async () => {
    const shop = await gateway.addMerchant();
    const token = await gateway.authenticate(shop.merchantId, shop.secret);
    const reply = await gateway.call('POST', '/v1/admin/wallets/credentials', {
      token: gateway.adminKey,
      body: { kind: 'GPAY_ENCRYPTION', name: 'bramka' },
    });
    const key = Buffer.from(String(reply.body['publicKey']), 'base64');
    const recipient = createPublicKey({ key, format: 'der', type: 'spki' });
    const parties = { ...makeParties(), recipient };
    let tokens = 0;
    async function pay(from: GoogleParties): Promise<unknown> {
      const messageExpiration = String(Date.parse((await readClock(gateway)).now) + 60_000);
      const messageId = `message-${(tokens += 1)}`;
      const payload = { gatewayMerchantId: shop.merchantId, messageExpiration, messageId };
      const keyExpiration = messageExpiration;
      const details = { authMethod: 'PAN_ONLY' };
      return send(issueToken(from, { payload, details, keyExpiration }));
    }
    async function send(walletToken: string): Promise<unknown> {
      const merchant = merchantClientOf(gateway, token);
      const instrument = { type: 'GPAY', token: walletToken };
      const { body } = await merchant.create({}, { method: 'GPAY', instrument });
      const ended = await gateway.waitForStatus(token, String(body['paymentId']));
      return ended['rejectCode'] ?? ended['status'];
    }
    const simulated = await gateway.call('POST', '/sandbox/wallets/tokens', {
      body: { type: 'GPAY', merchantId: shop.merchantId, amount: 10, currency: 'PLN' },
    });

    put(rootFile({}, parties.root));
    await aMinuteLater();
    assert.equal(await pay(parties), 'COMPLETED');
    assert.equal(await send(String(simulated.body['token'])), 'WALLET_TOKEN_INVALID');
    const next = { ...parties, root: p256() };
    assert.equal(await pay(next), 'WALLET_TOKEN_INVALID');
    put(rootFile({}, next.root));
    await aMinuteLater();
    assert.equal(await pay(next), 'COMPLETED');
    assert.equal(await pay(parties), 'WALLET_TOKEN_INVALID');
  });

  async function simulatedRoots(name: string): Promise<string> {
    const reply = await fetch(`${gateway.url}/sandbox/wallets/roots/${name}`);
    assert.equal(reply.status, 200);
    return reply.text();
  }
});

test('a production gateway does not start with simulated roots', async () => {
  const installation = await createInstallation('embedded');
  const file = join(installation.dataDir, 'google-roots.json');
  writeFileSync(file, rootFile({ environment: 'SANDBOX' }));
  const started = spawnGateway(installation, {
    BRAMKA_ENV: 'production',
    BRAMKA_ACQUIRER_URL: 'http://127.0.0.1:9/acquirer',
    BRAMKA_GPAY_GATEWAY: 'bramka',
    BRAMKA_GPAY_ROOTS_FILE: file,
  });
  assert.equal(await started.refused(), 1, started.logs());
  const reason = 'it is simulated and not allowed in production';
  const sentence = `the root keys of Google Pay ${file} cannot be used: ${reason}`;
  assert.equal(started.logs(), `bramka cannot start: ${sentence}\n`);
  await installation.remove();
});
