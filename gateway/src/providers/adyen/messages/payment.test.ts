// Tests of the request of an authorization: what is sent for each kind of card, proof and payment.
import { deepEqual, equal, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { money } from '../../../core/money.ts';
import { secret } from '../../../core/secret.ts';
import type { CardMeans, ThreeDSProof } from '../../means.ts';
import type { Authorization } from '../../provider.ts';
import { account, authorization, ids } from '../testing/requests.ts';
import { referenceOf } from '../reference.ts';
import { isSameUnit, paymentMessage } from './payment.ts';

const URL = 'https://gateway.example/v1/ecommerce/notifications/adyen';
const messageOf = (means: Partial<CardMeans> = {}, change: Partial<Authorization> = {}) =>
  paymentMessage(authorization(means, change), account, URL);

const CAVV = 'AAABBBCCCDDDEEEFFF000111222=';
const proof: ThreeDSProof = {
  eci: '05',
  cavv: secret(CAVV),
  dsTransId: 'f25084f0-5b16-4c0a-ae5d-b24808a95e4b',
  version: '2.2.0',
  transStatus: 'Y',
};

test('a sale by card number is captured at once and never authenticated by Adyen', () => {
  deepEqual(messageOf(), {
    merchantAccount: 'TestMerchant',
    amount: { value: 12_345, currency: 'PLN' },
    reference: referenceOf(ids, 'authorize'),
    returnUrl: URL,
    paymentMethod: {
      type: 'scheme',
      number: '4111111111111111',
      expiryMonth: '03',
      expiryYear: '2030',
      cvc: '737',
      holderName: 'Anna Nowak',
    },
    shopperInteraction: 'Ecommerce',
    authenticationData: { attemptAuthentication: 'never' },
    captureDelayHours: 0,
  });
});

test('a hold waits for its capture and can be changed', () => {
  const { additionalData, captureDelayHours } = messageOf({}, { kind: 'hold' });
  deepEqual(additionalData, { manualCapture: 'true', authorisationType: 'PreAuth' });
  equal(captureDelayHours, undefined);
});

test('the result of 3-D Secure is sent along', () => {
  deepEqual(messageOf({ threeDS: proof }).mpiData, {
    directoryResponse: 'Y',
    authenticationResponse: 'Y',
    cavv: CAVV,
    eci: '05',
    dsTransID: proof.dsTransId,
    threeDSVersion: '2.2.0',
  });
  const attempted = messageOf({ threeDS: { ...proof, eci: '06', cavv: null, transStatus: 'A' } });
  deepEqual(attempted.mpiData, {
    directoryResponse: 'A',
    authenticationResponse: 'A',
    eci: '06',
    dsTransID: proof.dsTransId,
    threeDSVersion: '2.2.0',
  });
  const other = messageOf({ threeDS: { ...proof, transStatus: 'I' } }).mpiData;
  equal(other && 'authenticationResponse' in other, false);
});

test('a network token has its cryptogram, without a security code', () => {
  const card = { ...authorization().means, kind: 'card' } as CardMeans;
  const token = messageOf({
    card: { ...card.card, cvv: null, holder: null },
    numberType: 'NETWORK_TOKEN',
    networkToken: { scheme: 'VTS', instrumentRef: 'token-1' },
    cryptogram: secret(CAVV),
    eci: '07',
  });
  deepEqual(token.paymentMethod, {
    type: 'networkToken',
    number: '4111111111111111',
    expiryMonth: '03',
    expiryYear: '2030',
  });
  deepEqual(token.mpiData, {
    tokenAuthenticationVerificationValue: CAVV,
    directoryResponse: 'Y',
    authenticationResponse: 'Y',
    eci: '07',
  });
  const both = messageOf({ numberType: 'NETWORK_TOKEN', cryptogram: secret(CAVV), threeDS: proof });
  equal(both.mpiData?.tokenAuthenticationVerificationValue, CAVV);
  equal(both.mpiData && 'cavv' in both.mpiData && both.mpiData.cavv, CAVV);
});

test('a payment without the customer names the first one of its series', () => {
  const { paymentMethod, mpiData, ...message } = messageOf({
    exemption: 'MIT',
    networkTransactionId: '123456789012345',
  });
  equal(paymentMethod.networkPaymentReference, '123456789012345');
  deepEqual(
    [message.shopperInteraction, message.recurringProcessingModel, message.additionalData, mpiData],
    ['ContAuth', 'UnscheduledCardOnFile', undefined, undefined],
  );
});

test('exemptions are claimed by their names', () => {
  for (const [ours, theirs] of [
    ['LOW_VALUE', 'lowValue'],
    ['TRA', 'transactionRiskAnalysis'],
  ] as const) {
    const { additionalData, shopperInteraction } = messageOf({ exemption: ours });
    deepEqual([additionalData, shopperInteraction], [{ scaExemption: theirs }, 'Ecommerce']);
  }
});

test('account funding names the recipient, and is captured at once', () => {
  const funding = (name: string | null, fundSourceRef: string | null = null) => {
    const recipient = { number: secret('5555555555554444'), name };
    const given = { purposeCode: 'PP', fundSource: '02', fundSourceRef, recipient };
    return messageOf({}, { kind: 'funding', funding: given });
  };
  const paymentMethod = { type: 'scheme', number: '5555555555554444' };
  const { fundRecipient, metadata, ...rest } = funding('Ewa  Lis Nowak', 'A-1');
  deepEqual(rest, messageOf());
  const shopperName = { firstName: 'Ewa', lastName: 'Lis Nowak' };
  deepEqual(fundRecipient, { paymentMethod, shopperName });
  deepEqual(metadata, { purposeCode: 'PP', fundSource: '02', fundSourceRef: 'A-1' });
  const one = { paymentMethod, shopperName: { firstName: 'Ewa', lastName: 'Ewa' } };
  deepEqual(funding('Ewa').fundRecipient, one);
  deepEqual(funding(null).fundRecipient, { paymentMethod });
  deepEqual(funding(null).metadata, { purposeCode: 'PP', fundSource: '02' });
});

test('other means and amounts beyond exact numbers are defects', () => {
  throws(() => messageOf({}, { amount: money(2n ** 53n, 'PLN') }), /15 digits/);
});

test('currencies with another minor unit at Adyen are told apart', () => {
  for (const code of ['CLP', 'CVE', 'IDR', 'ISK']) equal(isSameUnit(money(1n, code)), false);
  for (const code of ['PLN', 'EUR', 'JPY', 'KWD']) equal(isSameUnit(money(1n, code)), true);
});
