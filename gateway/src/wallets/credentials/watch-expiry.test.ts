// Tests of the states of wallet credentials at their exact boundaries, the metrics, and the
// warnings in the log: once a day for each credential, whatever number of nodes there is.
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { engines, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { secret } from '../../core/secret.ts';
import { handClock } from '../../core/testing/hand-clock.ts';
import { createMetrics } from '../../http/metrics.ts';
import type { CredentialState, WalletTools } from './credential.ts';
import { issueCertificate } from './testing/issue-certificate.ts';
import { merchantId, openNode } from './testing/open-node.ts';
import { watchExpiry } from './watch-expiry.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const name = 'merchant.com.shop';

for (const engine of engines) {
  describe(`expiry of wallet credentials on ${engine.name}`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    let clock = handClock();
    let tools: WalletTools;
    let warned: { facts: object; message: string }[] = [];
    const metrics = createMetrics();
    before(async () => {
      opened = await engine.openWithTables();
    });
    beforeEach(async () => {
      clock = handClock();
      warned = [];
      tools = openNode(opened.database, clock).tools;
      await runSql(opened.database, 'delete from wallet_credentials');
    });
    after(() => opened?.close());

    const watch = (): Promise<number> => {
      const log = { warn: (facts: object, message: string) => warned.push({ facts, message }) };
      return watchExpiry({ database: opened.database, clock, metrics, log });
    };
    const add = (notAfter: number, other: { name?: string; kind?: 'APAY_IDENTITY' } = {}) => {
      const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
      const certificate = issueCertificate(key, { notAfter });
      const privateKey = secret(key.export({ type: 'pkcs8', format: 'pem' }).toString());
      const owner = { kind: 'APAY_PROCESSING', merchantId, name, ...other } as const;
      return tools.importKey({ ...owner, certificate, privateKey });
    };
    const states = async (): Promise<CredentialState[]> =>
      (await tools.list()).map(({ state }) => state);
    const series = async (): Promise<string[]> =>
      (await metrics.registry.getSingleMetricAsString('bramka_wallet_credentials'))
        .split('\n')
        .filter((line) => / [1-9]\d*$/.test(line));

    test('a certificate expires soon in its last 30 days, and then has expired', async () => {
      const expiresAt = clock.now() + 40 * DAY_MS;
      const { credentialId } = await add(expiresAt);
      clock.advance(10 * DAY_MS - 1);
      assert.deepEqual(await states(), ['ACTIVE']);
      assert.equal(await watch(), 0);
      clock.advance(1);
      assert.deepEqual(await states(), ['EXPIRES_SOON']);
      assert.equal(await watch(), 1);
      const soon = {
        facts: {
          credentialId,
          kind: 'APAY_PROCESSING',
          merchantId,
          expiresAt: new Date(expiresAt).toISOString(),
          name,
        },
        message: 'the certificate of a wallet credential expires soon',
      };
      assert.deepEqual(warned, [soon]);
      clock.advance(30 * DAY_MS - 1);
      assert.deepEqual(await states(), ['EXPIRES_SOON']);
      clock.advance(1);
      assert.deepEqual(await states(), ['EXPIRED']);
      assert.equal(await watch(), 1);
      assert.equal(warned[1]?.message, 'the certificate of a wallet credential has expired');
    });

    test('a request is overdue after 14 days', async () => {
      const wanted = { kind: 'APAY_IDENTITY', merchantId, name, algorithm: 'EC' } as const;
      await tools.create(wanted);
      clock.advance(14 * DAY_MS - 1);
      assert.deepEqual(await states(), ['REQUESTED']);
      assert.equal(await watch(), 0);
      clock.advance(1);
      assert.deepEqual(await states(), ['OVERDUE']);
      assert.equal(await watch(), 1);
      assert.match(warned[0]?.message ?? '', /waiting for its certificate for long/);
      assert.ok(!('expiresAt' in (warned[0]?.facts ?? {})));
    });

    test('warns once a day for each credential, on one of several nodes', async () => {
      const [first, second] = [await add(clock.now() + DAY_MS), await add(clock.now() + DAY_MS)];
      const counts = await Promise.all([watch(), watch(), watch()]);
      assert.equal(
        counts.reduce((sum, one) => sum + one, 0),
        2,
      );
      assert.equal(await watch(), 0);
      const about = warned.map(({ facts }) => (facts as typeof first).credentialId);
      assert.deepEqual(about.sort(), [first.credentialId, second.credentialId]);
      clock.advance(DAY_MS - 1);
      assert.equal(await watch(), 0);
      clock.advance(1);
      assert.equal(await watch(), 2);
      await tools.remove(first.credentialId);
      clock.advance(DAY_MS);
      assert.equal(await watch(), 1, 'a removed one is not mentioned');
    });

    test('a certificate that another one replaces needs no warning', async () => {
      const old = clock.now() + DAY_MS;
      await add(old);
      await add(old + 1000, { name: 'merchant.com.other' });
      await add(old + 2000, { kind: 'APAY_IDENTITY' });
      assert.deepEqual(await states(), ['EXPIRES_SOON', 'EXPIRES_SOON', 'EXPIRES_SOON']);
      const { credentialId } = await add(old + 1000);
      assert.equal((await states())[0], 'REPLACED');
      assert.equal(await watch(), 3, 'the replacement itself expires soon too');
      clock.advance(2 * DAY_MS);
      assert.equal((await states())[0], 'REPLACED', 'also when it has expired');
      await tools.remove(credentialId);
      assert.equal((await states())[0], 'EXPIRED');
    });

    test('keys of the gateway do not expire', async () => {
      const own = {
        kind: 'GPAY_ENCRYPTION',
        merchantId: null,
        name: 'g',
        algorithm: 'EC',
      } as const;
      await tools.create(own);
      clock.advance(9999 * DAY_MS);
      assert.deepEqual(await states(), ['ACTIVE']);
      assert.equal(await watch(), 0);
    });

    test('the metric counts by kind and state, and forgets what is gone', async () => {
      const { credentialId } = await add(clock.now() + DAY_MS);
      await add(clock.now() + DAY_MS);
      await add(clock.now() + 100 * DAY_MS, { kind: 'APAY_IDENTITY' });
      await watch();
      assert.deepEqual(await series(), [
        'bramka_wallet_credentials{kind="APAY_PROCESSING",state="EXPIRES_SOON"} 2',
        'bramka_wallet_credentials{kind="APAY_IDENTITY",state="ACTIVE"} 1',
      ]);
      await tools.remove(credentialId);
      clock.advance(DAY_MS);
      await watch();
      assert.deepEqual(await series(), [
        'bramka_wallet_credentials{kind="APAY_PROCESSING",state="EXPIRED"} 1',
        'bramka_wallet_credentials{kind="APAY_IDENTITY",state="ACTIVE"} 1',
      ]);
      const all = await metrics.registry.getSingleMetricAsString('bramka_wallet_credentials');
      assert.equal(all.match(/^bramka/gm)?.length, 24, 'a closed set of labels');
      assert.doesNotMatch(all, new RegExp(merchantId));
    });
  });
}
