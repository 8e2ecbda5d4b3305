// Tests of rotations on both engines: everything is sealed again, also what is written meanwhile,
// the old key is gone afterwards, and no sealed column of the schema is left out.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { engines, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { failingDatabase } from '@bramka/test/support/journal/failing-database.ts';
import { signingKeys } from '../auth/signing-keys.ts';
import { noFailpoints } from '../core/failpoint.ts';
import { createIds } from '../core/id.ts';
import { systemRandom } from '../core/random.ts';
import { versionOf } from '../core/seal.ts';
import { open, secret } from '../core/secret.ts';
import { handClock } from '../core/testing/hand-clock.ts';
import { noBudgets } from '../http/testing/no-budgets.ts';
import { createIdempotency } from '../http/idempotency.ts';
import { Draft } from '../journal/entry.ts';
import { sqlCommitter } from '../journal/sql-committer.ts';
import { addMerchant } from '../merchants/administer.ts';
import { merchantStore } from '../merchants/merchant.store.ts';
import { secretChecker } from '../merchants/secrets.ts';
import { encryptionByKey } from '../storage/keys/key-encryption.ts';
import { LEASE_MS } from '../storage/keys/keyring.ts';
import { openKeys } from '../storage/keys/open-keys.ts';
import { createCavvSealer } from '../threeds/cavv.ts';
import { createTokenVault } from '../vault/card-token.ts';
import { sqlTokenStore } from '../vault/card-token.store.ts';
import { dataKeys } from '../vault/data-keys.ts';
import { createVault } from '../vault/held-card.ts';
import { findHeldCard, heldCards } from '../vault/held-card.store.ts';
import { heldRecipients } from '../vault/held-recipient.store.ts';
import { createWalletTools } from '../wallets/credentials/administer.ts';
import { createWalletKeys } from '../wallets/credentials/wallet-keys.ts';
import { dataTables } from './data-column.store.ts';
import { createRotator, type Rotate } from './rotate.ts';
import { latestRotations } from './rotation.store.ts';
import { rootColumns } from './sealed-column.store.ts';
import { rotateData, rotateMaster } from './start-rotation.ts';

const masterKey = secret(Buffer.alloc(32, 7));
const nextKey = secret(Buffer.alloc(32, 8));
const use = { actor: 'job:processing', reason: 'AUTHORIZE' } as const;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const merchantId = '10000001';
const receiver = { number: secret('5555555555554444'), tokenId: null } as const;
const card = {
  number: secret('4111111111111111'),
  expiry: secret('203912'),
  cvv: secret('123'),
  holder: null,
};
const answerTo = { merchantId, key: 'key-1', content: 'POST /' };
const done = { status: 200, body: '{"done":true}' };

for (const engine of engines) {
  describe(`rotations of keys on ${engine.name}`, { skip: engine.skip }, () => {
    const clock = handClock();
    const ids = createIds(clock, systemRandom);
    let opened: OpenEngine;
    before(async () => {
      opened = await engine.openWithTables();
    });
    after(() => opened?.close());

    /** A node with everything that seals. */
    const startNode = async (masterKeys = [masterKey], rotated = opened.database) => {
      const { database } = opened;
      const encryptions = masterKeys.map((key) => encryptionByKey(key, systemRandom));
      const base = { database, clock, random: systemRandom };
      const audited: string[] = [];
      const keys = await openKeys({
        ...base,
        encryptions,
        masterKey: masterKeys[0] ?? null,
        environment: 'sandbox',
        nodeId: ids.next(),
        log: silent,
      });
      const { ring, stored } = keys;
      const data = dataKeys({ ...base, ring });
      const audit = {
        record: ({ reason }: { reason: string }) => {
          audited.push(reason);
          return Promise.resolve();
        },
      };
      const tokenVault = createTokenVault({ keys: data, audit, random: systemRandom });
      const vault = createVault({
        ...base,
        keys: data,
        audit,
        tokens: sqlTokenStore(database),
        tokenVault,
        fingerprintKey: stored['card fingerprints'],
        codeLifeMs: 900_000,
      });
      const cavvs = createCavvSealer(data, systemRandom);
      const parts = { ...base, ring, vault, tokenVault, threeds: { cavvs }, log: silent };
      const rotate = createRotator({
        ...parts,
        database: rotated,
        failpoints: noFailpoints,
        nodeId: ids.next(),
        retireWaitMs: 3000,
        metrics: { alarms: { inc: ({ alarm }) => void audited.push(alarm) } },
      });
      const start = { ...base, keys, log: silent };
      return { ...parts, keys, stored, data, rotate, start, audited };
    };
    type Node = Awaited<ReturnType<typeof startNode>>;

    const hold = async ({ vault }: Node) => {
      const row = await vault.seal({ merchantId, paymentId: ids.next() }, card, clock.now());
      const recipient = await vault.recipients.seal(row, receiver, clock.now());
      const draft = new Draft().insert(heldCards, row).insert(heldRecipients, recipient);
      await sqlCommitter(opened.database).apply([draft]);
      return row;
    };
    const numberOf = async ({ vault }: Node, key: { merchantId: string; paymentId: string }) => {
      const held = await vault.find(key, clock.now(), use);
      const recipient = await vault.recipients.find(key, use);
      if (key.merchantId === merchantId) {
        assert.equal(recipient && open(recipient.number), '5555555555554444');
      }
      return held && [open(held.card.number), held.card.cvv && open(held.card.cvv)].join(' ');
    };
    /** Runs the job, with pauses, until the rotation has reached the state. */
    const finish = async (
      rotate: Rotate,
      during: () => Promise<void> = () => Promise.resolve(),
      state = 'DONE',
    ) => {
      for (let runs = 0; runs < 60; runs += 1) {
        await rotate();
        await during();
        const [latest] = await latestRotations(opened.database, 1);
        if (latest?.state === state) return latest;
        clock.advance(LEASE_MS);
      }
      return assert.fail('the rotation does not end');
    };
    const versionsIn = async (text: string): Promise<number[]> => {
      const rows = await runSql<{ sealed: Uint8Array }>(opened.database, text);
      return [...new Set(rows.map(({ sealed }) => versionOf(sealed)))];
    };
    const writeAll = async (node: Node) => {
      const { database } = opened;
      const base = { database, clock, ids, random: systemRandom, ring: node.ring };
      const checker = secretChecker(masterKey, systemRandom);
      const tools = { ...base, checker, merchants: merchantStore(database, clock, []) };
      await addMerchant(tools, { merchantId, settings: {} });
      const signing = await signingKeys(base).current();
      const idempotency = createIdempotency({ ...base, ...node.keys, budgets: noBudgets });
      await idempotency.runOnce(answerTo, async (keep) => {
        const draft = new Draft();
        keep(draft, { done: true });
        await sqlCommitter(database).apply([draft]);
        return done;
      });
      const walletKeys = createWalletKeys({ ...base, log: silent });
      const environment = 'production';
      const wallet = { ...tools, keys: walletKeys, environment } as const;
      const walletTools = createWalletTools(wallet);
      const google = { kind: 'GPAY_ENCRYPTION', merchantId: null, name: 'Google' } as const;
      await walletTools.create({ ...google, algorithm: 'EC' });
      const apple = { kind: 'APAY_PROCESSING', merchantId, name: 'merchant.com.shop' } as const;
      await walletTools.create({ ...apple, algorithm: 'EC' });
      const [walletKey = assert.fail()] = await walletKeys.list('GPAY_ENCRYPTION', null);
      return { signing: open(signing.key).toString('hex'), walletKey };
    };

    test('a value that is written back late keeps the old key for another wait', async () => {
      const node = await startNode();
      const row = await hold(node);
      const isIn = async (state: string): Promise<boolean> =>
        (await latestRotations(opened.database, 1))[0]?.state === state;
      const versionOfRow = async (): Promise<number | undefined> =>
        (await findHeldCard(opened.database, row))?.keyVersion;
      await rotateData(node.start, null);
      for (let runs = 0; runs < 60 && !(await isIn('RETIRING')); runs += 1) {
        await node.rotate();
        clock.advance(LEASE_MS);
      }
      const writeBack = () =>
        sqlCommitter(opened.database).apply([new Draft().update(heldCards, row)]);
      await writeBack();
      clock.advance(3000);
      for (let runs = 0; runs < 20 && (await versionOfRow()) === row.keyVersion; runs += 1) {
        await node.rotate();
        clock.advance(500);
      }
      assert.notEqual(await versionOfRow(), row.keyVersion, 'it was sealed again');
      for (let runs = 0; runs < 10; runs += 1) await node.rotate();
      assert.ok(await isIn('RETIRING'), 'another late writer may have read the old value');
      await writeBack();
      await finish(node.rotate);
      assert.equal(await numberOf(node, row), '4111111111111111 123');
    });

    test('a rotation to the next master key seals everything again', async () => {
      const old = await startNode();
      const first = await hold(old);
      const { signing, walletKey } = await writeAll(old);
      const [node, other] = [
        await startNode([masterKey, nextKey]),
        await startNode([masterKey, nextKey]),
      ];
      const started = await rotateMaster(node.start);
      assert.deepEqual(
        [started.fromVersion, started.toVersion, started.state],
        [1, 2, 'PREPARING'],
      );
      await assert.rejects(rotateMaster(node.start), { code: 'ROTATION_RUNNING' });
      await assert.rejects(rotateData(node.start, null), { code: 'ROTATION_RUNNING' });
      const heldCards: { merchantId: string; paymentId: string }[] = [first];
      const end = await finish(node.rotate, async () => {
        heldCards.push(await hold(other));
        for (const key of heldCards) {
          assert.equal(await numberOf(node, key), '4111111111111111 123');
          assert.equal(await numberOf(other, key), '4111111111111111 123');
        }
      });
      assert.ok(end.total > 0 && end.done >= end.total && end.problem === null);
      assert.deepEqual(await versionsIn('select sealed_key as sealed from data_keys'), [2]);
      assert.deepEqual(await versionsIn('select sealed_key as sealed from stored_keys'), [2]);
      assert.deepEqual(await versionsIn('select sealed_key as sealed from signing_keys'), [2]);
      const wallets = 'select sealed_private_key as sealed from wallet_credentials';
      assert.deepEqual(await versionsIn(wallets), [2]);
      assert.deepEqual(await versionsIn('select answer as sealed from idempotency_keys'), [2]);
      const secrets = `select decode(one ->> 'sealed', 'base64') as sealed
        from merchants, jsonb_array_elements(notification_secrets) as one`;
      assert.deepEqual(await versionsIn(secrets), [2]);
      const roots = await runSql<{ v: number }>(
        opened.database,
        'select key_version as v from root_keys',
      );
      assert.deepEqual(roots, [{ v: 2 }]);

      await assert.rejects(startNode(), /another master key/, 'the old master key is of no use');
      const fresh = await startNode([nextKey]);
      for (const key of heldCards) assert.equal(await numberOf(fresh, key), '4111111111111111 123');
      for (const name of Object.keys(old.stored) as (keyof typeof old.stored)[]) {
        assert.ok(open(fresh.stored[name]).equals(open(old.stored[name])), `${name} stays`);
      }
      const base = {
        database: opened.database,
        clock,
        ids,
        random: systemRandom,
        ring: fresh.ring,
      };
      assert.equal(open((await signingKeys(base).current()).key).toString('hex'), signing);
      const walletKeys = createWalletKeys({ ...base, log: silent });
      const [reopened] = await walletKeys.list('GPAY_ENCRYPTION', null);
      assert.ok(reopened?.privateKey.equals(walletKey.privateKey));
      const kept = createIdempotency({ ...base, ...fresh.keys, budgets: noBudgets });
      const again = await kept.runOnce(answerTo, () => assert.fail('not replayed'));
      assert.deepEqual(again, { ...done, replayed: true });
    });

    test('a rotation of data keys encrypts cards again and destroys the old keys', async () => {
      const [node, other] = [await startNode([nextKey]), await startNode([nextKey])];
      const stranger = { merchantId: '10000002', paymentId: ids.next() };
      await sqlCommitter(opened.database).apply([
        new Draft().insert(heldCards, await node.vault.seal(stranger, card, clock.now())),
      ]);
      const held = await hold(other);
      const before = await runSql<{ v: number }>(
        opened.database,
        `select key_version as v from data_keys where merchant_id = '${merchantId}'`,
      );
      node.audited.length = 0;
      await rotateData(node.start, merchantId);
      let later = held;
      const end = await finish(node.rotate, async () => {
        later = await hold(other);
        assert.equal(await numberOf(other, held), '4111111111111111 123');
        assert.equal(await numberOf(node, later), '4111111111111111 123');
      });
      assert.ok(end.done >= end.total && end.total >= 1);
      assert.ok(node.audited.includes('ROTATE'), 'each decrypted card is in the audit log');
      const versions = await runSql<{ m: string; v: number }>(
        opened.database,
        'select merchant_id as m, key_version as v from data_keys order by 1, 2',
      );
      assert.deepEqual(versions, [
        { m: merchantId, v: (before[0]?.v ?? 0) + 1 },
        { m: '10000002', v: 1 },
      ]);
      assert.equal(before.length, 1);
      const fresh = await startNode([nextKey]);
      assert.equal(await numberOf(fresh, held), '4111111111111111 123');
      assert.equal(await numberOf(fresh, later), '4111111111111111 123');
      assert.equal(await numberOf(fresh, stranger), '4111111111111111 123');

      await rotateData(node.start, null);
      const { total } = await finish(node.rotate, undefined, 'REWRAPPING');
      // As when payments end meanwhile: these values were counted, but are not encrypted again.
      const deleted = await runSql(opened.database, 'delete from held_recipients returning 1');
      const { done: encryptedAgain } = await finish(node.rotate);
      assert.ok(deleted.length > 0);
      assert.equal(encryptedAgain, total - deleted.length);
      const left = await runSql(
        opened.database,
        `select 1 from held_cards c join data_keys k using (merchant_id)
         where c.key_version <> k.key_version`,
      );
      assert.deepEqual(left, [], 'every other value is encrypted with the new key');
      assert.equal(await numberOf(fresh, stranger), '4111111111111111 123');
      const all = await runSql(opened.database, 'select 1 from data_keys where key_version = 1');
      assert.deepEqual(all, []);
    });

    test('a merchant that gets no new data key does not keep the others from theirs', async () => {
      const node = await startNode([nextKey]);
      const database = failingDatabase(
        opened.database,
        ({ name }, values) => name === 'rotations.insert-data-key' && values.includes(merchantId),
      );
      const { rotate, audited } = await startNode([nextKey], database);
      await rotateData(node.start, null);
      await rotate();
      const [stuck] = await latestRotations(opened.database, 1);
      const newKeys = 'select merchant_id as m from data_keys where rotation_id = $1';
      const made = await runSql(opened.database, newKeys, [stuck?.rotationId]);
      assert.deepEqual([made, audited], [[{ m: '10000002' }], ['job-skipped']]);
      assert.equal(stuck?.problem, `merchant ${merchantId} got no new data key`);
      await finish(node.rotate);
    });

    test('another node continues a rotation; a value that cannot be opened stops it', async () => {
      const [node, other] = [await startNode([nextKey]), await startNode([nextKey])];
      await runSql(
        opened.database,
        `insert into stored_keys (name, sealed_key, created_at)
         values ('broken', '\\x0100', '2026-01-01T00:00:00Z')`,
      );
      await rotateMaster(node.start);
      await node.rotate();
      assert.equal(await other.rotate(), 0, 'the lease of the first node');
      for (let runs = 0; runs < 20; runs += 1) {
        clock.advance(11_000);
        await (runs % 2 ? node : other).rotate();
      }
      for (let runs = 0; runs < 20; runs += 1) {
        clock.advance(LEASE_MS);
        await other.rotate();
      }
      const [stuck] = await latestRotations(opened.database, 1);
      assert.equal(stuck?.state, 'REWRAPPING');
      assert.match(
        stuck.problem ?? '',
        /^stored_keys\.sealed_key broken could not be sealed again$/,
      );
      await runSql(opened.database, `delete from stored_keys where name = 'broken'`);
      assert.equal((await finish(other.rotate)).state, 'DONE');
    });

    test('a node without the next master key stops the rotation before it is used', async () => {
      const third = secret(Buffer.alloc(32, 9));
      const [node, poor] = [await startNode([nextKey, third]), await startNode([nextKey])];
      await rotateMaster(node.start);
      for (let runs = 0; runs < 10; runs += 1) {
        await poor.ring.refresh();
        await node.rotate();
        clock.advance(LEASE_MS);
      }
      const [blocked] = await latestRotations(opened.database, 1);
      assert.equal(blocked?.state, 'PREPARING');
      assert.match(
        blocked.problem ?? '',
        /^node \S+: root key \d is wrapped by another master key$/,
      );
      assert.equal(await numberOf(poor, await hold(poor)), '4111111111111111 123');
      clock.advance(11_000);
      assert.equal((await finish(node.rotate)).problem, null);
    });

    test('every sealed column of the schema is part of a rotation', async () => {
      const rows = await runSql<{ name: string }>(
        opened.database,
        `select table_name || '.' || column_name as name from information_schema.columns
         where table_schema = 'public' and column_name like 'sealed\\_%'`,
      );
      const snake = (field: string) => field.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`);
      const covered = [
        ...Object.values(rootColumns).map(({ name }) => name),
        ...Object.values(dataTables).flatMap(({ name, sealed }) =>
          sealed.map((field) => `${name}.${snake(field)}`),
        ),
        // Sealed with the key of its row, which is in sealed_row_key.
        'card_tokens.sealed_card',
      ];
      assert.deepEqual(
        rows.map(({ name }) => name).filter((name) => !covered.includes(name)),
        [],
      );
      assert.ok(rows.length >= 8, `only ${rows.length} sealed columns`);
    });
  });
}
