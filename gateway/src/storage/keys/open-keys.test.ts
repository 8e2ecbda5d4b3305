// Tests of the keys of an installation on both engines: new and older installations, a wrong master
// key, a change of the master key, and nodes that start at once.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { engines, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { createIds } from '../../core/id.ts';
import { systemRandom } from '../../core/random.ts';
import { seededRandom } from '../../core/testing/seeded-random.ts';
import { deriveKey, fingerprint, seal, versionOf, type Key } from '../../core/seal.ts';
import { open, secret } from '../../core/secret.ts';
import { handClock } from '../../core/testing/hand-clock.ts';
import { WrongDatabase } from '../installation.ts';
import { encryptionByKey, KeyEncryptionFailed, type KeyEncryption } from './key-encryption.ts';
import { contextOf, LEASE_MS } from './keyring.ts';
import { openKeys, storedKeyNames, type GatewayKeys } from './open-keys.ts';
import { insertRootKey } from './root-keys.store.ts';

const clock = handClock();
const ids = createIds(clock, seededRandom(1));
const master = secret(Buffer.alloc(32, 7));
const other = secret(Buffer.alloc(32, 8));
const byKey = (key: Key): KeyEncryption => encryptionByKey(key, systemRandom);
const broken: KeyEncryption = {
  id: 'command x',
  wrap: () => Promise.reject(new KeyEncryptionFailed('the service is away')),
  unwrap: () => Promise.reject(new KeyEncryptionFailed('the service is away')),
};

for (const engine of engines) {
  describe(`the keys of an installation on ${engine.name}`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    before(async () => {
      opened = await engine.openWithTables();
    });
    after(() => opened?.close());
    beforeEach(async () => {
      await runSql(opened.database, 'truncate installation, root_keys, stored_keys');
    });

    interface Start {
      readonly masterKey?: Key | null;
      readonly encryptions?: readonly KeyEncryption[];
    }
    const start = ({ masterKey = master, encryptions }: Start = {}): Promise<GatewayKeys> =>
      openKeys({
        database: opened.database,
        masterKey,
        encryptions: encryptions ?? (masterKey ? [byKey(masterKey)] : []),
        environment: 'sandbox',
        clock,
        random: systemRandom,
        nodeId: ids.next(),
        log: { error: () => undefined },
      });
    const shown = ({ stored }: GatewayKeys): string[] =>
      storedKeyNames.map((name) => open(stored[name]).toString('hex'));
    /** As a gateway without root keys has left it. */
    const makeOlder = async (): Promise<void> => {
      const check = fingerprint(master, 'key check').subarray(0, 8);
      await runSql(
        opened.database,
        `insert into installation (environment, key_check, created_at)
         values ('sandbox', $1, '2026-01-01T00:00:00Z')`,
        [check],
      );
    };

    test('a new installation has random keys, which every start finds again', async () => {
      const keys = await start();
      const sealed = (await keys.ring.sealer('data keys'))('value', 'row');
      const again = await start();
      assert.deepEqual(shown(again), shown(keys));
      assert.equal(new Set(shown(keys)).size, storedKeyNames.length);
      assert.equal((await again.ring.unseal('data keys', sealed, 'row')).toString(), 'value');
      await assert.rejects(again.ring.unseal('data keys', sealed, 'another row'));
      await assert.rejects(again.ring.unseal('signing keys', sealed, 'row'));
      const derived = storedKeyNames.map((name) => open(deriveKey(master, name)).toString('hex'));
      assert.equal(new Set([...derived, ...shown(keys)]).size, 2 * storedKeyNames.length);
    });

    test('nodes that start at once use the same keys', async () => {
      const nodes = await Promise.all([start(), start(), start()]);
      for (const node of nodes) assert.deepEqual(shown(node), shown(nodes[0]));
    });

    test('an older installation keeps its keys and what they have sealed', async () => {
      await makeOlder();
      const keys = await start();
      for (const name of storedKeyNames) {
        assert.ok(open(keys.stored[name]).equals(open(deriveKey(master, name))), name);
      }
      const old = seal(deriveKey(master, 'signing keys'), 'value', 'row', systemRandom);
      assert.equal((await keys.ring.unseal('signing keys', old, 'row')).toString(), 'value');
      const sealed = (await keys.ring.sealer('signing keys'))('value', 'row');
      assert.equal(versionOf(sealed), 1, 'nodes of the earlier version can read it');
      assert.deepEqual(shown(await start()), shown(keys));
    });

    test('an older installation whose first start was interrupted keeps its keys', async () => {
      await makeOlder();
      await start();
      await runSql(opened.database, `delete from stored_keys where name <> 'card fingerprints'`);
      const keys = await start();
      for (const name of storedKeyNames) {
        assert.ok(open(keys.stored[name]).equals(open(deriveKey(master, name))), name);
      }
    });

    test('another master key is refused, on new and older installations', async () => {
      const refused = (options: Start) =>
        assert.rejects(start(options), (error) => {
          assert.ok(error instanceof WrongDatabase);
          assert.equal(error.message, 'the database was created with another master key');
          return true;
        });
      await start();
      await refused({ masterKey: other });
      await runSql(opened.database, 'truncate installation, root_keys, stored_keys');
      await makeOlder();
      await refused({ masterKey: other });
      await start();
      await refused({ masterKey: other });
    });

    test('an older installation needs its master key before a command replaces it', async () => {
      await makeOlder();
      const options = { masterKey: null, encryptions: [byKey(other)] };
      await assert.rejects(start(options), /BRAMKA_MASTER_KEY_NEXT_COMMAND/);
    });

    test('a service that is away is not a wrong key', async () => {
      await start();
      const options = { masterKey: null, encryptions: [broken] };
      await assert.rejects(start(options), KeyEncryptionFailed);
    });

    const addRoot = async (version: number, state: 'PENDING' | 'LIVE', by: KeyEncryption) => {
      const wrappedKey = await by.wrap(Buffer.alloc(32, version), contextOf(version));
      const row = { keyVersion: version, state, wrappedBy: by.id, wrappedKey };
      await insertRootKey(opened.database, row, null, clock.now());
    };

    test('a pending root key opens values, and seals once it is live', async () => {
      const { ring } = await start();
      await addRoot(2, 'PENDING', byKey(master));
      assert.equal(await ring.refresh(), 1);
      assert.equal(versionOf((await ring.sealer('data keys'))('x', 'row')), 1);
      const key = deriveKey(secret(Buffer.alloc(32, 2)), 'data keys');
      const early = seal(key, 'early', 'row', systemRandom, 2);
      assert.equal((await ring.unseal('data keys', early, 'row')).toString(), 'early');
      await runSql(opened.database, `update root_keys set state = 'LIVE'`);
      clock.advance(LEASE_MS + 1);
      const sealed = (await ring.sealer('data keys'))('x', 'row');
      assert.equal(versionOf(sealed), 2, 'an old copy is read again before it is used');
    });

    test('a node learns a root key from the first value that is sealed with it', async () => {
      const { ring } = await start();
      await addRoot(2, 'LIVE', byKey(master));
      const key = deriveKey(secret(Buffer.alloc(32, 2)), 'data keys');
      const sealed = seal(key, 'new', 'row', systemRandom, 2);
      assert.equal((await ring.unseal('data keys', sealed, 'row')).toString(), 'new');
      const strange = seal(key, 'new', 'row', systemRandom, 3);
      await assert.rejects(ring.unseal('data keys', strange, 'row'), /root key that is not here/);
    });

    test('root keys of both master keys can be used while both are set', async () => {
      const first = await start();
      const sealed = (await first.ring.sealer('data keys'))('old', 'row');
      await addRoot(2, 'LIVE', byKey(other));
      const both = await start({ encryptions: [byKey(master), byKey(other)] });
      assert.equal((await both.ring.unseal('data keys', sealed, 'row')).toString(), 'old');
      assert.equal(versionOf((await both.ring.sealer('data keys'))('x', 'row')), 2);
      await assert.rejects(start(), /another master key/);
      await runSql(opened.database, 'delete from root_keys where key_version = 1');
      await assert.rejects(
        both.ring.refresh().then(() => both.ring.unseal('data keys', sealed, 'row')),
      );
    });

    test('a wrapped root key cannot be moved to another version', async () => {
      await start();
      await runSql(opened.database, 'update root_keys set key_version = 2');
      await assert.rejects(start(), /another master key/);
    });
  });
}
