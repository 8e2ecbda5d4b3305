// Which alias a customer may use on the payment page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../core/refusals.ts';
import { withOwnAlias } from './blik-alias.ts';

const details = { customer: { extCustomerId: 'own' } };
const waiting = { cardHeld: false, dataRequest: 'INSTRUMENT' };

test('the alias of the customer is added to BLIK_UID, and may be repeated', () => {
  const expected = { type: 'BLIK_UID', alias: 'own' };
  assert.deepEqual(withOwnAlias({ type: 'BLIK_UID' }, waiting, details), expected);
  assert.deepEqual(withOwnAlias({ type: 'BLIK_UID', alias: 'own' }, waiting, details), expected);
});

test('the chosen app belongs to the alias that is held, whoever named it', () => {
  const choice = { type: 'BLIK_UID', app: '1' } as const;
  const asked = { cardHeld: true, dataRequest: 'BLIK_APP' } as const;
  assert.deepEqual(withOwnAlias(choice, asked, details), choice);
  const withOwn = { ...choice, alias: 'own' };
  assert.deepEqual(withOwnAlias(withOwn, asked, details), withOwn);
  assert.deepEqual(withOwnAlias(choice, { ...asked, cardHeld: false }, details), withOwn);
  assert.deepEqual(withOwnAlias(choice, { ...asked, dataRequest: 'BLIK_CODE' }, details), withOwn);
  const other = { type: 'BLIK_UID' } as const;
  assert.deepEqual(withOwnAlias(other, asked, details), { ...other, alias: 'own' });
  assert.throws(() => withOwnAlias({ ...choice, alias: 'other' }, asked, details), Refusal);
});

test('another alias is refused with every type of instrument', () => {
  for (const type of ['BLIK_UID', 'BLIK_CODE'] as const) {
    assert.throws(() => withOwnAlias({ type, alias: 'other' }, waiting, details), Refusal, type);
  }
});

test('an alias that is charged without a confirmation is refused', () => {
  const instrument = { type: 'BLIK_PAYID', alias: 'own' };
  assert.throws(() => withOwnAlias(instrument, waiting, details), Refusal);
});
