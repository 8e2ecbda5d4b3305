// Tests of the encryption keys on several nodes: one current key, rotation by schedule and by the
// operator, retired keys and the end of their time, limited reloads, and sealing at rest.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { engines, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { createIds } from '../core/id.ts';
import { publicJwk } from '../core/jose/p256.ts';
import { systemRandom } from '../core/random.ts';
import { fixedKeyring } from '../core/keys/testing/fixed-keyring.ts';
import { secret } from '../core/secret.ts';
import { handClock } from '../core/testing/hand-clock.ts';
import type { Database } from '../storage/database.ts';
import { createEncryptionKeys } from './encryption-keys.ts';
import type { EncryptionKeys } from './encryption-keys.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const key = secret(Buffer.alloc(32, 5));
const ring = fixedKeyring([{ version: 1, key }], systemRandom);
const settings = { encryptionKeyDays: 30, encryptionKeyKeepHours: 24 };
const unknownId = '0198c5d1-7b2a-7000-8000-000000000001';

for (const engine of engines) {
  describe(`encryption keys on the ${engine.name} database`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    let clock = handClock();
    /** Each call returns a new node without cached keys. */
    const node = (database: Database = opened.database): EncryptionKeys => {
      const ids = createIds(clock, systemRandom);
      return createEncryptionKeys({
        database,
        ring,
        clock,
        ids,
        random: systemRandom,
        settings,
      });
    };
    type Row = { keyId: string; sealed: Uint8Array | null; isCurrent: boolean };
    const rows = (): Promise<Row[]> =>
      runSql<Row>(
        opened.database,
        `select key_id as "keyId", sealed_private as sealed, retired_at is null as "isCurrent"
         from encryption_keys order by retired_at nulls last`,
      );
    before(async () => {
      opened = await engine.openWithTables();
    });
    beforeEach(async () => {
      clock = handClock();
      await runSql(opened.database, 'delete from encryption_keys');
    });
    after(() => opened.close());

    test('nodes that start together agree on one key', async () => {
      const nodes = Array.from({ length: 5 }, () => node());
      const keys = await Promise.all(nodes.map((one) => one.current()));
      assert.equal(new Set(keys.map(({ keyId }) => keyId)).size, 1);
      assert.equal((await rows()).length, 1);
      const [{ publicKey, privateKey } = assert.fail()] = keys;
      assert.deepEqual(publicJwk(privateKey), publicKey);
    });

    test('a key is replaced after 30 days, once, whatever number of nodes notices', async () => {
      const nodes = [node(), node(), node()];
      const first = await node().current();
      clock.advance(30 * DAY_MS - 1);
      for (const one of nodes) assert.equal(await one.maintain(), 0);
      clock.advance(1);
      await Promise.all(nodes.map((one) => one.maintain()));
      assert.deepEqual(
        (await rows()).map(({ isCurrent }) => isCurrent),
        [false, true],
      );
      const second = await node().current();
      assert.notEqual(second.keyId, first.keyId);
      assert.notDeepEqual(second.publicKey, first.publicKey);
      for (const one of nodes) assert.equal((await one.current()).keyId, second.keyId);
      assert.equal(await node().maintain(), 0);
    });

    test('the job also makes the first key', async () => {
      assert.equal(await node().maintain(), 1);
      assert.equal((await rows()).length, 1);
    });

    test('the operator replaces the key at any time; two at once are both served', async () => {
      const [one, two] = [node(), node()];
      const { keyId: before } = await one.current();
      const newKeyIds = await Promise.all([one.rotate(), two.rotate()]);
      const current = (await rows()).filter(({ isCurrent }) => isCurrent);
      assert.equal(current.length, 1);
      for (const keyId of newKeyIds) assert.notEqual(keyId, before);
      assert.ok(newKeyIds.includes(current[0]?.keyId ?? ''));
    });

    test('another node publishes a new key within a minute and accepts it at once', async () => {
      const [one, two] = [node(), node()];
      const { keyId: before } = await one.current();
      const made = await two.rotate();
      assert.equal((await one.find(made))?.keyId, made);
      const other = node();
      await other.current();
      const last = await two.rotate();
      clock.advance(60_001);
      assert.equal((await other.current()).keyId, last);
      assert.notEqual(last, before);
    });

    test('a retired key is valid for 24 hours exactly, then its private part is gone', async () => {
      const [one, two] = [node(), node()];
      const { keyId } = await one.current();
      await one.rotate();
      clock.advance(DAY_MS);
      for (const each of [one, two, node()]) assert.equal((await each.find(keyId))?.keyId, keyId);
      assert.equal(await one.maintain(), 0);
      clock.advance(1);
      for (const each of [one, two, node()]) assert.equal(await each.find(keyId), undefined);
      assert.deepEqual(
        (await rows()).map(({ sealed }) => sealed !== null),
        [true, true],
      );
      assert.equal(await two.maintain(), 1);
      assert.deepEqual(
        (await rows()).map(({ sealed }) => sealed !== null),
        [false, true],
      );
      assert.equal(await two.maintain(), 0);
      assert.equal(await node().find(keyId), undefined);
    });

    test('unknown ids share a query, and other text causes none', async () => {
      let queries = 0;
      const counted: Database = {
        ...opened.database,
        run: (statement, values) => {
          queries += 1;
          return opened.database.run(statement, values);
        },
      };
      const it = node(counted);
      await Promise.all(Array.from({ length: 50 }, () => it.find(unknownId)));
      assert.equal(queries, 1);
      for (const text of ['', 'current', unknownId.toUpperCase(), `${unknownId} `, "' or 1=1"]) {
        assert.equal(await it.find(text), undefined);
      }
      assert.equal(queries, 1);
    });

    test('private parts are sealed, each bound to its row and its public part', async () => {
      const keys = node();
      const { privateKey } = await keys.current();
      const other = await keys.rotate();
      const scalar = Buffer.from(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url');
      assert.equal(scalar.length, 32);
      const [first, second] = await rows();
      for (const row of [first, second])
        assert.ok(!Buffer.from(row?.sealed ?? []).includes(scalar));
      const set = (what: string, value: unknown) =>
        runSql(opened.database, `update encryption_keys set ${what} = $2 where key_id = $1`, [
          other,
          value,
        ]);
      await set('sealed_private', first?.sealed);
      await assert.rejects(node().current(), 'a moved private part is not opened');
      await set('sealed_private', second?.sealed);
      assert.equal((await node().current()).keyId, other);
      await set('public_x', 'A'.repeat(43));
      await assert.rejects(node().current(), 'a changed public part is not published');
    });
  });
}
