// Amounts and times as customers read them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleFacts } from '../../testing/sample-state.ts';
import type { Language } from '../state.ts';
import { amountText, formatMoney } from './money.ts';
import { countdownText, durationOf } from './time.ts';
import { writeAmounts } from './written-amounts.ts';

test('writes amounts in the way of each language', () => {
  const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');
  assert.equal(plain(formatMoney(1234.5, 'PLN', 'pl')), '1234,50 zł');
  assert.equal(plain(formatMoney(1234.5, 'EUR', 'de')), '1.234,50 €');
  assert.equal(plain(formatMoney(1234.5, 'PLN', 'en')), 'PLN 1,234.50');
  assert.equal(plain(formatMoney(500, 'JPY', 'en')), 'JP¥500');
});

test('an amount is written as the server did, unless it is another one', () => {
  const written = {
    language: 'de',
    currency: 'PLN',
    texts: { '5': 'five', '7.5': 'more' },
  } as const;
  const of = (amount: number, currency = 'PLN', language: Language = 'de'): string =>
    amountText({ order: { amount, currency } }, { language, written });
  assert.deepEqual([of(5), of(7.5)], ['five', 'more']);
  assert.match(of(6), /^6,00\sPLN$/);
  assert.match(of(5, 'EUR'), /^5,00\s€$/);
  assert.match(of(5, 'PLN', 'pl'), /^5,00\szł$/);
});

test('the server writes the amount of the payment and the limits of banks', () => {
  const PBL = [
    { minAmount: 1, maxAmount: 1000 },
    { minAmount: 0, maxAmount: 50 },
  ];
  const { texts, ...rest } = writeAmounts({ ...sampleFacts, details: { PBL } }, 'de');
  assert.deepEqual(rest, { language: 'de', currency: 'PLN' });
  assert.deepEqual(Object.keys(texts), ['1', '50', '1000', '19.99']);
  assert.match(texts['1000'] ?? '', /^1\.000,00\sPLN$/);
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
