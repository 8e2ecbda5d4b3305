// The choice of a bank: which banks are shown, and what is sent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { untouched } from '../../state.ts';
import { factsOf, formOf, testTimeMs } from '../../testing/facts.ts';
import { SHOWN_FIRST, type BankOffer } from './banks.ts';
import { shownBanks } from './pbl-view.ts';
import { readPbl } from './read-pbl.ts';

const names = ['PKO', 'mBank', 'ING', 'Pekao', 'Santander', 'Millennium', 'Alior', 'BNP', 'Śląski'];
const offers: BankOffer[] = names.map((name, place) => {
  return { bank: String(place), name, obstacle: null };
});
const shownWith = (extra: Record<string, string>, hasScript = true): string[] => [
  ...shownBanks(offers, { hasScript, local: { ...untouched, extra } }),
];

test('the most used banks are shown first, all on demand, and those that a search finds', () => {
  const all = offers.map(({ bank }) => bank);
  assert.deepEqual(shownWith({}), all.slice(0, SHOWN_FIRST));
  assert.deepEqual(shownWith({ 'pbl-all': 'on' }), all);
  assert.deepEqual(shownWith({ 'pbl-search': ' slask ' }), ['8']);
  assert.deepEqual(shownWith({ 'pbl-search': '  ' }), all.slice(0, SHOWN_FIRST));
  assert.deepEqual(shownWith({ 'pbl-bank': '8' }), all, 'a chosen bank stays');
  assert.deepEqual(shownWith({}, false), all, 'without a script');
});

const entry = {
  bank: '106',
  name: 'Test bank',
  status: 'ENABLED',
  minAmount: 1,
  maxAmount: 100,
  availability: '00:00-24:00',
};
const banks = [entry, { ...entry, bank: '203', maxAmount: 10 }];
const facts = factsOf({}, [], { PBL: banks });

test('a bank of the list that takes the amount is sent', () => {
  const reading = readPbl(formOf({ 'pbl-bank': '106' }), facts, testTimeMs);
  assert.deepEqual(reading, { ok: true, instrument: { type: 'PBL', bank: '106' } });
});

test('no bank, an unknown one and one that cannot be used are errors', () => {
  const errors = [{ field: 'pbl-bank', text: 'pbl:banks.missing' }];
  for (const bank of ['', '7', '203', 'constructor']) {
    const reading = readPbl(formOf({ 'pbl-bank': bank }), facts, testTimeMs);
    assert.deepEqual(reading, { ok: false, errors }, bank);
  }
  const unread = factsOf({}, [], {});
  const reading = readPbl(formOf({ 'pbl-bank': '106' }), unread, testTimeMs);
  assert.deepEqual(reading, { ok: false, errors });
});
