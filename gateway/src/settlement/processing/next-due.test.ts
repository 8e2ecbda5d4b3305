// When what a run has left becomes due: of all delays the first, also behind many payments that are
// no longer to be settled.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isoTime, systemClock } from '../../core/clock.ts';
import { firstIdAt } from '../../core/id.ts';
import type { SettlementChange } from '../../merchants/settlement-rules.ts';
import type { RunStore, Sale } from '../run.store.ts';
import { nextDueAt } from './next-due.ts';

/** Tuesday noon in Warsaw, in winter. */
const NOW = Date.parse('2031-01-14T11:00:00Z');
const MINUTE_MS = 60_000;

interface Captured {
  readonly at: number;
  readonly method: string;
  readonly isSettled?: true;
}

async function nextOf(
  rules: SettlementChange,
  captured: readonly Captured[],
  postponed = 0,
): Promise<string | null> {
  const rows = captured.map((one) => ({ ...one, transferId: firstIdAt(one.at + 1) }));
  const runStore: Pick<RunStore, 'merchant' | 'sales'> = {
    merchant: (merchantId) => Promise.resolve({ merchantId, rules, cursor: undefined }),
    sales(_merchantId, { methods, isRest, before }, afterId, limit) {
      const page = rows.filter(({ transferId }) => transferId > afterId).slice(0, limit);
      const sales = page.map(({ at, method, isSettled, transferId }): Sale => {
        const isDue = at < before && !isSettled && methods.includes(method) !== isRest;
        return { transferId, paymentId: transferId, capturedAt: at, isDue };
      });
      return Promise.resolve(sales.filter((one, at) => one.isDue || at === sales.length - 1));
    },
  };
  const clock = { ...systemClock, now: () => NOW };
  const parts = { runStore: runStore as RunStore, clock };
  const found = await nextDueAt(parts, { merchantId: '1001', postponed });
  return found === null ? null : isoTime(found);
}

const card = (at: number): Captured => ({ at, method: 'CARD' });
const blik = (at: number): Captured => ({ at, method: 'BLIK' });
const own: SettlementChange = { afterDays: 3, methods: { BLIK: { afterDays: 2 } } };

test('nothing is left without payments, and with payments that are settled', async () => {
  assert.equal(await nextOf({}, []), null);
  assert.equal(await nextOf({}, [{ ...card(NOW), isSettled: true }]), null);
});

test('a payment becomes due after the delay of its method, and the first one counts', async () => {
  assert.equal(await nextOf({}, [card(NOW)]), '2031-01-14T23:00:00.000Z');
  assert.equal(await nextOf(own, [card(NOW)]), '2031-01-16T23:00:00.000Z');
  assert.equal(await nextOf(own, [blik(NOW)]), '2031-01-15T23:00:00.000Z');
  assert.equal(await nextOf(own, [card(NOW), blik(NOW)]), '2031-01-15T23:00:00.000Z');
  const dayBefore = NOW - 24 * 60 * MINUTE_MS;
  assert.equal(await nextOf(own, [card(dayBefore), blik(NOW)]), '2031-01-15T23:00:00.000Z');
  assert.equal(await nextOf(own, [card(dayBefore), card(NOW)]), '2031-01-15T23:00:00.000Z');
});

test('what is due by now is no rest', async () => {
  const midnight = Date.parse('2031-01-13T23:00:00Z');
  assert.equal(await nextOf({}, [card(midnight - 1)]), null);
  assert.equal(await nextOf({}, [card(midnight)]), '2031-01-14T23:00:00.000Z');
});

test('payments that wait are tried again at the next due time', async () => {
  assert.equal(await nextOf({}, [], 1), '2031-01-14T23:00:00.000Z');
  assert.equal(await nextOf(own, [card(NOW)], 1), '2031-01-14T23:00:00.000Z');
});

test('a payment is found behind more than a page of settled ones', async () => {
  const settled = Array.from({ length: 1200 }, (_, place): Captured => {
    return { ...card(NOW - 90 * MINUTE_MS + place), isSettled: true };
  });
  assert.equal(await nextOf({}, [...settled, card(NOW)]), '2031-01-14T23:00:00.000Z');
});
