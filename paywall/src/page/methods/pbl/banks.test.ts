// The banks of a transfer: order, search, and why a bank cannot be used.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bankOffers,
  initialsOf,
  matchesSearch,
  polishHour,
  type BankEntry,
  type Transfer,
} from './banks.ts';

const noon = Date.parse('2026-01-15T11:00:00Z'); // 12:00 in Poland
const transfer: Transfer = { amount: 10, nowMs: noon };

function entry(bank: string, change: Partial<BankEntry> = {}): BankEntry {
  return {
    bank,
    name: `Bank ${bank}`,
    status: 'ENABLED',
    minAmount: 1,
    maxAmount: 1000,
    availability: '00:00-24:00',
    ...change,
  };
}
const obstacleOf = (change: Partial<BankEntry>, at: Partial<Transfer> = {}) =>
  bankOffers([entry('1', change)], { ...transfer, ...at })[0]?.obstacle;

test('the most used banks come first, banks that cannot be used last', () => {
  const names = ['Zielony', 'ING Bank Śląski', 'mBank', 'Kolejowy', 'PKO Bank Polski', 'Reading'];
  const entries = names.map((name, place) => entry(String(place), { name }));
  const closed = entry('9', { name: 'Bank Pekao', status: 'UNAVAILABLE' });
  const shown = bankOffers([closed, ...entries], transfer).map(({ name }) => name);
  const rest = ['Zielony', 'Kolejowy', 'Reading', 'Bank Pekao'];
  assert.deepEqual(shown, ['PKO Bank Polski', 'mBank', 'ING Bank Śląski', ...rest]);
});

test('a bank of two providers is one entry, which can be used if one provider can', () => {
  const closed = entry('1', { status: 'UNAVAILABLE' });
  for (const entries of [
    [entry('1'), closed],
    [closed, entry('1')],
  ]) {
    const offers = bankOffers(entries, transfer);
    assert.equal(offers.length, 1);
    assert.equal(offers[0]?.obstacle, null);
  }
  const low = entry('1', { maxAmount: 5 });
  assert.deepEqual(bankOffers([closed, low], transfer)[0]?.obstacle, { kind: 'closed' });
});

test('limits hold exactly', () => {
  assert.equal(obstacleOf({ minAmount: 10, maxAmount: 10 }), null);
  assert.deepEqual(obstacleOf({ minAmount: 10.01 }), { kind: 'from', amount: 10.01 });
  assert.deepEqual(obstacleOf({ maxAmount: 9.99 }), { kind: 'upTo', amount: 9.99 });
});

test('a bank outside its hours says when it opens, in Polish time', () => {
  const status = 'UNAVAILABLE';
  assert.deepEqual(obstacleOf({ status }), { kind: 'closed' });
  const day = { status, availability: '06:00-12:00' };
  assert.deepEqual(obstacleOf(day), { kind: 'opensAt', hour: '06:00' });
  assert.deepEqual(obstacleOf(day, { nowMs: noon - 1 }), { kind: 'closed' }, 'down in its hours');
  const night = { status, availability: '22:00-12:00' };
  assert.deepEqual(obstacleOf(night), { kind: 'opensAt', hour: '22:00' });
  assert.deepEqual(obstacleOf(night, { nowMs: noon - 1 }), { kind: 'closed' });
  assert.deepEqual(obstacleOf({ status, availability: 'unknown' }), { kind: 'closed' });
});

test('the search ignores case, diacritics and the order of words', () => {
  const found = ['slaski', 'ŚLĄSKI', 'bank ing', ' ing ', '', 'ślą'];
  for (const search of found) assert.ok(matchesSearch('ING Bank Śląski', search), search);
  assert.ok(matchesSearch('Bank Spółdzielczy w Łodzi', 'spoldzielczy lodz'));
  assert.ok(!matchesSearch('ING Bank Śląski', 'ing polski'));
});

test('initials stand for a logo', () => {
  const rows = [
    ['PKO Bank Polski', 'PKO'],
    ['ING Bank Śląski', 'ING'],
    ['mBank', 'mB'],
    ['Bank Pekao', 'Pe'],
    ['Bank', 'Ba'],
    ['', ''],
    ['Credit Agricole', 'CA'],
    ['Test bank with limits', 'TW'],
    ['Bank (test)', '(t'],
    ['BNP Paribas', 'BNP'],
    ['Łódzki Bank', 'Łó'],
  ];
  for (const [name = '', initials] of rows) assert.equal(initialsOf(name), initials);
});

test('the hour in Poland is that of the time zone, also around the change of time', () => {
  const style = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const zone = new Intl.DateTimeFormat('en-GB', { ...style, timeZone: 'Europe/Warsaw' });
  for (let year = 2024; year < 2044; year += 1) {
    for (const month of [2, 9]) {
      for (let day = 20; day <= 31; day += 1) {
        const change = Date.UTC(year, month, day, 1);
        for (const at of [change - 1, change, change + 12 * 3_600_000]) {
          assert.equal(polishHour(at), zone.format(at), new Date(at).toISOString());
        }
      }
    }
  }
});
