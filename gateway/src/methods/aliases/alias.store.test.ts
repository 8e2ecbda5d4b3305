// Tests of reading BLIK aliases: a UID and a PAYID with the same fingerprint are two aliases, and
// so are those of two merchants.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { anyEngine, type OpenEngine } from '@bramka/test/support/engines.ts';
import { addRow } from '@bramka/test/support/journal/add-row.ts';
import { sqlAliasStore } from './alias.store.ts';

const idOf = (place: number): string =>
  `0198c5d1-7b2a-7000-8000-${String(place).padStart(12, '0')}`;
const print = (byte: number): Buffer => Buffer.alloc(32, byte);

describe('BLIK aliases', () => {
  let opened: OpenEngine;
  before(async () => {
    opened = await anyEngine.openWithTables();
  });
  after(() => opened?.close());

  test('an alias is found by its merchant, type and fingerprint', async () => {
    const rows = [
      ['10000001', 'UID', 1],
      ['10000002', 'UID', 1],
      ['10000001', 'PAYID', 1],
      ['10000001', 'UID', 2],
    ] as const;
    for (const [place, [merchant_id, type, byte]] of rows.entries()) {
      const key = { merchant_id, type, alias_fingerprint: print(byte) };
      const status = { status: 'REGISTERED', payment_id: idOf(place) };
      await addRow(opened.database, 'blik_aliases', { ...key, ...status });
    }
    const store = sqlAliasStore(opened.database);
    for (const [place, [merchantId, type, byte]] of rows.entries()) {
      const found = await store.find({ merchantId, type, aliasFingerprint: print(byte) });
      assert.equal(found?.paymentId, idOf(place));
    }
    const other = { merchantId: '10000002', type: 'PAYID', aliasFingerprint: print(1) } as const;
    assert.equal(await store.find(other), undefined);
  });
});
