// Which view a payment leads to, for every status and request for data.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOW, sampleFacts, samplePayment, sampleState } from '../testing/sample-state.ts';
import type { PaymentRecord } from './state.ts';
import { isProcessing, viewOf, type View } from './view-of.ts';

const at = (ms: number): string => new Date(ms).toISOString();
const method = { threeDSMethodURL: 'https://acs.example/', threeDSMethodData: 'x' };
const acs = { acsURL: 'https://acs.example/', creqPayload: 'x' };

type Row = [what: string, payment: Partial<PaymentRecord>, view: View];
const pending = { status: 'PENDING', dataRequest: undefined } as unknown as PaymentRecord;
const rows: Row[] = [
  ['a new payment', {}, 'choose'],
  ['a refused try of an open payment', { rejectCode: 'DO_NOT_HONOR' }, 'choose'],
  ['a payment one millisecond before its end', { validUntil: at(NOW + 1) }, 'choose'],
  ['a payment at its end', { validUntil: at(NOW) }, 'expired'],
  ['a payment that waits for a code', { dataRequest: 'CARD_CVV' }, 'choose'],
  [
    'a payment that waits for a BLIK code',
    { status: 'PENDING', dataRequest: 'BLIK_CODE' },
    'choose',
  ],
  ['missing browser data', { status: 'PENDING', dataRequest: 'DEVICE' }, 'device'],
  [
    'the fingerprint step',
    { status: 'PENDING', dataRequest: 'CARD_3DS', acsData: method },
    'fingerprint',
  ],
  ['a challenge', { status: 'PENDING', dataRequest: 'CARD_3DS', acsData: acs }, 'challenge'],
  ['a challenge that is over', { status: 'PENDING', dataRequest: 'CARD_3DS' }, 'waiting'],
  ['an authorization', { ...pending, method: 'CARD' }, 'waiting'],
  ['BLIK before the gateway names a step', { ...pending, method: 'BLIK' }, 'waiting'],
  ['a step of the gateway', { ...pending, method: 'NEW', customerStep: 'confirm' }, 'confirm'],
  [
    'a redirect, whatever the method',
    { ...pending, method: 'CARD', customerStep: 'redirect', redirectURL: 'https://bank.example/' },
    'redirect',
  ],
  ['a redirect to nowhere', { ...pending, customerStep: 'redirect' }, 'waiting'],
  ['a code', { ...pending, customerStep: 'scan', qrCode: 'https://bank.example/' }, 'scan'],
  ['a code that is not there', { ...pending, customerStep: 'scan' }, 'waiting'],
  ['nothing to do', { ...pending, method: 'BLIK', customerStep: 'wait' }, 'waiting'],
  [
    'an address that is only the link of the page',
    { ...pending, method: 'PBL', redirectURL: 'https://pay.example/pay/1' },
    'waiting',
  ],
  ['a paid payment', { status: 'COMPLETED' }, 'paid'],
  ['a settled payment', { status: 'SETTLED' }, 'paid'],
  ['a rejected payment', { status: 'REJECTED', rejectCode: 'DO_NOT_HONOR' }, 'refused'],
  ['an expired payment', { status: 'CANCELLED', rejectCode: 'EXPIRED' }, 'expired'],
  ['a cancelled one', { status: 'CANCELLED', rejectCode: 'CANCELLED_BY_CUSTOMER' }, 'cancelled'],
  ['a failed payment', { status: 'ERROR' }, 'failed'],
];
for (const [what, payment, view] of rows) {
  test(`${what}: ${view}`, () => assert.equal(viewOf(sampleState(payment)), view));
}

/** Steps of 3-D Secure that one browser takes; the rest is shown by all. */
const elsewhere: Row[] = [
  ['missing browser data', { status: 'PENDING', dataRequest: 'DEVICE' }, 'elsewhere'],
  ['a challenge', { status: 'PENDING', dataRequest: 'CARD_3DS', acsData: acs }, 'elsewhere'],
  ['an authorization', { ...pending, method: 'CARD' }, 'waiting'],
  ['a confirmation in the app', { ...pending, customerStep: 'confirm' }, 'confirm'],
  ['a refused try of an open payment', { rejectCode: 'DO_NOT_HONOR' }, 'choose'],
  ['a paid payment', { status: 'COMPLETED' }, 'paid'],
];
for (const [what, payment, view] of elsewhere) {
  test(`${what} that began in another window: ${view}`, () => {
    const state = sampleState(payment);
    assert.equal(viewOf({ ...state, local: { ...state.local, isElsewhere: true } }), view);
  });
}

test('a link that opens nothing, and a gateway that does not answer', () => {
  assert.equal(viewOf({ ...sampleState(), facts: null }), 'gone');
  assert.equal(viewOf({ ...sampleState(), facts: null, isUnavailable: true }), 'unavailable');
});

test('a payment moves while somebody else has to act', () => {
  const facts = (payment: Partial<PaymentRecord>) => ({
    ...sampleFacts,
    payment: { ...samplePayment, ...payment },
  });
  assert.equal(isProcessing(facts({})), false);
  assert.equal(isProcessing(facts(pending)), true);
  assert.equal(isProcessing(facts({ status: 'PENDING', dataRequest: 'CARD_3DS' })), true);
  assert.equal(isProcessing(facts({ status: 'COMPLETED', dataRequest: 'CAPTURE' })), false);
});
