// Tests of used wallet tokens on both engines: a token is known until it can no longer be accepted,
// and is used once even by two merchants with the same certificate.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { engines, type OpenEngine } from '@bramka/test/support/engines.ts';
import { createIds } from '../../core/id.ts';
import { seededRandom } from '../../core/testing/seeded-random.ts';
import { handClock } from '../../core/testing/hand-clock.ts';
import { Draft } from '../../journal/entry.ts';
import { sqlCommitter } from '../../journal/sql-committer.ts';
import {
  forgetUsedTokens,
  sqlUsedTokenStore,
  tokenHash,
  usedTokenConstraints,
  usedWalletTokens,
} from './used-token.store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

for (const engine of engines) {
  describe(`used wallet tokens on the ${engine.name} database`, { skip: engine.skip }, () => {
    const clock = handClock();
    const ids = createIds(clock, seededRandom(1));
    let opened: OpenEngine;
    before(async () => {
      opened = await engine.openWithTables();
    });
    after(() => opened?.close());

    async function use(
      tokenId: string,
      merchantId: string,
      expiresAt = clock.now(),
      wallet: 'APAY' | 'GPAY' = 'APAY',
    ) {
      const row = { wallet, tokenHash: tokenHash(tokenId), merchantId, expiresAt };
      const paymentId = ids.next();
      const draft = new Draft().insert(usedWalletTokens, { ...row, paymentId });
      const [result] = await sqlCommitter(opened.database).apply([draft]);
      return { result, paymentId };
    }
    const userOf = (tokenId: string) =>
      sqlUsedTokenStore(opened.database).userOf('APAY', tokenHash(tokenId));

    test('a token is forgotten one day after it has expired, not before', async () => {
      const { result, paymentId } = await use('old', '10000001');
      assert.deepEqual(result, { kind: 'committed' });
      assert.equal(await forgetUsedTokens(opened.database, clock.now() + DAY_MS - 1, 10), 0);
      assert.equal(await userOf('old'), paymentId);
      assert.equal(await forgetUsedTokens(opened.database, clock.now() + DAY_MS, 10), 1);
      assert.equal(await userOf('old'), undefined);
    });

    test('only tokens that have expired are forgotten', async () => {
      await use('expired', '10000001');
      const { paymentId } = await use('valid', '10000001', clock.now() + 1);
      const { paymentId: other } = await use('expired', '10000001', clock.now() + 1, 'GPAY');
      assert.equal(await forgetUsedTokens(opened.database, clock.now() + DAY_MS, 10), 1);
      assert.equal(await userOf('expired'), undefined);
      assert.equal(await userOf('valid'), paymentId);
      const store = sqlUsedTokenStore(opened.database);
      assert.equal(await store.userOf('GPAY', tokenHash('expired')), other);
    });

    test('another merchant cannot use it again, nor can the same one', async () => {
      const { paymentId } = await use('shared', '10000001');
      for (const merchantId of ['10000001', '10000002']) {
        const { result } = await use('shared', merchantId);
        assert.ok(result?.kind === 'conflict');
        assert.ok(usedTokenConstraints.includes(result.constraint), result.constraint);
      }
      assert.equal(await userOf('shared'), paymentId);
      assert.equal(
        await sqlUsedTokenStore(opened.database).userOf('GPAY', tokenHash('shared')),
        undefined,
      );
    });
  });
}
