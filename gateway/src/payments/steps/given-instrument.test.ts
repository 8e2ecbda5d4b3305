// What a customer may name on the payment page, and the consent to save the shop at BLIK.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../core/refusals.ts';
import type { PaymentDetails } from '../model/payment-details.ts';
import { ownInstrument, withAliasConsent } from './given-instrument.ts';

const known = { customer: { extCustomerId: 'own' } } as PaymentDetails;
const waiting = { cardHeld: false, dataRequest: 'INSTRUMENT' } as const;

test('the alias of the customer is added to BLIK_UID, and may be repeated', () => {
  const expected = { type: 'BLIK_UID', alias: 'own' };
  assert.deepEqual(ownInstrument({ type: 'BLIK_UID' }, known, waiting), expected);
  assert.deepEqual(ownInstrument({ type: 'BLIK_UID', alias: 'own' }, known, waiting), expected);
  assert.deepEqual(ownInstrument({ type: 'CARD' }, known, waiting), { type: 'CARD' });
});

test('the chosen app belongs to the alias that is held, whoever named it', () => {
  const choice = { type: 'BLIK_UID', app: '1' } as const;
  const asked = { cardHeld: true, dataRequest: 'BLIK_APP' } as const;
  assert.deepEqual(ownInstrument(choice, known, asked), choice);
  const own = { ...choice, alias: 'own' };
  assert.deepEqual(ownInstrument(own, known, asked), own);
  assert.deepEqual(ownInstrument(choice, known, { ...asked, cardHeld: false }), own);
  assert.deepEqual(ownInstrument(choice, known, { ...asked, dataRequest: 'BLIK_CODE' }), own);
  const other = { type: 'BLIK_UID' } as const;
  assert.deepEqual(ownInstrument(other, known, asked), { ...other, alias: 'own' });
  assert.throws(() => ownInstrument({ ...choice, alias: 'other' }, known, asked), Refusal);
});

test('another alias is refused with every type of instrument', () => {
  for (const type of ['BLIK_UID', 'BLIK_CODE', 'CARD'] as const) {
    assert.throws(() => ownInstrument({ type, alias: 'other' }, known, waiting), Refusal, type);
  }
});

test('the consent to save the shop belongs to a code and to nothing else', () => {
  const before = { options: { registerAlias: false } } as PaymentDetails;
  const agree = (type: 'BLIK_CODE' | 'BLIK_UID' | 'CARD') =>
    withAliasConsent(before, { registerAlias: true, instrument: { type } });
  assert.equal(agree('BLIK_CODE').options?.registerAlias, true);
  for (const type of ['BLIK_UID', 'CARD'] as const) assert.throws(() => agree(type), Refusal);
  const none = { registerAlias: true, instrument: undefined };
  assert.throws(() => withAliasConsent(before, none), Refusal);
  assert.equal(before.options?.registerAlias, false, 'the next code needs its own consent');
});
