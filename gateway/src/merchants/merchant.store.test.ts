// Tests of merchants in the database: each is read and changed alone, and of two changes of one
// version one has an effect.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { anyEngine, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { addRow } from '@bramka/test/support/journal/add-row.ts';
import { handClock } from '../core/testing/hand-clock.ts';
import { defaultSettings, type Merchant } from './merchant.ts';
import { merchantStore } from './merchant.store.ts';

const IDS = ['1001', '1002', '1003'] as const;

describe('merchants in the database', () => {
  let opened: OpenEngine;
  before(async () => {
    opened = await anyEngine.openWithTables();
  });
  after(() => opened?.close());
  beforeEach(async () => {
    await runSql(opened.database, 'truncate merchants, merchant_logos');
    for (const merchant_id of IDS) {
      const row = { merchant_id, status: 'ACTIVE', secrets: '[]', notification_secrets: '[]' };
      await addRow(opened.database, 'merchants', row);
      const picture = { media_type: 'image/png', hash: '0'.repeat(32) };
      await addRow(opened.database, 'merchant_logos', { merchant_id, ...picture });
    }
  });
  const store = () => merchantStore(opened.database, handClock(), ['CARD', 'BLIK']);
  const read = async (merchantId: string): Promise<Merchant> =>
    (await store().read(merchantId)) ?? assert.fail();
  const idsIn = async (table: string): Promise<string[]> => {
    const text = `select merchant_id as id from ${table} order by 1`;
    return (await runSql<{ id: string }>(opened.database, text)).map(({ id }) => id);
  };

  test('a merchant is found by its id', async () => {
    for (const id of IDS) {
      assert.equal((await store().read(id))?.merchantId, id);
      assert.equal((await store().find(id))?.merchantId, id);
    }
    assert.equal(await store().read('1004'), undefined);
  });

  test('all methods are a list that the last release can read, and stay all of them', async () => {
    const settings = { ...defaultSettings, name: 'Shop' };
    await store().replace({ ...(await read('1001')), settings });
    const methodsOf = async () =>
      (
        await runSql<{ methods: unknown }>(
          opened.database,
          `select settings->'methods' as methods from merchants where merchant_id = '1001'`,
        )
      )[0]?.methods;
    assert.deepEqual(await methodsOf(), ['CARD', 'BLIK', '*']);
    assert.deepEqual((await read('1001')).settings, settings);
    const [listed] = await store().list('', 1);
    assert.equal(listed?.settings.methods, null);
    const some = { ...settings, methods: ['CARD'] };
    await store().replace({ ...(await read('1001')), settings: some });
    assert.deepEqual(await methodsOf(), ['CARD']);
    assert.deepEqual((await read('1001')).settings, some);
  });

  test('a page begins after the last merchant of the page before', async () => {
    const list = async (after: string, limit: number) =>
      (await store().list(after, limit)).map(({ merchantId }) => merchantId);
    assert.deepEqual(await list('', 10), IDS);
    assert.deepEqual(await list('1001', 10), ['1002', '1003']);
    assert.deepEqual(await list('1001', 1), ['1002']);
  });

  test('of two changes of one version one has an effect, and on no other merchant', async () => {
    const before = await read('1002');
    assert.equal(await store().replace({ ...before, status: 'SUSPENDED' }), true);
    assert.equal(await store().replace({ ...before, status: 'ACTIVE' }), false);
    const statuses = await Promise.all(IDS.map(async (id) => (await read(id)).status));
    assert.deepEqual(statuses, ['ACTIVE', 'SUSPENDED', 'ACTIVE']);
    assert.equal((await read('1002')).version, before.version + 1);
  });

  test('a reset removes all other merchants and their logos', async () => {
    await store().removeOthers(['1001', '1003']);
    assert.deepEqual(await idsIn('merchants'), ['1001', '1003']);
    assert.deepEqual(await idsIn('merchant_logos'), ['1001', '1003']);
  });
});
