// Tests of request parsing: an invalid request is refused with the name of the field and without
// its value.
import { deepEqual, equal, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { MalformedRequest } from '../wire/fields.ts';
import { readAttemptId, readAuthorize, readFollowUp } from './request.ts';

const A = '01890a5d-ac96-774b-bcce-b302099a8057';
const B = '01890a5d-ac96-774b-bcce-b302099a8058';
const C = '01890a5d-ac96-774b-bcce-b302099a8059';
const operation = {
  attemptId: A,
  merchantId: 'shop-1',
  paymentId: B,
  amountMinor: '1250',
  currency: 'PLN',
};
const card = { number: '4111111111111111', expiry: '203012', cvv: '987', holder: 'Jan Nowak' };
const CAVV = Buffer.alloc(20, 7).toString('base64');
const threeDS = { eci: '05', cavv: CAVV, dsTransId: C, version: '2.2.0', transStatus: 'Y' };
const authorize = { ...operation, kind: 'sale', card };
const followUp = { ...operation, originalAttemptId: C };

const refused: readonly (readonly [field: string, changes: object])[] = [
  ['attemptId', { attemptId: undefined }],
  ['attemptId', { attemptId: A.toUpperCase() }],
  ['attemptId', { attemptId: 7 }],
  ['merchantId', { merchantId: '' }],
  ['merchantId', { merchantId: 'shop 1' }],
  ['merchantId', { merchantId: 'x'.repeat(65) }],
  ['paymentId', { paymentId: 'p-1' }],
  ['amountMinor', { amountMinor: '00' }],
  ['amountMinor', { amountMinor: '-1' }],
  ['amountMinor', { amountMinor: '1.5' }],
  ['amountMinor', { amountMinor: '007' }],
  ['amountMinor', { amountMinor: '1'.repeat(19) }],
  ['amountMinor', { amountMinor: 1250 }],
  ['currency', { currency: 'pln' }],
];
const refusedCards: readonly (readonly [field: string, changes: object])[] = [
  ['kind', { kind: 'gift' }],
  ['kind', { kind: undefined }],
  ['card', { card: undefined }],
  ['card', { card: 'a card' }],
  ['number', { card: { ...card, number: '41111111111' } }],
  ['number', { card: { ...card, number: '4111 1111 1111 1111' } }],
  ['expiry', { card: { ...card, expiry: '203013' } }],
  ['cvv', { card: { ...card, cvv: '12' } }],
  ['holder', { card: { ...card, holder: 'A\0B' } }],
  ['holder', { card: { ...card, holder: 'x'.repeat(201) } }],
  ['exemption', { exemption: 'mit' }],
  ['exemption', { exemption: 7 }],
  ['threeDS', { threeDS: 'Y' }],
  ['eci', { threeDS: { ...threeDS, eci: '5' } }],
  ['eci', { threeDS: { ...threeDS, eci: undefined } }],
  ['cavv', { threeDS: { ...threeDS, cavv: '' } }],
  ['cavv', { threeDS: { ...threeDS, cavv: 'A'.repeat(65) } }],
  ['dsTransId', { threeDS: { ...threeDS, dsTransId: 'x' } }],
  ['version', { threeDS: { ...threeDS, version: '2' } }],
  ['transStatus', { threeDS: { ...threeDS, transStatus: 'X' } }],
];

const recipient = { number: '5555555555554444', name: 'Ewa Lis' };
const funding = { purposeCode: 'PP', fundSource: '02', fundSourceRef: 'PL-1 2/3', recipient };
const asFunding = (changes: object) => ({ kind: 'funding', funding: { ...funding, ...changes } });
const refusedFunding: readonly (readonly [field: string, changes: object])[] = [
  ['funding', { kind: 'funding' }],
  ['funding', { funding }],
  ['funding', { kind: 'hold', funding }],
  ['purposeCode', asFunding({ purposeCode: undefined })],
  ['purposeCode', asFunding({ purposeCode: 'XX' })],
  ['fundSource', asFunding({ fundSource: '07' })],
  ['fundSourceRef', asFunding({ fundSourceRef: 'x'.repeat(35) })],
  ['fundSourceRef', asFunding({ fundSourceRef: 'a\n' })],
  ['funding.recipient', asFunding({ recipient: undefined })],
  ['number', asFunding({ recipient: { name: 'Ewa Lis' } })],
  ['number', asFunding({ recipient: { number: '5555555555554445' } })],
  ['name', asFunding({ recipient: { ...recipient, name: 'x'.repeat(65) } })],
];

test('account funding is kept without the number of the recipient', () => {
  const read = readAuthorize({ ...authorize, kind: 'funding', funding });
  equal(read.kind, 'funding');
  const { purposeCode, fundSource, fundSourceRef } = funding;
  const kept = { purposeCode, fundSource, fundSourceRef };
  const recipientMask = '555555******4444';
  deepEqual(read.funding, { ...kept, recipientMask, recipientName: 'Ewa Lis' });
  const least = { purposeCode: 'AA', recipient: { number: '5555555555554444' } };
  deepEqual(readAuthorize({ ...authorize, kind: 'funding', funding: least }).funding, {
    purposeCode: 'AA',
    fundSource: null,
    fundSourceRef: null,
    recipientMask,
    recipientName: null,
  });
  equal(readAuthorize(authorize).funding, null);
});

const malformed = (field: string) => ({ message: `${field} is missing or malformed` });

for (const [field, changes] of [...refused, ...refusedCards, ...refusedFunding]) {
  test(`an authorization with ${shown(changes)} is refused for ${field}`, () => {
    throws(() => readAuthorize({ ...authorize, ...changes }), malformed(field));
  });
}

for (const [field, changes] of refused) {
  test(`a later operation with ${shown(changes)} is refused for ${field}`, () => {
    throws(() => readFollowUp({ ...followUp, ...changes }), malformed(field));
  });
}

test('a later operation must name an original attempt other than itself', () => {
  throws(() => readFollowUp(operation), malformed('originalAttemptId'));
  throws(() => readFollowUp({ ...followUp, originalAttemptId: A }), malformed('originalAttemptId'));
});

for (const nothing of [undefined, null, 'text', 12, []]) {
  test(`${JSON.stringify(nothing) ?? 'nothing'} is not a request`, () => {
    throws(() => readAuthorize(nothing), MalformedRequest);
    throws(() => readFollowUp(nothing), MalformedRequest);
    throws(() => readAttemptId(nothing), MalformedRequest);
  });
}

test("keeps only the card number and the holder's name", () => {
  deepEqual(readAuthorize(authorize), {
    ...operation,
    amountMinor: 1250n,
    kind: 'sale',
    funding: null,
    cardNumber: card.number,
    expiry: card.expiry,
    token: null,
    cardHolder: card.holder,
    threeDS: null,
    exemption: null,
    networkTransactionId: null,
  });
});

test('an authorization may have no amount, an operation must have one', () => {
  equal(readAuthorize({ ...authorize, amountMinor: '0' }).amountMinor, 0n);
  const followUp = { ...operation, originalAttemptId: C, amountMinor: '0' };
  throws(() => readFollowUp(followUp), { field: 'amountMinor' });
});

test('a network token has a cryptogram or none; a card has none', () => {
  const cryptogram = Buffer.alloc(20, 3).toString('base64');
  const read = (more: object) => readAuthorize({ ...authorize, card: { ...card, ...more } }).token;
  const numberType = 'NETWORK_TOKEN';
  deepEqual(read({ numberType, cryptogram }), { cryptogram, eci: null });
  deepEqual(read({ numberType, cryptogram, eci: '07' }), { cryptogram, eci: '07' });
  deepEqual(read({ numberType }), { cryptogram: null, eci: null });
  equal(read({ numberType: 'PAN' }), null);
  for (const more of [{ cryptogram }, { numberType: 'PAN', cryptogram }]) {
    throws(() => read(more), { field: 'cryptogram' });
  }
  throws(() => read({ numberType, cryptogram: 'AAAA' }), { field: 'cryptogram' });
  throws(() => read({ numberType: 'DPAN' }), { field: 'numberType' });
});

test('keeps the authentication and the exemption', () => {
  const read = readAuthorize({ ...authorize, threeDS, exemption: 'MIT' });
  deepEqual(read.threeDS, { eci: '05', cavv: CAVV, dsTransId: C });
  equal(read.exemption, 'MIT');
  equal(readAuthorize({ ...authorize, threeDS: { ...threeDS, cavv: null } }).threeDS?.cavv, null);
});

test("the security code and the holder's name may be absent or null", () => {
  const { number, expiry } = card;
  equal(readAuthorize({ ...authorize, card: { number, expiry } }).cardHolder, null);
  const nulls = { number, expiry, cvv: null, holder: null };
  equal(readAuthorize({ ...authorize, card: nulls }).cardHolder, null);
});

function shown(changes: object): string {
  return JSON.stringify(changes, (_name, value: unknown) => (value === undefined ? null : value));
}
