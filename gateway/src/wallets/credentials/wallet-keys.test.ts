// Tests of the keys as wallets read them: order, owners, expiry, the cache on several nodes, and
// rows that were tampered with.
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { inspect } from 'node:util';
import { engines, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { secret } from '../../core/secret.ts';
import { handClock } from '../../core/testing/hand-clock.ts';
import type { Database } from '../../storage/database.ts';
import { ConnectionLost } from '../../storage/errors.ts';
import { issueCertificate, validUntil } from './testing/issue-certificate.ts';
import { merchantId, openNode, otherMerchantId } from './testing/open-node.ts';
import { CACHE_MS, MAX_CACHED } from './wallet-keys.ts';

for (const engine of engines) {
  describe(`wallet keys on the ${engine.name} database`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    let clock = handClock();
    before(async () => {
      opened = await engine.openWithTables();
    });
    beforeEach(async () => {
      clock = handClock();
      await runSql(opened.database, 'delete from wallet_credentials');
    });
    after(() => opened?.close());
    type Node = ReturnType<typeof openNode>;
    const node = (database: Database = opened.database): Node => openNode(database, clock);
    const add = async ({ tools }: Node, owner = merchantId, notAfter = validUntil) => {
      const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
      const { credentialId } = await tools.importKey({
        kind: 'APAY_PROCESSING',
        merchantId: owner,
        name: 'merchant.com.shop',
        certificate: issueCertificate(key, { notAfter }),
        privateKey: secret(key.export({ type: 'pkcs8', format: 'pem' }).toString()),
      });
      return credentialId;
    };
    const listed = async ({ keys }: Node, owner = merchantId): Promise<string[]> =>
      (await keys.list('APAY_PROCESSING', owner)).map(({ credentialId }) => credentialId);

    test('after a roll both keys are usable, the newest first', async () => {
      const one = node();
      const first = await add(one);
      clock.advance(1);
      const second = await add(one);
      assert.deepEqual(await listed(one), [second, first]);
      await one.tools.remove(first);
      assert.deepEqual(await listed(one), [second]);
    });

    test('merchants, kinds and the gateway have their own keys', async () => {
      const one = node();
      const mine = await add(one);
      const foreign = await add(one, otherMerchantId);
      assert.deepEqual(await listed(one), [mine]);
      assert.deepEqual(await listed(one, otherMerchantId), [foreign]);
      assert.deepEqual(await one.keys.list('APAY_IDENTITY', merchantId), []);
      assert.deepEqual(await one.keys.list('APAY_PROCESSING', null), []);
      const name = 'gateway';
      const own = { kind: 'GPAY_ENCRYPTION', merchantId: null, name, algorithm: 'EC' } as const;
      await one.tools.create(own);
      clock.advance(1);
      await one.tools.create(own);
      assert.equal((await one.keys.list('GPAY_ENCRYPTION', null)).length, 2);
      assert.deepEqual(await one.keys.list('GPAY_ENCRYPTION', merchantId), []);
    });

    test('a key is usable until the moment its certificate expires', async () => {
      const one = node();
      const soon = clock.now() + 1000;
      const short = await add(one, merchantId, soon);
      clock.advance(soon - clock.now() - 1);
      assert.deepEqual(await listed(one), [short], 'cached');
      clock.advance(1);
      assert.deepEqual(await listed(one), [], 'also in the cache');
    });

    test('another node notices new and removed credentials within a second', async () => {
      const isServer = engine.name === 'postgres';
      const [one, other] = [node(), node(isServer ? opened.node() : opened.database)];
      assert.deepEqual(await listed(other), []);
      const first = await add(one);
      assert.deepEqual(await listed(other), [first], 'the first one at once');
      clock.advance(1);
      const second = await add(one);
      await one.tools.remove(first);
      assert.deepEqual(await listed(one), [second], 'the node of the change at once');
      clock.advance(CACHE_MS - 2);
      assert.deepEqual(await listed(other), [first], 'still cached');
      clock.advance(1);
      assert.deepEqual(await listed(other), [second]);
    });

    test('concurrent readers share one query, and the cache is bounded', async () => {
      let queries = 0;
      const counting: Database = {
        ...opened.database,
        run: (...parts) => {
          queries += 1;
          return opened.database.run(...parts);
        },
      };
      await add(node());
      const one = node(counting);
      await Promise.all([1, 2, 3].map(() => listed(one)));
      assert.equal(queries, 1);
      for (let count = 0; count < MAX_CACHED; count += 1) {
        void one.keys.list('APAY_PROCESSING', String(count)).catch(() => undefined);
      }
      queries = 0;
      await listed(one);
      assert.equal(queries, 1, 'the oldest entry was dropped');
    });

    test('a failed load is not kept', async () => {
      const id = await add(node());
      let isDown = true;
      const failing: Database = {
        ...opened.database,
        run: (...parts) =>
          isDown
            ? Promise.reject(new ConnectionLost(new Error('down')))
            : opened.database.run(...parts),
      };
      const one = node(failing);
      await assert.rejects(listed(one), ConnectionLost);
      isDown = false;
      assert.deepEqual(await listed(one), [id]);
    });

    test('a tampered row is left out and logged; the other keys stay usable', async () => {
      const changes: [string, string][] = [
        [
          'the sealed key of another row',
          `sealed_private_key = (select sealed_private_key from
          wallet_credentials where credential_id = '$other')`,
        ],
        ['another merchant', `merchant_id = '${otherMerchantId}'`],
        ['another kind', `kind = 'APAY_IDENTITY'`],
        ['another public key', `public_key = '\\x00', public_key_hash = sha256('\\x00')`],
        [
          'the certificate of another row',
          `certificate = (select certificate from
          wallet_credentials where credential_id = '$other')`,
        ],
      ];
      for (const [what, change] of changes) {
        await runSql(opened.database, 'delete from wallet_credentials');
        const one = node();
        const good = await add(one);
        const bad = await add(one);
        const text = `update wallet_credentials set ${change} where credential_id = '${bad}'`;
        await runSql(opened.database, text.replace('$other', good));
        const fresh = node();
        const found = [
          ...(await fresh.keys.list('APAY_PROCESSING', merchantId)),
          ...(await fresh.keys.list('APAY_PROCESSING', otherMerchantId)),
          ...(await fresh.keys.list('APAY_IDENTITY', merchantId)),
        ];
        assert.deepEqual(
          found.map(({ credentialId }) => credentialId),
          [good],
          what,
        );
        assert.equal(fresh.errors[0]?.message, 'a wallet credential cannot be used', what);
        assert.equal((fresh.errors[0].facts as { credentialId: string }).credentialId, bad);
      }
    });

    test('a key is not printed', async () => {
      const one = node();
      await add(one);
      const [key = assert.fail()] = await one.keys.list('APAY_PROCESSING', merchantId);
      const scalar = String(key.privateKey.export({ format: 'jwk' }).d);
      const printed = `${inspect(key, { depth: 9, showHidden: true })}${JSON.stringify(key)}`;
      assert.ok(!printed.includes(scalar));
      const bytes = Buffer.from(scalar, 'base64url');
      assert.ok(!printed.includes(bytes.toString('hex').slice(0, 16)));
      assert.match(printed, /PrivateKeyObject/);
    });
  });
}
