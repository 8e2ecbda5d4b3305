// Tests of finding a refund by the merchant's own id: another merchant may use the same id.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { anyEngine, type OpenEngine } from '@bramka/test/support/engines.ts';
import { addRow } from '@bramka/test/support/journal/add-row.ts';
import { sqlRefundStore } from './refund.store.ts';

const [SHOP, OTHER] = ['10000001', '10000002'] as const;
const idOf = (place: number): string =>
  `0198c5d1-7b2a-7000-8000-${String(place).padStart(12, '0')}`;

describe('refunds by extRefundId', () => {
  let opened: OpenEngine;
  before(async () => {
    opened = await anyEngine.openWithTables();
  });
  after(() => opened?.close());

  test('a refund is found by its merchant and its id', async () => {
    const rows = [
      [SHOP, 1, 'refund-1'],
      [SHOP, 2, 'refund-2'],
      [OTHER, 3, 'refund-1'],
    ] as const;
    for (const [merchant_id, place, ext_refund_id] of rows) {
      const key = { merchant_id, payment_id: idOf(9), trans_id: idOf(place), ext_refund_id };
      const refund = { type: 'REFUND', status: 'PENDING', currency: 'PLN' };
      await addRow(opened.database, 'transactions', { ...key, ...refund });
    }
    const refunds = sqlRefundStore(opened.database);
    for (const [merchantId, place, extRefundId] of rows) {
      assert.equal((await refunds.byExtId(merchantId, extRefundId))?.transId, idOf(place));
    }
    assert.equal(await refunds.byExtId(OTHER, 'refund-2'), undefined);
  });
});
