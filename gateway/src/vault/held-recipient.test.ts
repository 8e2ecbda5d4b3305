// Tests of held recipients on both engines: a number can be opened only in its own row, every use
// is in the audit log first, and a discarded token has no recipient.

import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { after, before, describe, test } from 'node:test';
import { engines, type OpenEngine } from '@bramka/test/support/engines.ts';
import { createIds } from '../core/id.ts';
import { fixedKeyring } from '../core/keys/testing/fixed-keyring.ts';
import { seededRandom } from '../core/testing/seeded-random.ts';
import { deriveKey } from '../core/seal.ts';
import { open, secret } from '../core/secret.ts';
import { handClock } from '../core/testing/hand-clock.ts';
import { Draft } from '../journal/entry.ts';
import { sqlCommitter } from '../journal/sql-committer.ts';
import type { AuditRecord } from './audit/audit-row.ts';
import type { CardToken } from './card-token.store.ts';
import { dataKeys, type DataKeys } from './data-keys.ts';
import { createRecipientVault, type RecipientVault } from './held-recipient.ts';
import { heldRecipients, type HeldRecipientRow } from './held-recipient.store.ts';

const clock = handClock();
const random = seededRandom(1);
const ids = createIds(clock, random);
const NUMBER = '5555555555554444';
const byNumber = { number: secret(NUMBER), tokenId: null } as const;
const use = { actor: 'job:processing', reason: 'AUTHORIZE' } as const;
const wrapping = deriveKey(secret(Buffer.alloc(32, 7)), 'data keys');

for (const engine of engines) {
  describe(`held recipients on the ${engine.name} database`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    let recorded: AuditRecord[] = [];
    let isAuditAway = false;
    let stored: Partial<CardToken> | undefined;
    const audit = {
      record(record: AuditRecord) {
        recorded.push(record);
        return isAuditAway ? Promise.reject(new Error('no audit row')) : Promise.resolve();
      },
    };
    const keysOf = (): DataKeys => {
      const ring = fixedKeyring([{ version: 1, key: wrapping }], random);
      return dataKeys({ database: opened.database, ring, clock, random });
    };
    const vaultWith = (keys: DataKeys): RecipientVault =>
      createRecipientVault({
        database: opened.database,
        keys,
        audit,
        random,
        tokens: {
          find: ({ tokenId }) =>
            Promise.resolve(stored?.tokenId === tokenId ? (stored as CardToken) : undefined),
        },
        tokenVault: {
          async open(_token, { actor, reason, paymentId }) {
            await audit.record({ merchantId: '1', actor, reason, paymentId, tokenId: 'own' });
            return { number: secret(NUMBER), expiry: secret('203912'), holder: null };
          },
        },
      });
    before(async () => {
      opened = await engine.openWithTables();
    });
    after(() => opened?.close());

    const write = async (row: HeldRecipientRow): Promise<void> => {
      const [answer] = await sqlCommitter(opened.database).apply([
        new Draft().insert(heldRecipients, row),
      ]);
      assert.equal(answer?.kind, 'committed');
    };
    const newKey = () => ({ merchantId: '10000001', paymentId: ids.next() });

    test('a number is opened by any node, after its use was recorded', async () => {
      const key = newKey();
      const row = await vaultWith(keysOf()).seal(key, byNumber, clock.now());
      assert.ok(!Buffer.from(row.sealedRecipient).includes(NUMBER));
      await write(row);
      recorded = [];
      const recipient = await vaultWith(keysOf()).find(key, use);
      assert.deepEqual([recipient && open(recipient.number), recipient?.token], [NUMBER, null]);
      assert.deepEqual(recorded, [{ ...key, ...use, tokenId: null }]);
      assert.ok(!inspect(recipient, { depth: 9 }).includes(NUMBER));
      assert.equal(await vaultWith(keysOf()).find(newKey(), use), undefined);
      isAuditAway = true;
      await assert.rejects(vaultWith(keysOf()).find(key, use), /no audit row/);
      isAuditAway = false;
    });

    test('a row that was moved or changed cannot be opened', async () => {
      const vault = vaultWith(keysOf());
      const row = await vault.seal(newKey(), byNumber, clock.now());
      const changed = Buffer.from(row.sealedRecipient);
      changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
      const moved = [
        { ...row, paymentId: ids.next() },
        { ...row, paymentId: ids.next(), sealedRecipient: changed },
        { ...row, merchantId: '10000002' },
      ];
      await vault.seal({ merchantId: '10000002', paymentId: ids.next() }, byNumber, clock.now());
      for (const one of moved) {
        await write(one);
        await assert.rejects(vault.find(one, use));
      }
    });

    test('of a stored card only the token is held, and a discarded one is not found', async () => {
      const vault = vaultWith(keysOf());
      const key = newKey();
      const tokenId = ids.next();
      await write(await vault.seal(key, { number: null, tokenId }, clock.now()));
      for (const status of ['ACTIVE', 'SUSPENDED', 'DISCARDED'] as const) {
        stored = { tokenId, status, merchantId: key.merchantId };
        recorded = [];
        const found = await vault.find(key, use);
        assert.equal(found && open(found.number), status === 'ACTIVE' ? NUMBER : undefined);
        assert.equal(found?.token?.tokenId, status === 'ACTIVE' ? tokenId : undefined);
        assert.equal(recorded.length, status === 'ACTIVE' ? 2 : 1);
      }
      stored = undefined;
      assert.equal(await vault.find(key, use), undefined);
    });

    test('a rotation seals it with the newest key of the merchant', async () => {
      const keys = keysOf();
      const key = newKey();
      const row = await vaultWith(keys).seal(key, byNumber, clock.now());
      const current = {
        version: row.keyVersion + 1,
        key: deriveKey(secret(Buffer.from(random(32))), 'next'),
      };
      const rotated: DataKeys = {
        ...keys,
        current: () => Promise.resolve(current),
        find: (merchantId, version) =>
          version === current.version ? Promise.resolve(current) : keys.find(merchantId, version),
      };
      recorded = [];
      const resealed = await vaultWith(rotated).reseal(row);
      assert.equal(resealed.keyVersion, current.version);
      assert.deepEqual(
        recorded.map(({ reason }) => reason),
        ['ROTATE'],
      );
      await write({ ...row, ...resealed });
      const found = await vaultWith(rotated).find(key, use);
      assert.equal(found && open(found.number), NUMBER);
    });
  });
}
