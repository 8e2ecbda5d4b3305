// Tests of finishing and of due reports to Click to Pay: only the checkout that was reported is
// finished, not one that was sent meanwhile.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { anyEngine, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { addRow } from '@bramka/test/support/journal/add-row.ts';
import { isoTime } from '../../core/clock.ts';
import {
  confirmationsDue,
  finishConfirmation,
  type DueConfirmation,
} from './confirmation.store.ts';

const NOW = Date.parse('2026-03-02T12:00:00Z');
const idOf = (place: number): string =>
  `0198c5d1-7b2a-7000-8000-${String(place).padStart(12, '0')}`;

describe('reports to Click to Pay', () => {
  let opened: OpenEngine;
  before(async () => {
    opened = await anyEngine.openWithTables();
  });
  after(() => opened?.close());
  beforeEach(() => runSql(opened.database, 'truncate checkout_confirmations'));

  async function add(merchant_id: string, place: number, state = 'WAITING'): Promise<void> {
    const key = { merchant_id, payment_id: idOf(place), correlation_id: 'c-1' };
    await addRow(opened.database, 'checkout_confirmations', {
      ...key,
      state,
      tries: 0,
      due_at: isoTime(NOW),
    });
  }
  const states = async (): Promise<string[]> => {
    const text = `select merchant_id || ' ' || right(payment_id::text, 1) || ' ' || state as state
      from checkout_confirmations order by 1`;
    return (await runSql<{ state: string }>(opened.database, text)).map(({ state }) => state);
  };
  const finish = (correlationId: string, place = 1) => {
    const of = { merchantId: '1001', paymentId: idOf(place), correlationId };
    return finishConfirmation(opened.database, of as DueConfirmation, 'CONFIRMED');
  };

  test('only the reported checkout of this payment is finished, once', async () => {
    await add('1001', 1);
    await add('1002', 1);
    await add('1001', 2);
    await add('1001', 3, 'REFUSED');
    const before = ['1001 1 WAITING', '1001 2 WAITING', '1001 3 REFUSED', '1002 1 WAITING'];
    assert.deepEqual(await states(), before);
    await finish('an earlier checkout');
    await finish('c-1', 3);
    assert.deepEqual(await states(), before);
    await finish('c-1');
    assert.deepEqual(await states(), ['1001 1 CONFIRMED', ...before.slice(1)]);
  });

  test('a report is due at its time, not a millisecond earlier, while it waits', async () => {
    const isDue = async (now: number) =>
      (await opened.database.run(confirmationsDue, [isoTime(now)])).length > 0;
    await add('1001', 1, 'CONFIRMED');
    assert.equal(await isDue(NOW), false);
    await add('1001', 2);
    assert.deepEqual([await isDue(NOW - 1), await isDue(NOW)], [false, true]);
  });
});
