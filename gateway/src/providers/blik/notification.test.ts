// Tests of signed notifications: a vector of the signature, and what is read from a message.
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { open, secret } from '../../core/secret.ts';
import {
  isAuthenticBlik,
  isBlikSignature,
  readBlikNotification,
  signBlikNotification,
} from './notification.ts';

const key = secret('Jefe');
const text = 'what do ya want for nothing?';
// Test case 2 of RFC 4231.
const signature = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';

test('the signature is the HMAC-SHA256 of the body', () => {
  equal(signBlikNotification(text, key), signature);
  equal(isBlikSignature(text, signature, key), true);
});

const wrong: [what: string, body: string, signature: unknown][] = [
  ['none', text, undefined],
  ['an empty one', text, ''],
  ['upper case', text, signature.toUpperCase()],
  ['a part', text, signature.slice(0, 63)],
  ['one digit more', text, `${signature}0`],
  ['another digit', text, `6${signature.slice(1)}`],
  ['a list', text, [signature]],
  ['another body', `${text} `, signature],
];
for (const [what, body, given] of wrong) {
  test(`refuses ${what}`, () => equal(isBlikSignature(body, given, key), false));
}
test('refuses another key', () => equal(isBlikSignature(text, signature, secret('jefe')), false));

const proofs: [signature: string | undefined, authorization: string | undefined, is: boolean][] = [
  [signature, undefined, true],
  [signature, 'Bearer Wrong', true],
  [undefined, 'Bearer Jefe', true],
  [undefined, 'bearer Jefe', true],
  [undefined, undefined, false],
  [undefined, 'Bearer jefe', false],
  [undefined, 'Bearer Jefe2', false],
  [undefined, 'Bearer ', false],
  [undefined, 'Basic Jefe', false],
  [undefined, 'Jefe', false],
  [undefined, 'Bearer Jefe, Bearer Jefe', false],
  ['', 'Bearer Jefe', false],
  [signature.toUpperCase(), 'Bearer Jefe', false],
];
const headers = (all: Record<string, string | undefined>) => (name: string) => all[name];
for (const [given, authorization, is] of proofs) {
  const what = `${String(given).slice(0, 9)} and ${String(authorization)}`;
  test(`${is ? 'accepts' : 'refuses'} the signature ${what}`, () =>
    equal(
      isAuthenticBlik({ text, header: headers({ signature: given, authorization }) }, key),
      is,
    ));
}

const orderId = '01a1ddaa-94be-73d2-943c-8b7759934376';
const paid = { amountMinor: '1999', currency: 'PLN' };

test('reads the result of a payment', () => {
  const approved = { orderId, status: 'APPROVED', reference: 'R1', ...paid };
  deepEqual(readBlikNotification(approved), {
    attempts: [
      {
        attemptId: orderId,
        finding: { kind: 'approved', reference: 'R1', authCode: null, networkTransactionId: null },
        amount: { minor: 1999n, currency: 'PLN' },
      },
    ],
    aliases: [],
  });
  const declined = readBlikNotification({ orderId, status: 'DECLINED', reason: 'USER_DECLINED' });
  deepEqual(declined?.attempts[0]?.finding, {
    kind: 'declined',
    rejectCode: 'BLIK_USER_DECLINED',
    reference: null,
  });
  const pending = readBlikNotification({ orderId, status: 'PENDING', confirm: true });
  equal(pending?.attempts[0]?.finding.kind, 'pending');
});

test('reads news about an alias, alone or with a result', () => {
  const alias = { type: 'UID', value: 'customer 7', status: 'UNREGISTERED' };
  const alone = readBlikNotification({ merchantId: '10000001', alias });
  deepEqual(alone?.attempts, []);
  const [first] = alone?.aliases ?? [];
  deepEqual(
    { ...first, alias: first && open(first.alias) },
    { merchantId: '10000001', type: 'UID', alias: 'customer 7', status: 'UNREGISTERED' },
  );
  const both = { orderId, status: 'APPROVED', reference: 'R', ...paid };
  const registered = { ...alias, status: 'REGISTERED' };
  const news = readBlikNotification({ ...both, merchantId: '10000001', alias: registered });
  const [paidOne, alias7] = [news?.attempts[0], news?.aliases?.[0]];
  deepEqual([paidOne?.attemptId, alias7?.status], [orderId, 'REGISTERED']);
});

const good = { type: 'UID', value: 'customer', status: 'REGISTERED' };
const unreadable: [what: string, body: Record<string, unknown>][] = [
  ['an empty object', {}],
  ['an order id that is no id', { orderId: '7', status: 'DECLINED', reason: 'TIMEOUT' }],
  ['no status', { orderId }],
  ['NOT_FOUND', { orderId, status: 'NOT_FOUND' }],
  ['a success without amount', { orderId, status: 'APPROVED', reference: 'R' }],
  [
    'a success with a wrong amount',
    { orderId, status: 'APPROVED', reference: 'R', amountMinor: '-1', currency: 'PLN' },
  ],
  ['an alias without merchant', { alias: good }],
  ['an alias of another type', { merchantId: '1', alias: { ...good, type: 'PHONE' } }],
  ['a short alias', { merchantId: '1', alias: { ...good, value: 'ab' } }],
  ['another alias status', { merchantId: '1', alias: { ...good, status: 'GONE' } }],
  ['a good result with a bad alias', { orderId, status: 'PENDING', merchantId: '1', alias: {} }],
];
for (const [what, body] of unreadable) {
  test(`${what} is not read`, () => equal(readBlikNotification(body), undefined));
}
