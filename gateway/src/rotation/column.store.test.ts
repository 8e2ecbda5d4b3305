// Tests of the statements of a rotation: which values are old, pages of them, and that a value is
// replaced only if it is still the one that was read. Beside every row is one that differs in one
// part of its key.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { anyEngine, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { addRow } from '@bramka/test/support/journal/add-row.ts';
import { columnName } from '../journal/table.ts';
import { countRows, dataTables, readRows, swapRow, type DataTable } from './data-column.store.ts';
import {
  advanceRotation,
  claimRotation,
  deleteOldDataKeys,
  latestRotations,
  startRotation,
} from './rotation.store.ts';
import {
  countValues,
  notificationSecrets,
  readValues,
  rootColumns,
  swapValue,
  type RootColumn,
} from './sealed-column.store.ts';

const NOW = Date.parse('2026-03-02T12:00:00Z');
const idOf = (place: number): string =>
  `0198c5d1-7b2a-7000-8000-${String(place).padStart(12, '0')}`;
const sealed = (version: number, byte: number): Buffer => Buffer.from([version, byte]);
const [OLD, NEW] = [Buffer.of(1), Buffer.of(2)];

type Row = Readonly<Record<string, unknown>>;

describe('the statements of a rotation', () => {
  let opened: OpenEngine;
  before(async () => {
    opened = await anyEngine.openWithTables();
  });
  after(() => opened?.close());
  beforeEach(() =>
    runSql(
      opened.database,
      `truncate key_rotations, data_keys, stored_keys, idempotency_keys, merchants, held_cards,
         held_recipients, card_tokens, authentications`,
    ),
  );
  const add = (table: string, row: Row) => addRow(opened.database, table, row);
  const merchant = { status: 'ACTIVE', secrets: '[]', notification_secrets: '[]' };

  const rootCases: [RootColumn, string, string, string[], string[][]][] = [
    [rootColumns.storedKeys, 'stored_keys', 'sealed_key', ['name'], [['a'], ['b'], ['c']]],
    [
      rootColumns.dataKeys,
      'data_keys',
      'sealed_key',
      ['merchant_id', 'key_version'],
      [
        ['1001', '1'],
        ['1001', '2'],
        ['1002', '1'],
      ],
    ],
    [
      rootColumns.answers,
      'idempotency_keys',
      'answer',
      ['merchant_id', 'idempotency_key'],
      [
        ['1001', 'a'],
        ['1001', 'b'],
        ['1002', 'a'],
      ],
    ],
  ];
  for (const [column, table, field, names, keys] of rootCases) {
    test(`${column.name}: old values in pages, each replaced alone and once`, async () => {
      const keyOf = (key: readonly string[]) =>
        Object.fromEntries(names.map((name, place) => [name, key[place]]));
      // All values are equal, so that only the key tells them apart.
      for (const key of keys) await add(table, { ...keyOf(key), [field]: sealed(1, 7) });
      const current = names.map((name) => (name === 'key_version' ? '9' : 'z'));
      await add(table, { ...keyOf(current), [field]: sealed(2, 7) });
      const page = async (after: readonly string[], limit: number) =>
        (await readValues(opened.database, column, NEW, after, limit)).map(({ key }) => key);
      assert.deepEqual(await page([], 10), keys);
      assert.deepEqual(await page(keys[0] ?? [], 10), keys.slice(1));
      assert.deepEqual(await page([], 1), keys.slice(0, 1));
      assert.equal(await countValues(opened.database, column, NEW), keys.length);
      assert.equal(await countValues(opened.database, column, OLD), 1);
      const [first = []] = keys;
      const value = { key: first, sealed: sealed(1, 7) };
      const changed = { key: first, sealed: sealed(1, 6) };
      const swap = (from: typeof value) => swapValue(opened.database, column, from, sealed(2, 8));
      assert.equal(await swap(changed), false, 'it has changed since it was read');
      assert.equal(await swap(value), true);
      assert.equal(await swap(value), false);
      assert.deepEqual(await page([], 10), keys.slice(1));
    });
  }

  test('secrets of merchants: old ones in pages, each replaced alone and once', async () => {
    const secrets = (version: number) => [
      { id: 's', sealed: sealed(version, 7).toString('base64') },
    ];
    for (const [merchant_id, version] of [
      ['1001', 1],
      ['1002', 1],
      ['1003', 2],
    ] as const) {
      const notification_secrets = JSON.stringify(secrets(version));
      await add('merchants', { ...merchant, merchant_id, notification_secrets });
    }
    const page = async (after: readonly string[], limit: number) => {
      const found = await readValues(opened.database, notificationSecrets, NEW, after, limit);
      return found.map(({ key, sealed: read }) => {
        assert.deepEqual(read, secrets(1));
        return key.join();
      });
    };
    assert.deepEqual(await page([], 10), ['1001', '1002']);
    assert.deepEqual(await page(['1001'], 10), ['1002']);
    assert.deepEqual(await page([], 1), ['1001']);
    assert.equal(await countValues(opened.database, notificationSecrets, NEW), 2);
    const swap = (from: number) => {
      const value = { key: ['1001'], sealed: secrets(from) };
      return swapValue(opened.database, notificationSecrets, value, secrets(2));
    };
    assert.equal(await swap(3), false, 'they have changed since they were read');
    assert.equal(await swap(1), true);
    assert.deepEqual(await page([], 10), ['1002']);
  });

  const card = { type: 'COF', status: 'ACTIVE', exp_date: '203012', sealed_card: OLD };
  const proof = { state: 'DONE', device_channel: '02', method_completion: 'U' };
  const dataCases: [DataTable, Row][] = [
    [dataTables.heldCards, { sealed_cvv: sealed(0, 5) }],
    [dataTables.heldRecipients, {}],
    [dataTables.cardTokens, { ...card, fingerprint: OLD, news_sequence: 0 }],
    [dataTables.authentications, proof],
  ];
  for (const [table, other] of dataCases) {
    const { name, key } = table;
    /** The ids differ in the last field; where ids are unique, merchants cannot share one. */
    async function addOld(merchant_id: string, place: number, key_version: number): Promise<void> {
      const own = Number(merchant_id) - 1000;
      const row: Record<string, unknown> = { ...other, merchant_id, key_version };
      for (const [at, field] of key.entries()) {
        row[columnName(field)] = idOf(at === 1 ? 10 * own + place : place);
      }
      for (const field of table.sealed) row[columnName(field)] = sealed(key_version, 7);
      if (name === 'card_tokens') {
        row['token_number'] = `${merchant_id}${String(place)}`;
        row['fingerprint'] = sealed(own, place);
      }
      await add(name, row);
    }

    test(`${name}: values of replaced data keys, each replaced alone and once`, async () => {
      for (const [merchant_id, key_version] of [
        ['1001', 1],
        ['1001', 2],
        ['1002', 1],
        ['1003', 3],
      ] as const) {
        await add('data_keys', { merchant_id, key_version });
      }
      await addOld('1001', 1, 1);
      await addOld('1001', 2, 1);
      await addOld('1001', 3, 2);
      // Its key is not replaced, though other merchants have higher versions.
      await addOld('1002', 1, 1);
      await addOld('1003', 1, 2);
      const { database } = opened;
      const read = (merchantId: string | null, after: readonly string[] = [], limit = 10) =>
        readRows(database, table, merchantId, after, limit);
      const shown = async (...of: Parameters<typeof read>) =>
        (await read(...of)).map(
          (row) => `${row.merchantId} ${String(row[key[0] ?? '']).slice(-1)}`,
        );
      assert.deepEqual(await shown(null), ['1001 1', '1001 2', '1003 1']);
      assert.deepEqual(await shown('1001'), ['1001 1', '1001 2']);
      assert.deepEqual(await shown(null, [], 1), ['1001 1']);
      const [first = assert.fail(), second = assert.fail()] = await read(null);
      const keyOf = (row: Row) => ['merchantId', ...key].map((field) => String(row[field]));
      assert.deepEqual(await shown(null, keyOf(first)), ['1001 2', '1003 1']);
      assert.equal(await countRows(database, table, null), 3);
      assert.equal(await countRows(database, table, '1001'), 2);

      const next = { keyVersion: 2, ...Object.fromEntries(table.sealed.map((one) => [one, NEW])) };
      for (const field of ['keyVersion', ...table.sealed]) {
        const changed = { ...first, [field]: field === 'keyVersion' ? 9 : sealed(9, 9) };
        assert.equal(await swapRow(database, table, changed, next), false, field);
      }
      assert.equal(await swapRow(database, table, first, next), true);
      assert.equal(await swapRow(database, table, first, next), false);
      assert.deepEqual(await read('1001'), [second]);
      const untouched = `select count(*)::integer as count from ${name} where key_version = 1`;
      assert.deepEqual(await runSql(database, untouched), [{ count: 2 }]);
    });
  }

  const begin = () =>
    startRotation(opened.database, { kind: 'DATA', merchantId: null, root: null, at: NOW });

  test('a rotation has one owner until the end of its lease, to the millisecond', async () => {
    await begin();
    const [one, two] = [idOf(1), idOf(2)];
    const claim = async (node: string, now: number) =>
      (await claimRotation(opened.database, node, now, now + 10)) !== undefined;
    assert.equal(await claim(one, NOW), true);
    assert.equal(await claim(two, NOW + 9), false);
    assert.equal(await claim(one, NOW + 1), true, 'its own lease again');
    assert.equal(await claim(two, NOW + 10), false);
    assert.equal(await claim(two, NOW + 11), true);
  });

  test('a state is left once, by the rotation itself', async () => {
    const first = (await begin()) ?? assert.fail();
    assert.equal(await begin(), undefined, 'one runs at a time');
    const nothing = () => Promise.resolve();
    const to = (state: 'REWRAPPING' | 'DONE') => ({ to: state, total: 3, at: NOW });
    assert.ok(await advanceRotation(opened.database, first, to('DONE'), nothing));
    const second = (await begin()) ?? assert.fail();
    let isCalled = false;
    const call = () => Promise.resolve(void (isCalled = true));
    const late = await advanceRotation(opened.database, first, to('REWRAPPING'), call);
    assert.deepEqual([late, isCalled], [undefined, false], 'another node was faster');
    const after = await advanceRotation(opened.database, second, to('REWRAPPING'), call);
    assert.deepEqual([after?.rotationId, after?.finishedAt, isCalled], [2, null, true]);
    const states = (await latestRotations(opened.database, 5)).map(({ state }) => state);
    assert.deepEqual(states, ['REWRAPPING', 'DONE']);
  });

  test('only data keys that this rotation has replaced are destroyed', async () => {
    const rotation = (await begin()) ?? assert.fail();
    for (const [merchant_id, key_version, rotation_id] of [
      ['1001', 1, null],
      ['1001', 2, 1],
      ['1001', 3, null],
      ['1002', 1, null],
      ['1002', 2, 1],
      ['1003', 1, null],
      ['1003', 2, 7],
    ] as const) {
      await add('data_keys', { merchant_id, key_version, rotation_id });
    }
    const left = async () => {
      const text = `select merchant_id || ' ' || key_version as one from data_keys order by 1`;
      return (await runSql<{ one: string }>(opened.database, text)).map(({ one }) => one);
    };
    await deleteOldDataKeys(opened.database, { ...rotation, merchantId: '1001' });
    const others = ['1002 2', '1003 1', '1003 2'];
    assert.deepEqual(await left(), ['1001 2', '1001 3', '1002 1', ...others]);
    await deleteOldDataKeys(opened.database, rotation);
    assert.deepEqual(await left(), ['1001 2', '1001 3', ...others]);
  });
});
