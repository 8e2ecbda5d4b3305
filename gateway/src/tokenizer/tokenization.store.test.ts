// Tests of reading tokenizations: beside every row that is to be found there are rows that differ
// in one condition only, such as the same id of another merchant.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { anyEngine, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { addRow } from '@bramka/test/support/journal/add-row.ts';
import { isoTime } from '../core/clock.ts';
import { tokenizationStatuses } from './tokenization.ts';
import { sqlTokenizationStore, tokenizationsDue } from './tokenization.store.ts';

const NOW = Date.parse('2026-03-02T12:00:00Z');
const [SHOP, OTHER] = ['10000001', '10000002'] as const;
const idOf = (place: number): string =>
  `0198c5d1-7b2a-7000-8000-${String(place).padStart(12, '0')}`;
const [TOKEN, ANOTHER] = [idOf(80), idOf(81)] as const;

describe('reading tokenizations', () => {
  let opened: OpenEngine;
  before(async () => {
    opened = await anyEngine.openWithTables();
  });
  after(() => opened?.close());
  beforeEach(() => runSql(opened.database, 'truncate tokenizations, tokenization_checks'));
  const store = () => sqlTokenizationStore(opened.database);

  /** Of this shop, COMPLETED, with this token. */
  async function add(place: number, changes: Readonly<Record<string, unknown>> = {}) {
    const row = { merchant_id: SHOP, tokenizer_id: idOf(place), kind: 'COF', channel: 'WEBAPI' };
    const ended = { status: 'COMPLETED', token_id: TOKEN, payment_id: idOf(place), checks: 0 };
    await addRow(opened.database, 'tokenizations', { ...row, ...ended, ...changes });
  }

  test('by id: of this merchant, with this id', async () => {
    await add(1, { merchant_id: OTHER, ext_customer_id: 'other' });
    await add(1, { ext_customer_id: 'wanted' });
    await add(2);
    const found = await store().find({ merchantId: SHOP, tokenizerId: idOf(1) });
    assert.deepEqual([found?.merchantId, found?.extCustomerId], [SHOP, 'wanted']);
    assert.equal(await store().find({ merchantId: OTHER, tokenizerId: idOf(2) }), undefined);
  });

  test('of a token: completed ones of this merchant with this token', async () => {
    await add(1, { merchant_id: OTHER });
    await add(2, { token_id: ANOTHER });
    await add(3, { status: 'DISCARDED' });
    await add(5);
    await add(4);
    const found = await store().ofToken(SHOP, TOKEN);
    assert.deepEqual(
      found.map(({ tokenizerId }) => tokenizerId),
      [idOf(4), idOf(5)],
    );
  });

  test('a conversion of this card that is in progress or has succeeded', async () => {
    const conversion = { payment_id: null, kind: 'NETWORK', source_token_id: TOKEN };
    const isConverted = async () => (await store().conversionOf(SHOP, TOKEN)) !== undefined;
    await add(1, { ...conversion, merchant_id: OTHER });
    await add(2, { ...conversion, source_token_id: ANOTHER });
    assert.equal(await isConverted(), false);
    for (const status of tokenizationStatuses) {
      const token_id = ['COMPLETED', 'DISCARDED'].includes(status) ? idOf(90) : null;
      await add(3, { ...conversion, status, token_id });
      const isTaken = ['NEW', 'PENDING', 'COMPLETED'].includes(status);
      assert.equal(await isConverted(), isTaken, status);
      await runSql(opened.database, `delete from tokenizations where tokenizer_id = '${idOf(3)}'`);
    }
  });

  test('a check is due at its time, not a millisecond earlier, the oldest first', async () => {
    for (const [place, dueAt] of [
      [1, NOW + 1],
      [2, NOW],
      [3, NOW - 1],
    ] as const) {
      const key = { merchant_id: SHOP, tokenizer_id: idOf(place), due_at: isoTime(dueAt) };
      await addRow(opened.database, 'tokenization_checks', key);
    }
    const due = async (now: number, limit = 10) =>
      (await store().due(now, limit)).map(({ tokenizerId }) => tokenizerId);
    const isDue = async (now: number) =>
      (await opened.database.run(tokenizationsDue, [isoTime(now)])).length > 0;
    assert.deepEqual(await due(NOW), [idOf(3), idOf(2)]);
    assert.deepEqual(await due(NOW, 1), [idOf(3)]);
    assert.deepEqual([await isDue(NOW - 2), await isDue(NOW - 1)], [false, true]);
  });
});
