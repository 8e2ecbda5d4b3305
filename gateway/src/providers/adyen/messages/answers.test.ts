// Tests of the answers of Adyen: every result code, every kind of error, and what is unknown.
import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { authorization, followUp } from '../testing/requests.ts';
import { readModification, readPayment } from './answers.ts';

const REFERENCE = 'our-reference';
const garbage = { kind: 'unknown', why: 'garbage' };
const providerError = { kind: 'unknown', why: 'provider-error' };
const amount = { value: 12_345, currency: 'PLN' };
const body = (change: object) => ({
  pspReference: 'PSP1',
  merchantReference: REFERENCE,
  resultCode: 'Authorised',
  amount,
  ...change,
});
const pay = (change: object, status = 200) =>
  readPayment({ status, body: body(change) }, authorization(), REFERENCE);
const approved = {
  kind: 'approved',
  reference: 'PSP1',
  authCode: null,
  networkTransactionId: null,
};

test('an authorization is approved with the data of the card network', () => {
  deepEqual(pay({}), approved);
  deepEqual(pay({ amount: undefined }), approved);
  const additionalData = { authCode: '058747', networkTxReference: '123456789012345' };
  const ids = { authCode: '058747', networkTransactionId: '123456789012345' };
  deepEqual(pay({ additionalData }), { ...approved, ...ids });
  deepEqual(pay({ additionalData: { authCode: 'a\n', networkTxReference: 7 } }), approved);
});

test('a success about something else is unknown', () => {
  for (const change of [
    { merchantReference: 'other' },
    { merchantReference: undefined },
    { pspReference: undefined },
    { pspReference: 'a b' },
    { amount: { ...amount, value: 12_344 } },
    { amount: { ...amount, value: '12345' } },
    { amount: { ...amount, currency: 'EUR' } },
    { amount: null },
    { resultCode: 'authorised' },
  ]) {
    deepEqual(pay(change), garbage, JSON.stringify(change));
  }
});

test('every other result code', () => {
  const pending = { kind: 'pending', reference: 'PSP1', customer: null };
  for (const resultCode of ['Received', 'Pending']) deepEqual(pay({ resultCode }), pending);
  deepEqual(pay({ resultCode: 'Received', pspReference: undefined }), {
    ...pending,
    reference: null,
  });
  const challenge = { kind: 'declined', rejectCode: 'SCA_REQUIRED', reference: 'PSP1' };
  for (const resultCode of ['RedirectShopper', 'ChallengeShopper', 'IdentifyShopper']) {
    deepEqual(pay({ resultCode }), challenge);
  }
  for (const resultCode of ['Refused', 'Error', 'Cancelled']) {
    deepEqual(pay({ resultCode, refusalReasonCode: '12', refusalReason: 'x' }), {
      kind: 'declined',
      rejectCode: 'INSUFFICIENT_FUNDS',
      reference: 'PSP1',
      providerCode: '12',
    });
  }
  const named = pay({ resultCode: 'Refused', refusalReason: 'Expired Card' });
  deepEqual('rejectCode' in named && named.rejectCode, 'EXPIRED_CARD');
  for (const resultCode of [
    'PartiallyAuthorised',
    'PresentToShopper',
    'AuthenticationFinished',
    'AuthenticationNotRequired',
    'Success',
    'New',
    undefined,
  ]) {
    deepEqual(pay({ resultCode }), garbage, String(resultCode));
  }
});

const error = (status: number, errorCode: unknown, errorType = 'validation') => {
  const answer = { status, body: { status, errorCode, errorType, message: 'x' } };
  return {
    payment: readPayment(answer, authorization(), REFERENCE),
    operation: readModification(answer, followUp(), REFERENCE),
  };
};

test('a request that Adyen does not accept is declined', () => {
  for (const status of [400, 422]) {
    const declined = { kind: 'declined', rejectCode: 'INVALID_CARD', reference: null };
    const { payment, operation } = error(status, '101');
    deepEqual(payment, { ...declined, providerCode: '101' });
    deepEqual(operation, payment);
  }
});

test('an account that may not call is declined elsewhere, and its operations are repeated', () => {
  for (const status of [401, 403, 429]) {
    const { payment, operation } = error(status, '901', 'security');
    deepEqual(payment, {
      kind: 'declined',
      rejectCode: 'PROVIDER_UNAVAILABLE',
      reference: null,
      mayTryElsewhere: true,
      providerCode: '901',
    });
    deepEqual(operation, providerError);
  }
});

test('errors of Adyen itself, and answers that are not its own, are unknown', () => {
  const codes = ['701', '702', '703', '704', '903', '904'];
  const unknown = [
    ...codes.map((code) => error(422, code)),
    error(422, '101', 'internal'),
    error(500, '101'),
    error(503, '101'),
    error(404, '101'),
    error(409, '101'),
    error(422, 101),
    error(422, undefined),
  ];
  for (const { payment, operation } of unknown) {
    deepEqual([payment, operation], [providerError, providerError]);
  }
  for (const status of [401, 403, 422, 429]) {
    for (const content of [undefined, '<html>', { errorCode: '101' }, { status: 200 }]) {
      const answer = { status, body: content };
      deepEqual(readPayment(answer, authorization(), REFERENCE), providerError);
    }
  }
  deepEqual(pay({}, 201), providerError);
});

test('an operation is received with status 201, and only with its own reference', () => {
  const right = { pspReference: 'PSP2', reference: REFERENCE, status: 'received' };
  const read = (change: object, status = 201) =>
    readModification({ status, body: { ...right, ...change } }, followUp(), REFERENCE);
  const pending = { kind: 'pending', reference: 'PSP2', customer: null };
  deepEqual(read({}), pending);
  deepEqual(read({ amount: { value: 5_000, currency: 'PLN' } }), pending);
  for (const change of [
    { status: 'done' },
    { reference: 'other' },
    { pspReference: '' },
    { amount: { value: 5_001, currency: 'PLN' } },
  ]) {
    deepEqual(read(change), garbage, JSON.stringify(change));
  }
  deepEqual(read({}, 200), providerError);
});
