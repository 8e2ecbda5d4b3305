// What the BLIK form sends.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { factsOf, formOf } from '../../testing/facts.ts';
import { readBlik } from './read-blik.ts';

const blik = { method: 'BLIK', status: 'ENABLED' } as const;
const plain = factsOf({}, [blik]);
const known = factsOf({}, [{ ...blik, oneClick: true }]);
const apps = [
  { key: '1', label: 'Bank Zielony' },
  { key: '2', label: 'Bank Niebieski' },
];
const several = factsOf({ status: 'PENDING', dataRequest: 'BLIK_APP', apps }, [blik]);

test('a code is sent without its spaces', () => {
  const instrument = { type: 'BLIK_CODE', code: '777123' };
  const reading = readBlik(formOf({ 'blik-code': '777 123' }), plain);
  assert.deepEqual(reading, { ok: true, instrument });
});

test('a missing or a wrong code is told apart', () => {
  const errorOf = (code: string) => readBlik(formOf({ 'blik-code': code }), plain);
  const error = (text: string) => ({ ok: false, errors: [{ field: 'blik-code', text }] });
  assert.deepEqual(errorOf('  '), error('blik:code.missing'));
  assert.deepEqual(errorOf('12345'), error('blik:code.wrong'));
});

test('a code that is asked for after a refusal is added to the payment', () => {
  const facts = factsOf({ status: 'PENDING', dataRequest: 'BLIK_CODE' }, [
    { ...blik, oneClick: true },
  ]);
  const reading = readBlik(formOf({ 'blik-code': '777123' }), facts);
  const instrument = { type: 'BLIK_CODE', code: '777123' };
  assert.deepEqual(reading, { ok: true, instrument, isAddition: true });
});

test('the shop is only saved with consent, and only where the gateway offers it', () => {
  const form = { 'blik-code': '777123', 'blik-save': 'on' };
  const offers = factsOf({}, [{ ...blik, registerAlias: true }]);
  const instrument = { type: 'BLIK_CODE', code: '777123' };
  const beside = { registerAlias: true };
  assert.deepEqual(readBlik(formOf(form), offers), { ok: true, instrument, beside });
  const { 'blik-save': _save, ...without } = form;
  assert.deepEqual(readBlik(formOf(without), offers), { ok: true, instrument });
  assert.deepEqual(readBlik(formOf(form), plain), { ok: true, instrument });
});

test('a saved shop is paid without a code, unless the customer prefers one', () => {
  const instrument = { type: 'BLIK_UID' };
  assert.deepEqual(readBlik(formOf({ 'blik-way': 'alias' }), known), { ok: true, instrument });
  const code = readBlik(formOf({ 'blik-way': 'code', 'blik-code': '777123' }), known);
  assert.deepEqual(code, { ok: true, instrument: { type: 'BLIK_CODE', code: '777123' } });
});

test('one of several apps is named, and only one of the list', () => {
  const instrument = { type: 'BLIK_UID', app: '2' };
  const chosen = readBlik(formOf({ 'blik-app': 'app-2' }), several);
  assert.deepEqual(chosen, { ok: true, instrument, isAddition: true });
  for (const app of ['', '2', 'app-3']) {
    const errors = [{ field: 'blik-app', text: 'blik:apps.missing' }];
    assert.deepEqual(readBlik(formOf({ 'blik-app': app }), several), { ok: false, errors });
  }
  const code = readBlik(formOf({ 'blik-app': 'code', 'blik-code': '777123' }), several);
  const expected = { type: 'BLIK_CODE', code: '777123' };
  assert.deepEqual(code, { ok: true, instrument: expected, isAddition: true });
});
