// Tests of the signatures of Adyen's messages, with a published example, and of their form.
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { money } from '../../../core/money.ts';
import { secret } from '../../../core/secret.ts';
import { HMAC_KEY, itemOf, messageOf } from '../testing/requests.ts';
import { isAuthentic, readItems, signItem } from './webhook.ts';

const published = {
  pspReference: '7914073381342284',
  originalReference: '',
  merchantAccount: 'TestMerchant',
  merchantReference: 'TestPayment-1407325143704',
  amount: money(1_130n, 'EUR'),
  eventCode: 'AUTHORISATION',
  isSuccess: true,
};
const SIGNATURE = 'coqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0=';

test('the published example has the published signature', () => {
  equal(signItem(published, HMAC_KEY), SIGNATURE);
});

test('an item is authentic with any of the keys, and with no other one', () => {
  const item = itemOf({ ...published, signature: SIGNATURE });
  const other = secret('00'.repeat(32));
  equal(isAuthentic(item, [HMAC_KEY]), true);
  equal(isAuthentic(item, [other, HMAC_KEY]), true);
  equal(isAuthentic(item, [other]), false);
  equal(isAuthentic(item, []), false);
  for (const signature of ['', 'x', SIGNATURE.slice(1), `${SIGNATURE}=`]) {
    equal(isAuthentic({ ...item, signature }, [HMAC_KEY]), false);
  }
});

test('everything that is signed counts', () => {
  const item = itemOf({ ...published, signature: SIGNATURE });
  for (const change of [
    { pspReference: '7914073381342285' },
    { originalReference: 'x' },
    { merchantAccount: 'OtherMerchant' },
    { merchantReference: 'TestPayment-1407325143705' },
    { amount: money(1_131n, 'EUR') },
    { amount: money(1_130n, 'USD') },
    { eventCode: 'CAPTURE' },
    { isSuccess: false },
  ]) {
    equal(
      isAuthentic({ ...item, ...change }, [HMAC_KEY]),
      false,
      JSON.stringify(Object.keys(change)),
    );
  }
});

test('a message has one to a hundred items', () => {
  const count = (items: number) =>
    readItems(messageOf(Array.from({ length: items }, () => itemOf())))?.length;
  deepEqual([count(0), count(1), count(100), count(101)], [undefined, 1, 100, undefined]);
});

test('an item is read completely', () => {
  const item = itemOf({ originalReference: 'PSP0', reason: 'r', additional: { arn: '1' } });
  const [read] = readItems(messageOf([item])) ?? [];
  const signature = signItem(item, HMAC_KEY);
  deepEqual(read, { ...item, signature, additional: { arn: '1', hmacSignature: signature } });
});

test('the reference of a payment of others may be any text', () => {
  for (const merchantReference of ['', 'zamówienie: 1', 'a'.repeat(1000)]) {
    const [read] = readItems(messageOf([itemOf({ merchantReference })])) ?? [];
    equal(read?.merchantReference, merchantReference);
  }
});

test('what is not exactly an item makes the message unreadable', () => {
  const [right] = messageOf([itemOf()]).notificationItems;
  const fields = right?.NotificationRequestItem;
  const read = (change: object) =>
    readItems({
      notificationItems: [right, { NotificationRequestItem: { ...fields, ...change } }],
    });
  equal(read({})?.length, 2);
  for (const change of [
    { pspReference: undefined },
    { pspReference: 'a:b' },
    { originalReference: 'a:b' },
    { merchantAccountCode: 'a:b' },
    { eventCode: 7 },
    { success: true },
    { success: 'TRUE' },
    { amount: undefined },
    { amount: { value: 1.5, currency: 'PLN' } },
    { amount: { value: '1', currency: 'PLN' } },
    { amount: { value: 2 ** 53, currency: 'PLN' } },
    { amount: { value: 1, currency: 'pln' } },
    { merchantReference: 'a\0' },
    { merchantReference: 'a'.repeat(1001) },
    { additionalData: undefined },
    { additionalData: { hmacSignature: 7 } },
  ]) {
    equal(read(change), undefined, JSON.stringify(change));
  }
  for (const other of [{}, { notificationItems: {} }, { notificationItems: [null] }]) {
    equal(readItems(other), undefined);
  }
});
