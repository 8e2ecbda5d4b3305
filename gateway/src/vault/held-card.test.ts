// Tests of the vault on both engines: a card can be opened only in its own row. A sealed row that
// was changed or moved to another payment, merchant, column or key version cannot be opened.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { engines, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { createIds } from '../core/id.ts';
import { seededRandom } from '../core/testing/seeded-random.ts';
import type { Keyring } from '../core/keys/keyring.ts';
import { fixedKeyring } from '../core/keys/testing/fixed-keyring.ts';
import { deriveKey, seal, unseal, type Key } from '../core/seal.ts';
import { open, secret } from '../core/secret.ts';
import { handClock } from '../core/testing/hand-clock.ts';
import { Draft } from '../journal/entry.ts';
import { sqlCommitter } from '../journal/sql-committer.ts';
import type { AuditRecord } from './audit/audit-row.ts';
import { dataKeys, type DataKeys } from './data-keys.ts';
import { insertDataKey, readDataKeys } from './data-keys.store.ts';
import { createTokenVault } from './card-token.ts';
import { sqlTokenStore } from './card-token.store.ts';
import { createVault, dropCode, type Vault } from './held-card.ts';
import { heldCards, type CardKey, type HeldCardRow } from './held-card.store.ts';

const clock = handClock();
const random = seededRandom(1);
const ids = createIds(clock, random);
const masterKey = secret(Buffer.alloc(32, 7));
const fingerprintKey = deriveKey(masterKey, 'fingerprints');
const wrapping = deriveKey(masterKey, 'data keys');
const data = {
  number: secret('4111111111111111'),
  expiry: secret('203912'),
  cvv: secret('123'),
  holder: secret('JAN KOWALSKI'),
};
const boundTo = (merchantId: string, version: number): string =>
  `1|${merchantId}|data_keys|${String(version)}|sealed_key`;

const LIFE_MS = 900_000;
const ringOf = (key: Key): Keyring => fixedKeyring([{ version: 1, key }], random);
const use = { actor: 'job:processing', reason: 'AUTHORIZE' } as const;

for (const engine of engines) {
  describe(`the vault on the ${engine.name} database`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    let recorded: AuditRecord[] = [];
    let isAuditAway = false;
    /** Each call returns a new node without cached keys. */
    const keysOf = (): DataKeys =>
      dataKeys({ database: opened.database, ring: ringOf(masterKey), clock, random });
    const audit = {
      record(record: AuditRecord) {
        recorded.push(record);
        return isAuditAway ? Promise.reject(new Error('no audit row')) : Promise.resolve();
      },
    };
    const vaultWith = (keys: DataKeys): Vault =>
      createVault({
        database: opened.database,
        keys,
        audit,
        tokens: sqlTokenStore(opened.database),
        tokenVault: createTokenVault({ keys, audit, random }),
        fingerprintKey,
        random,
        codeLifeMs: LIFE_MS,
      });
    const vault = (): Vault => vaultWith(keysOf());
    before(async () => {
      opened = await engine.openWithTables();
    });
    after(() => opened?.close());

    const write = async (row: HeldCardRow): Promise<void> => {
      const [answer] = await sqlCommitter(opened.database).apply([
        new Draft().insert(heldCards, row),
      ]);
      assert.equal(answer?.kind, 'committed');
    };
    const keyOf = (merchantId = '10000001'): CardKey => ({ merchantId, paymentId: ids.next() });
    const sealed = (key: CardKey): Promise<HeldCardRow> => vault().seal(key, data, clock.now());

    test('a card is read back from its own row, with its code or without', async () => {
      const [whole, bare] = [keyOf(), keyOf()];
      await write(await sealed(whole));
      await write(dropCode(await sealed(bare)));
      for (const [key, code] of [[whole, '123'] as const, [bare, null] as const]) {
        const card = (await vault().find(key, clock.now(), use))?.card ?? assert.fail('not found');
        const opened = [card.number, card.expiry, card.cvv, card.holder].map((value) =>
          value === null ? null : open(value),
        );
        assert.deepEqual(opened, ['4111111111111111', '203912', code, 'JAN KOWALSKI']);
      }
    });

    const moved: [what: string, to: (row: HeldCardRow, other: HeldCardRow) => HeldCardRow][] = [
      ['another payment', (row) => ({ ...row, paymentId: ids.next() })],
      ['another merchant', (row) => ({ ...row, merchantId: '10000002' })],
      ['the column of the code', (row) => ({ ...row, sealedCvv: row.sealedCard })],
      [
        'the column of the card',
        (row) => ({ ...row, sealedCard: row.sealedCvv ?? assert.fail('no code') }),
      ],
      [
        'the card beside the code of another payment',
        (row, other) => ({ ...other, sealedCvv: row.sealedCvv }),
      ],
      [
        'the code beside the card of another payment',
        (row, other) => ({ ...other, sealedCard: row.sealedCard }),
      ],
      ['another version of the key', (row) => ({ ...row, keyVersion: 3 - row.keyVersion })],
    ];
    for (const [what, to] of moved) {
      test(`a row moved to ${what} cannot be opened`, async () => {
        await sameKeyAsVersionTwo();
        const row = await sealed(keyOf());
        await sealed(keyOf('10000002'));
        const changed = to(row, await sealed(keyOf()));
        await write(changed);
        await assert.rejects(vault().find(changed, clock.now(), use));
      });
    }

    test('a BLIK alias is held like a card, and is none', async () => {
      const key = keyOf();
      const row = await vault().sealAlias(key, secret('customer-7'), clock.now());
      assert.deepEqual([row.sealedCvv, row.cvvUntil, row.tokenId], [null, null, null]);
      assert.ok(!Buffer.from(row.sealedCard).includes('customer-7'));
      await write(row);
      const part = (await vault().findPart(key, clock.now(), use)) ?? assert.fail('not found');
      assert.deepEqual(
        [part.number, part.expiry, part.cvv, part.tokenId],
        [null, null, null, null],
      );
      assert.equal(part.alias && open(part.alias), 'customer-7');
      assert.equal(await vault().find(key, clock.now(), use), undefined, 'no card');
      const card = keyOf();
      await write(await sealed(card));
      assert.equal((await vault().findPart(card, clock.now(), use))?.alias, null);
    });

    test('the row of a payment by token cannot be moved to another token or to none', async () => {
      const key = keyOf();
      const tokenId = ids.next();
      const row = await vault().sealCode({ ...key, tokenId }, data.cvv, clock.now());
      assert.equal(row.tokenId, tokenId);
      await write(row);
      const part = (await vault().findPart(key, clock.now(), use)) ?? assert.fail('not found');
      assert.deepEqual([part.number, part.expiry, part.tokenId], [null, null, tokenId]);
      assert.equal(part.cvv && open(part.cvv), '123');
      assert.equal(await vault().find(key, clock.now(), use), undefined, 'no such token');
      for (const other of [ids.next(), null]) {
        const sql = 'update held_cards set token_id = $2 where payment_id = $1';
        await runSql(opened.database, sql, [key.paymentId, other]);
        await assert.rejects(vault().find(key, clock.now(), use));
      }
      const plain = await sealed(keyOf());
      await write({ ...plain, tokenId });
      await assert.rejects(vault().find(plain, clock.now(), use));
    });

    /** Version 2 of the key is the same key, so that only the binding differs. */
    async function sameKeyAsVersionTwo(): Promise<void> {
      const merchantId = '10000001';
      await keysOf().current(merchantId);
      const rows = await readDataKeys(opened.database, merchantId);
      if (rows.length > 1) return;
      const { sealedKey } = rows[0] ?? assert.fail('no key');
      const same = unseal(wrapping, sealedKey, boundTo(merchantId, 1));
      const second = seal(wrapping, same, boundTo(merchantId, 2), random);
      await insertDataKey(opened.database, merchantId, 2, second, new Date(0).toISOString());
    }

    test('a data key moved to another merchant or version cannot be opened', async () => {
      const from = '10000003';
      await keysOf().current(from);
      const [{ sealedKey } = assert.fail('no key')] = await readDataKeys(opened.database, from);
      const at = new Date(0).toISOString();
      await insertDataKey(opened.database, '10000004', 1, sealedKey, at);
      await assert.rejects(keysOf().current('10000004'));
      await insertDataKey(opened.database, from, 2, sealedKey, at);
      await assert.rejects(keysOf().find(from, 2));
    });

    test('a changed row cannot be opened', async () => {
      for (const column of ['sealed_card', 'sealed_cvv']) {
        const row = await sealed(keyOf());
        await write(row);
        await runSql(
          opened.database,
          `update held_cards set ${column} = set_byte(${column}, 20, get_byte(${column}, 20) # 1)
           where payment_id = $1`,
          [row.paymentId],
        );
        await assert.rejects(vault().find(row, clock.now(), use));
      }
    });

    test('a security code is not used, and is due, once its time is over', async () => {
      const at = clock.now();
      const row = await sealed(keyOf());
      await write(row);
      assert.equal(row.cvvUntil, at + LIFE_MS);
      const codeAt = async (time: number) => (await vault().find(row, time, use))?.card.cvv ?? null;
      const isDue = async (time: number) =>
        (await vault().dueCodes(time, 100)).some(({ paymentId }) => paymentId === row.paymentId);
      assert.deepEqual(
        [await codeAt(at + LIFE_MS - 1), await isDue(at + LIFE_MS - 1)].map(
          (one) => one !== null && one !== false,
        ),
        [true, false],
      );
      assert.deepEqual([await codeAt(at + LIFE_MS), await isDue(at + LIFE_MS)], [null, true]);
      const kept = await vault().seal(row, data, at + 5, row.cvvUntil);
      assert.equal(kept.cvvUntil, at + LIFE_MS, 'sealing it again gives it no new time');
      const { cvvUntil } = await vault().seal(row, { ...data, cvv: null }, at, row.cvvUntil);
      assert.equal(cvvUntil, null);
    });

    test('every decryption is in the audit log before the card is returned', async () => {
      const row = await sealed(keyOf());
      await write(row);
      recorded = [];
      await vault().row(row);
      await vault().find(keyOf(), clock.now(), use);
      assert.deepEqual(recorded, [], 'nothing was decrypted');
      await vault().find(row, clock.now(), use);
      await vault().findPart(row, clock.now(), { actor: 'operator', reason: 'LOOK_UP' });
      const { merchantId, paymentId } = row;
      assert.deepEqual(recorded, [
        { merchantId, ...use, paymentId, tokenId: null },
        { merchantId, actor: 'operator', reason: 'LOOK_UP', paymentId, tokenId: null },
      ]);
      isAuditAway = true;
      await assert.rejects(vault().find(row, clock.now(), use), /no audit row/);
      await assert.rejects(vault().findPart(row, clock.now(), use), /no audit row/);
      isAuditAway = false;
    });

    test('nothing can be opened with another master key', async () => {
      const row = await sealed(keyOf());
      await write(row);
      const foreign = secret(Buffer.alloc(32, 8));
      const ring = ringOf(foreign);
      const keys = dataKeys({ database: opened.database, ring, clock, random });
      await assert.rejects(vaultWith(keys).find(row, clock.now(), use));
    });
  });
}
