// Tests of the stored keys on both database engines: created once, the same for every node and
// every start.
import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import type { Queryable } from '@bramka/gateway/storage/database.ts';
import { migrate, readMigrations } from '@bramka/gateway/storage/migrate.ts';
import { engines, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { handClock } from '@bramka/gateway/core/testing/hand-clock.ts';
import { createDirectoryKeys, type DirectoryKeys } from './directory-keys.ts';
import { loadDirectoryKeys } from './directory-keys.store.ts';
import { publicJwk } from '@bramka/gateway/core/jose/p256.ts';

const migrations = readMigrations(new URL('../../../migrations/', import.meta.url), 'sandbox/');
const make = () => createDirectoryKeys(handClock(), systemRandom);

const told = (keys: DirectoryKeys) => ({
  ...keys,
  signingKey: keys.signingKey.export({ format: 'jwk' }),
  encryptionKey: keys.encryptionKey.export({ format: 'jwk' }),
});

for (const engine of engines) {
  describe(`directory keys on ${engine.name}`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    before(async () => {
      opened = await engine.open();
      await migrate(opened.database, migrations, '2026-03-01T12:00:00.000Z');
    });
    after(() => opened.close());
    const empty = () => runSql(opened.database, 'delete from sandbox.directory_keys');

    test('stores the keys and creates no others', async () => {
      await empty();
      const created = make();
      const first = await loadDirectoryKeys(opened.database, () => created);
      deepEqual(told(first), told(created));
      const again = await loadDirectoryKeys(opened.database, () => {
        throw new Error('made twice');
      });
      deepEqual(told(again), told(created));
    });

    test('nodes that start at the same time use the same keys', async () => {
      for (let round = 0; round < 5; round += 1) {
        await empty();
        const nodes = Array.from({ length: 6 }, () => nodeOf(opened));
        // All nodes see that there are no keys before any of them writes.
        const gate = meeting(nodes.length);
        const loaded = await Promise.all(
          nodes.map((node) => loadDirectoryKeys(afterFirstRead(node, gate), make)),
        );
        const different = new Set(loaded.map((keys) => publicJwk(keys.signingKey).x));
        equal(different.size, 1);
        for (const keys of loaded.slice(1)) deepEqual(told(keys), told(loaded[0] ?? keys));
      }
    });

    test('the table holds only one set of keys', async () => {
      await loadDirectoryKeys(opened.database, make);
      const copy = `insert into sandbox.directory_keys select false, authority_certificate,
        issuing_certificate, signing_certificate, signing_key, encryption_key
        from sandbox.directory_keys`;
      await rejects(runSql(opened.database, copy), /check/);
    });

    test('a failed creation stores nothing', async () => {
      await empty();
      const fail = (): never => {
        throw new Error('no chance');
      };
      await rejects(loadDirectoryKeys(opened.database, fail), /no chance/);
      ok(await loadDirectoryKeys(opened.database, make));
    });
  });
}

function nodeOf(opened: OpenEngine): Queryable {
  return opened.database.kind === 'postgres' ? opened.node({ connections: 1 }) : opened.database;
}

/** A barrier: resolves for all callers when the last one has arrived. */
function meeting(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let missing = count;
  return () => {
    missing -= 1;
    if (missing === 0) resolve();
    return promise;
  };
}

function afterFirstRead(node: Queryable, gate: () => Promise<void>): Queryable {
  let isFirst = true;
  return {
    async run<Row>(...call: Parameters<Queryable['run']>) {
      const rows = await node.run<Row>(...call);
      if (isFirst) {
        isFirst = false;
        await gate();
      }
      return rows;
    },
  };
}
