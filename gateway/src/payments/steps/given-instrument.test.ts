// The consent to save the shop belongs to the instrument with which it is sent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../core/refusals.ts';
import type { PaymentDetails } from '../model/payment-details.ts';
import { withAliasConsent } from './given-instrument.ts';

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
