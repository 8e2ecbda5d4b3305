// Tests that a rotation of the root key seals the credentials of merchants at providers again: with
// and without an account, and readable afterwards with the new key alone.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { engines, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { addRow } from '@bramka/test/support/journal/add-row.ts';
import { fixedKeyring } from '../core/keys/testing/fixed-keyring.ts';
import { systemRandom } from '../core/random.ts';
import { open, secret } from '../core/secret.ts';
import { versionOf } from '../core/seal.ts';
import { handClock } from '../core/testing/hand-clock.ts';
import { SWITCH_MS } from '../providers/credentials/administer.ts';
import { merchantId, openNode, service } from '../providers/credentials/testing/open-node.ts';
import { rootLists, type RewrapParts } from './rewrap-list.ts';

const root = (version: number) => ({ version, key: secret(Buffer.alloc(32, version)) });
const [old, both, fresh] = [[root(1)], [root(1), root(2)], [root(2)]].map((roots) =>
  fixedKeyring(roots, systemRandom),
);

for (const engine of engines) {
  describe(`sealing credentials again on ${engine.name}`, { skip: engine.skip }, () => {
    const clock = handClock();
    let opened: OpenEngine;
    before(async () => {
      opened = await engine.openWithTables();
      const merchant = { status: 'ACTIVE', secrets: '[]', notification_secrets: '[]' };
      const row = { merchant_id: merchantId, version: 1, ...merchant };
      await addRow(opened.database, 'merchants', row);
    });
    after(() => opened?.close());

    test('every value gets the new key, once, and stays what it is', async () => {
      const { tools, ids } = openNode(opened.database, clock, old);
      await tools.set(merchantId, 'BM', service('222222', 'key-of-222222'));
      await tools.set(merchantId, 'BM', service('333333', 'key-of-333333'));
      await tools.set(merchantId, 'plain', { key: secret('key-of-plain') });
      clock.advance(SWITCH_MS);
      const parts = { database: opened.database, ring: both } as unknown as RewrapParts;
      const list =
        rootLists(parts, 2).find(({ name }) => name === 'provider_credentials.sealed_fields') ??
        assert.fail('it is not part of a rotation');
      assert.equal(await list.count(), 3);
      const [first = assert.fail(), ...rest] = await list.page([], 2);
      const all = [first, ...rest, ...(await list.page(rest.at(-1)?.key ?? [], 2))];
      assert.equal(all.length, 3);
      for (const item of all) assert.equal(await item.rewrap(), true);
      assert.equal(await first.rewrap(), false, 'it has changed since it was read');
      assert.equal(await list.count(), 0);
      const rows = await runSql<{ sealed: Uint8Array }>(
        opened.database,
        'select sealed_fields as sealed from provider_credentials',
      );
      assert.deepEqual(
        rows.map(({ sealed }) => versionOf(sealed)),
        [2, 2, 2],
      );
      const { lookups } = openNode(opened.database, clock, fresh);
      const keyAt = async (provider: string) => {
        const found = await lookups.at(provider).ofAttempt(merchantId, ids.next());
        return found?.['key'] && open(found['key']);
      };
      assert.deepEqual(
        [await keyAt('BM'), await keyAt('plain')],
        ['key-of-333333', 'key-of-plain'],
      );
      const late = await lookups.at('BM').byAccount('222222');
      assert.equal(late?.['key'] && open(late['key']), 'key-of-222222');
    });
  });
}
