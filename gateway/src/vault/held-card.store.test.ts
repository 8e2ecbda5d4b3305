// Tests of reading held cards and recipients: two merchants may have the same payment id, and a
// security code is due at the end of its life.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { anyEngine, type OpenEngine } from '@bramka/test/support/engines.ts';
import { addRow } from '@bramka/test/support/journal/add-row.ts';
import { isoTime } from '../core/clock.ts';
import { codesDue, findDueCodes, findHeldCard } from './held-card.store.ts';
import { findHeldRecipient } from './held-recipient.store.ts';

const NOW = Date.parse('2026-03-02T12:00:00Z');
const idOf = (place: number): string =>
  `0198c5d1-7b2a-7000-8000-${String(place).padStart(12, '0')}`;

describe('held cards', () => {
  let opened: OpenEngine;
  before(async () => {
    opened = await anyEngine.openWithTables();
  });
  after(() => opened?.close());

  test('a card is of this merchant and this payment; its code is due at its time', async () => {
    const rows = [
      ['1001', 1, { sealed_cvv: Buffer.of(1), cvv_until: isoTime(NOW) }],
      ['1002', 1, { sealed_cvv: Buffer.of(1), created_at: isoTime(NOW + 1) }],
      ['1001', 2, {}],
    ] as const;
    for (const [place, [merchant_id, payment, code]] of rows.entries()) {
      const key = { merchant_id, payment_id: idOf(payment), key_version: place + 1 };
      await addRow(opened.database, 'held_cards', { ...key, ...code });
      await addRow(opened.database, 'held_recipients', key);
    }
    for (const [place, [merchantId, payment]] of rows.entries()) {
      const key = { merchantId, paymentId: idOf(payment) };
      assert.equal((await findHeldCard(opened.database, key))?.keyVersion, place + 1);
      assert.equal((await findHeldRecipient(opened.database, key))?.keyVersion, place + 1);
    }
    const nobody = { merchantId: '1002', paymentId: idOf(2) };
    assert.equal(await findHeldCard(opened.database, nobody), undefined);
    const due = async (now: number) => {
      const some = await opened.database.run(codesDue, [isoTime(now)]);
      const keys = await findDueCodes(opened.database, now, 10);
      return [some.length > 0, ...keys.map(({ merchantId }) => merchantId)];
    };
    assert.deepEqual(await due(NOW - 1), [false]);
    assert.deepEqual(await due(NOW), [true, '1001']);
    assert.deepEqual(await due(NOW + 1), [true, '1001', '1002']);
  });
});
