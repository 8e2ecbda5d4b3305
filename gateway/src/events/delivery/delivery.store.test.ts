// Tests of the queue of events: a node that writes names its lease, and changes only the rows of
// this merchant, payment and sequence. Beside each of them is a row that differs in one of these.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { anyEngine, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { addRow } from '@bramka/test/support/journal/add-row.ts';
import { isoTime } from '../../core/clock.ts';
import { notifyUrlOf, parkBehindEarlier, releaseEvents, type HeldEvent } from './delivery.store.ts';
import { recordConclusions, type Conclusion } from './recording/conclusion.store.ts';

const NOW = Date.parse('2026-03-02T12:00:00Z');
const LEASE_END = NOW + 60_000;
/** The neighbours of a row come before it in the order of the key. */
const [SHOP, OTHER] = ['1001', '1000'] as const;
const idOf = (place: number): string =>
  `0198c5d1-7b2a-7000-8000-${String(place).padStart(12, '0')}`;

/** One digit names the payment, one the sequence. */
function heldOf(payment: number, sequence: number, changes: Partial<HeldEvent> = {}): HeldEvent {
  const { merchantId = SHOP } = changes;
  const eventId = idOf(Number(`${merchantId}${String(payment)}${String(sequence)}`));
  const of = { merchantId, paymentId: idOf(payment), sequence, eventId };
  const counts = { attempts: 0, earlierAttempts: 0, lease: 5 };
  return { ...of, event: 'PAYMENT_STATUS', body: '{}', hasNotifyUrl: false, ...counts, ...changes };
}

describe('writes to the queue of events', () => {
  let opened: OpenEngine;
  before(async () => {
    opened = await anyEngine.openWithTables();
  });
  after(() => opened?.close());
  beforeEach(() =>
    runSql(opened.database, 'truncate event_queue, events, delivery_attempts, payment_details'),
  );

  /** As this node has leased it; `changes` are what is different in the database. */
  async function queue(held: HeldEvent, changes: Readonly<Record<string, unknown>> = {}) {
    const { merchantId, paymentId, sequence, eventId, attempts, earlierAttempts, lease } = held;
    const key = { merchant_id: merchantId, payment_id: paymentId, sequence, event_id: eventId };
    const counts = { attempts, earlier_attempts: earlierAttempts, lease };
    const leased = { is_leased: true, due_at: isoTime(LEASE_END) };
    await addRow(opened.database, 'event_queue', { ...key, ...counts, ...leased, ...changes });
    return held;
  }
  /** Merchant, payment and sequence, and when it is due: after the end of its lease, or free. */
  const rows = async (): Promise<string[]> => {
    const queued = await runSql<{ name: string; due_at: number; is_leased: boolean }>(
      opened.database,
      `select merchant_id || ' ' || right(payment_id::text, 1) || '/' || sequence as name, due_at,
         is_leased from event_queue order by 1`,
    );
    return queued.map(({ name, due_at, is_leased }) =>
      is_leased ? `${name} leased` : `${name} +${String(due_at - NOW)}`,
    );
  };
  /** The event, and one that differs in one part of its key. */
  const neighbours = async (): Promise<HeldEvent> => {
    await queue(heldOf(1, 2, { merchantId: OTHER }));
    await queue(heldOf(0, 2));
    await queue(heldOf(1, 1));
    await queue(heldOf(1, 3));
    return queue(heldOf(1, 2));
  };
  const earlier = [`${OTHER} 1/2 leased`, `${SHOP} 0/2 leased`, `${SHOP} 1/1 leased`];
  const later = [`${SHOP} 1/3 leased`];

  test('an event is put back alone', async () => {
    const held = await neighbours();
    await releaseEvents(opened.database, [{ held, dueAt: NOW + 7 }]);
    assert.deepEqual(await rows(), [...earlier, `${SHOP} 1/2 +7`, ...later]);
  });

  test('an event whose lease has passed on is not put back', async () => {
    const held = await neighbours();
    await releaseEvents(opened.database, [{ held: { ...held, lease: 4 }, dueAt: NOW + 7 }]);
    assert.deepEqual(await rows(), [...earlier, `${SHOP} 1/2 leased`, ...later]);
  });

  test('an event waits behind an earlier one of its own payment only', async () => {
    for (const one of [heldOf(1, 1, { merchantId: OTHER }), heldOf(0, 1), heldOf(1, 3)]) {
      await queue(one);
    }
    await queue(heldOf(1, 2, { merchantId: OTHER }));
    await queue(heldOf(0, 2));
    const held = await queue(heldOf(1, 2));
    const park = () => parkBehindEarlier(opened.database, [held], NOW + 3);
    assert.equal((await park()).size, 0, 'it is the first of its payment');
    await queue(heldOf(1, 1), { is_leased: false, due_at: isoTime(NOW + 9) });
    assert.deepEqual(await park(), new Set([held.eventId]));
    const others = [`${OTHER} 1/1 leased`, `${OTHER} 1/2 leased`];
    const own = [`${SHOP} 0/1 leased`, `${SHOP} 0/2 leased`, `${SHOP} 1/1 +9`, `${SHOP} 1/2 +9`];
    assert.deepEqual(await rows(), [...others, ...own, `${SHOP} 1/3 leased`]);
  });

  test('it waits a moment if the earlier one is due or at another node', async () => {
    for (const [isLeased, dueAt] of [
      [true, LEASE_END],
      [false, NOW],
    ] as const) {
      await runSql(opened.database, 'truncate event_queue');
      const held = await queue(heldOf(1, 2));
      await queue(heldOf(1, 1), { is_leased: isLeased, due_at: isoTime(dueAt) });
      const late = { ...held, lease: 4 };
      assert.equal((await parkBehindEarlier(opened.database, [late], NOW + 3)).size, 0);
      assert.equal((await parkBehindEarlier(opened.database, [held], NOW + 3)).size, 1);
      assert.equal((await rows())[1], `${SHOP} 1/2 +3`, String(isLeased));
    }
  });

  const end = (
    held: HeldEvent,
    result: 'ACCEPTED' | 'FAILED' | 'RETRY' | null,
    other: Partial<Conclusion> = {},
  ): Conclusion => {
    const { merchantId, eventId } = held;
    const call = { url: 'https://shop.example', startedAt: NOW, durationMs: 1, answer: '' };
    const status = { cause: 'STATUS', httpStatus: 500 } as const;
    const attempt = result && { merchantId, eventId, attempt: 1, ...call, result, ...status };
    return { held, attempt, dueAt: null, lastSequence: held.sequence, ...other };
  };
  const attempts = async (): Promise<string[]> => {
    const text = `select right(event_id::text, 6) || ' ' || attempt || ' ' || result as one
      from delivery_attempts order by 1`;
    return (await runSql<{ one: string }>(opened.database, text)).map(({ one }) => one);
  };

  test('a finished event leaves the queue alone', async () => {
    const held = await neighbours();
    assert.equal((await recordConclusions(opened.database, [end(held, 'FAILED')])).size, 0);
    assert.deepEqual(await rows(), [...earlier, ...later]);
    assert.deepEqual(await attempts(), ['100112 1 FAILED']);
  });

  test('an event without an address leaves the queue without an attempt', async () => {
    const held = await neighbours();
    assert.equal((await recordConclusions(opened.database, [end(held, null)])).size, 0);
    assert.deepEqual(await rows(), [...earlier, ...later]);
    assert.deepEqual(await attempts(), []);
  });

  test('a lost lease: only an event that was accepted is finished', async () => {
    const held = await neighbours();
    const late = { ...held, lease: 4 };
    for (const result of ['FAILED', null] as const) {
      const lost = await recordConclusions(opened.database, [end(late, result)]);
      assert.deepEqual(lost, new Set([held.eventId]));
    }
    const replayed = { ...late, earlierAttempts: 3 };
    await recordConclusions(opened.database, [end(replayed, 'ACCEPTED')]);
    assert.deepEqual(
      await rows(),
      [...earlier, `${SHOP} 1/2 leased`, ...later],
      'it was queued again',
    );
    const lost = await recordConclusions(opened.database, [end(late, 'ACCEPTED')]);
    assert.deepEqual(lost, new Set([held.eventId]), 'another node holds it');
    assert.deepEqual(await rows(), [...earlier, ...later]);
    assert.deepEqual(await attempts(), ['100112 1 ACCEPTED']);
  });

  test('an event that is tried again waits, with the later ones of its payment', async () => {
    const held = await neighbours();
    await queue(heldOf(1, 3, { merchantId: OTHER }));
    await queue(heldOf(0, 3));
    await queue(heldOf(1, 4));
    await queue(heldOf(1, 5), { is_leased: false, due_at: isoTime(NOW) });
    const again = { dueAt: NOW + 7, lastSequence: 3 };
    const late = end({ ...held, lease: 4 }, 'RETRY', again);
    assert.equal((await recordConclusions(opened.database, [late])).size, 1);
    assert.deepEqual(await attempts(), []);
    assert.equal((await recordConclusions(opened.database, [end(held, 'RETRY', again)])).size, 0);
    assert.deepEqual(await rows(), [
      `${OTHER} 1/2 leased`,
      `${OTHER} 1/3 leased`,
      `${SHOP} 0/2 leased`,
      `${SHOP} 0/3 leased`,
      `${SHOP} 1/1 leased`,
      `${SHOP} 1/2 +7`,
      `${SHOP} 1/3 +7`,
      `${SHOP} 1/4 leased`,
      `${SHOP} 1/5 +7`,
    ]);
    assert.deepEqual(await attempts(), ['100112 1 RETRY']);
  });

  test('an event that is put off without an attempt has none in the log', async () => {
    const held = await queue(heldOf(1, 1));
    await recordConclusions(opened.database, [end(held, null, { dueAt: NOW + 7 })]);
    assert.deepEqual([await rows(), await attempts()], [[`${SHOP} 1/1 +7`], []]);
  });

  test('the address for notifications is that of the payment itself', async () => {
    for (const [merchant_id, payment] of [
      [SHOP, 1],
      [SHOP, 2],
      [OTHER, 1],
    ] as const) {
      const asyncNotify = `https://${merchant_id}.example/${String(payment)}`;
      const details = JSON.stringify({ options: { asyncNotify } });
      const key = { merchant_id, payment_id: idOf(payment) };
      await addRow(opened.database, 'payment_details', { ...key, details });
    }
    assert.equal(await notifyUrlOf(opened.database, heldOf(1, 1)), `https://${SHOP}.example/1`);
    const other = heldOf(1, 1, { merchantId: OTHER });
    assert.equal(await notifyUrlOf(opened.database, other), `https://${OTHER}.example/1`);
    assert.equal(await notifyUrlOf(opened.database, heldOf(3, 1)), null);
  });
});
