// Amounts and times as customers read them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatMoney } from './money.ts';
import { countdownText, durationOf } from './time.ts';

test('writes amounts in the way of each language', () => {
  const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');
  assert.equal(plain(formatMoney(1234.5, 'PLN', 'pl')), '1234,50 zł');
  assert.equal(plain(formatMoney(1234.5, 'EUR', 'de')), '1.234,50 €');
  assert.equal(plain(formatMoney(1234.5, 'PLN', 'en')), 'PLN 1,234.50');
  assert.equal(plain(formatMoney(500, 'JPY', 'en')), 'JP¥500');
});

const left: [ms: number, text: string | null][] = [
  [0, '0:00'],
  [-5, '0:00'],
  [1, '0:01'],
  [59_001, '1:00'],
  [1_800_000, '30:00'],
  [3_600_000, '1:00:00'],
  [86_399_000, '23:59:59'],
  [86_400_000, null],
];
for (const [ms, text] of left) {
  test(`${ms} ms left: ${text}`, () => assert.equal(countdownText(ms), text));
}

test('the duration is also there for programs', () => {
  assert.equal(durationOf(1_745_000), 'PT29M5S');
});
