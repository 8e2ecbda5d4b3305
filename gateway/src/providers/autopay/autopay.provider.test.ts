// Tests of the provider for bank transfers: the exact requests, and every answer of the protocol.
// Whatever is not exactly a documented answer about this attempt is unknown, never declined.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  garbage,
  ORIGINAL,
  transferFollowUp,
  transferInquiry,
  transferRequest,
  transferSettings,
  unknown,
} from '../testing/transfer-requests.ts';
import { autopayProvider } from './autopay.provider.ts';
import { hashOf } from './hash.ts';
import {
  ORDER,
  paidTransaction,
  signedXml,
  testService,
  transactionsXml,
} from './testing/operator-messages.ts';
import type { AutopayMessage } from './transport.ts';

const request = transferRequest({
  payer: { ip: '203.0.113.7', userAgent: 'Browser/1', email: 'jan@shop.example', language: 'pl' },
  description: 'Zamówienie 1',
});
const followUp = transferFollowUp('9IA2UISN');
const inquiry = transferInquiry;

function providerWith(body: string, status = 200, sent: AutopayMessage[] = []) {
  return autopayProvider({
    name: 'BM',
    service: testService,
    send: (message) => {
      sent.push(message);
      return Promise.resolve({ status, body });
    },
    ids: { next: () => ORIGINAL },
    ...transferSettings,
  });
}

const declined = (rejectCode: string, reference: string | null = null, providerCode = '') => {
  const decline = { kind: 'declined', rejectCode, reference };
  return providerCode === '' ? decline : { ...decline, providerCode };
};

test('a start sends the parameters in their order with the hash of their values', async () => {
  const sent: AutopayMessage[] = [];
  await providerWith('', 200, sent).authorize(request);
  const [message] = sent;
  assert.equal(message?.path, '/payment');
  assert.equal(message.headers['bmheader'], 'pay-bm-continue-transaction-url');
  const parameters = [...new URLSearchParams(message.body)];
  const values = parameters.slice(0, -1);
  assert.deepEqual(values, [
    ['ServiceID', '100047'],
    ['OrderID', ORDER],
    ['Amount', '123.45'],
    ['Description', 'Zamowienie 1'],
    ['GatewayID', '106'],
    ['Currency', 'PLN'],
    ['CustomerEmail', 'jan@shop.example'],
    ['Language', 'PL'],
    ['CustomerIP', '203.0.113.7'],
    ['ValidityTime', '2026-01-15 11:30:00'],
    ['ReturnURL', 'https://pay.example/return'],
    ['UserAgent', 'Browser/1'],
  ]);
  assert.deepEqual(parameters.at(-1), [
    'Hash',
    hashOf(
      values.map(([, value]) => value),
      testService,
    ),
  ]);
});

test('what is longer than the protocol allows is not sent, or only its beginning', async () => {
  const sent: AutopayMessage[] = [];
  const start = async (length: number) => {
    const text = 'x'.repeat(length);
    const payer = { userAgent: text, email: text, ip: text, language: null };
    await providerWith('', 200, sent).authorize(transferRequest({ payer }));
    const values = new URLSearchParams(sent.at(-1)?.body);
    return ['UserAgent', 'CustomerEmail', 'CustomerIP'].map((name) => values.get(name)?.length);
  };
  assert.deepEqual(await start(39), [39, 39, 39]);
  assert.deepEqual(await start(40), [40, 40, undefined]);
  assert.deepEqual(await start(255), [255, 255, undefined]);
  assert.deepEqual(await start(256), [255, undefined, undefined]);
});

const url = 'https://pay.autopay.example/payment/continue/9IA2UISN/718GTV5E';
const link = { status: 'PENDING', redirecturl: url, orderID: ORDER, remoteID: '9IA2UISN' };
const waits = { kind: 'pending', reference: '9IA2UISN', customer: null };
const confirmed = (fields: Record<string, string>) =>
  signedXml('transaction', {
    orderID: ORDER,
    remoteID: '9IA2UISN',
    confirmation: 'CONFIRMED',
    ...fields,
  });
const refusedStart = (reason: string) =>
  signedXml('transaction', { orderID: ORDER, confirmation: 'NOTCONFIRMED', reason });

const starts: [what: string, body: string, expected: unknown][] = [
  ['a link', signedXml('transaction', link), { ...waits, customer: { kind: 'redirect', url } }],
  [
    'a link with spaces around it',
    signedXml('transaction', link).replace(url, `\n  ${url}\n`),
    { ...waits, customer: { kind: 'redirect', url } },
  ],
  ['a link of another order', signedXml('transaction', { ...link, orderID: '123' }), garbage],
  ['a forged link', signedXml('transaction', link).replace('718GTV5E', 'X'), garbage],
  ['a script as link', signedXml('transaction', { ...link, redirecturl: 'javascript:1' }), garbage],
  ['a link without TLS', signedXml('transaction', { ...link, redirecturl: 'http://x/' }), garbage],
  ['a link with another status', signedXml('transaction', { ...link, status: 'SUCCESS' }), garbage],
  ['CONFIRMED and SUCCESS', confirmed({ paymentStatus: 'SUCCESS' }), waits],
  ['CONFIRMED and PENDING', confirmed({ paymentStatus: 'PENDING' }), waits],
  ['CONFIRMED alone', confirmed({}), waits],
  [
    'CONFIRMED and FAILURE',
    confirmed({ paymentStatus: 'FAILURE' }),
    declined('BANK_REJECTED', '9IA2UISN'),
  ],
  ['CONFIRMED and a new status', confirmed({ paymentStatus: 'OTHER' }), garbage],
  [
    'a forged FAILURE',
    confirmed({ paymentStatus: 'SUCCESS' }).replace('SUCCESS', 'FAILURE'),
    garbage,
  ],
  [
    'START_AMOUNT_OUT_OF_RANGE',
    refusedStart('START_AMOUNT_OUT_OF_RANGE'),
    declined('AMOUNT_OUT_OF_RANGE', null, 'START_AMOUNT_OUT_OF_RANGE'),
  ],
  [
    'BANK_DISABLED',
    refusedStart('BANK_DISABLED'),
    declined('BANK_UNAVAILABLE', null, 'BANK_DISABLED'),
  ],
  [
    'BANK_TEMPORARY_MAINTENANCE',
    refusedStart('BANK_TEMPORARY_MAINTENANCE'),
    declined('BANK_UNAVAILABLE', null, 'BANK_TEMPORARY_MAINTENANCE'),
  ],
  ['OUTDATED_ERROR', refusedStart('OUTDATED_ERROR'), declined('EXPIRED', null, 'OUTDATED_ERROR')],
  ['GENERAL_ERROR', refusedStart('GENERAL_ERROR'), declined('SYSTEM_ERROR', null, 'GENERAL_ERROR')],
  ['an order that exists', refusedStart('MULTIPLY_PAID_TRANSACTION'), unknown('provider-error')],
  [
    'a refusal without order and hash',
    '<transaction><confirmation>NOTCONFIRMED</confirmation>' +
      '<reason>BANK_DISABLED</reason></transaction>',
    declined('BANK_UNAVAILABLE', null, 'BANK_DISABLED'),
  ],
  ['a forged refusal', refusedStart('GENERAL_ERROR').replace('GENERAL', 'OTHER'), garbage],
  [
    'a refusal of another order',
    signedXml('transaction', { orderID: '1', confirmation: 'NOTCONFIRMED' }),
    garbage,
  ],
  [
    'two confirmations',
    confirmed({}).replace('<hash>', '<confirmation>X</confirmation><hash>'),
    garbage,
  ],
  ['an error', '<error><statusCode>7</statusCode><name>INVALID_HASH</name></error>', garbage],
  ['ERROR', 'ERROR', garbage],
  ['INVALID DATA', 'INVALID DATA', garbage],
];

for (const [what, body, expected] of starts) {
  test(`a start answered with ${what}`, async () => {
    assert.deepEqual(await providerWith(body).authorize(request), expected);
  });
}

const pendingOne = { ...paidTransaction, remoteID: 'B2', paymentStatus: 'PENDING' };
const failedOne = (details: string) => {
  const state = { paymentStatus: 'FAILURE', paymentStatusDetails: details };
  return { ...paidTransaction, remoteID: 'C3', ...state };
};
const paid = {
  kind: 'approved',
  reference: '9IA2UISN',
  authCode: null,
  networkTransactionId: null,
};
const wrongAmount = { ...paidTransaction, amount: '1.00' };

const states: [
  what: string,
  transactions: Record<string, string | undefined>[],
  expected: unknown,
][] = [
  ['a success after failures', [failedOne('REJECTED'), pendingOne, paidTransaction], paid],
  ['a success before a failure', [paidTransaction, failedOne('REJECTED')], paid],
  ['two successes', [paidTransaction, { ...paidTransaction, remoteID: 'D4' }], paid],
  ['a success of another amount and the right one', [wrongAmount, paidTransaction], paid],
  ['a pending one', [failedOne('REJECTED'), pendingOne], { ...waits, reference: 'B2' }],
  ['a failure without details', [failedOne('')], declined('BANK_REJECTED', 'C3')],
  ['a new status', [{ ...paidTransaction, paymentStatus: 'OTHER' }], garbage],
  [
    'a new status beside a failure',
    [failedOne('X'), { ...pendingOne, paymentStatus: 'OTHER' }],
    garbage,
  ],
  ['a transaction without amount', [{ ...paidTransaction, amount: undefined }], garbage],
];

for (const [what, transactions, expected] of states) {
  test(`an inquiry answered with ${what}`, async () => {
    const provider = providerWith(transactionsXml(transactions));
    assert.deepEqual(await provider.inquire(inquiry('authorize')), expected);
  });
}

test('an inquiry names the order, and a forged or foreign answer is unknown', async () => {
  const sent: AutopayMessage[] = [];
  const body = transactionsXml([paidTransaction]);
  await providerWith(body, 200, sent).inquire(inquiry('authorize'));
  assert.equal(sent[0]?.path, '/webapi/transactionStatus');
  assert.equal(sent[0].headers['bmheader'], 'pay-bm');
  const hash = hashOf(['100047', ORDER], testService);
  assert.equal(sent[0].body, `ServiceID=100047&OrderID=${ORDER}&Hash=${hash}`);
  const forgedBodies = [
    body.replace('9IA2UISN', 'A1'),
    transactionsXml([]).replace(/<hash>.*<\/hash>/, '<hash>x</hash>'),
    body.replace('<serviceID>100047', '<serviceID>1'),
    '<error><statusCode>-10</statusCode><name>TRANSACTION_NOT_FOUND</name></error>',
  ];
  for (const forged of forgedBodies) {
    assert.deepEqual(await providerWith(forged).inquire(inquiry('authorize')), garbage);
  }
});

const cancelled = (confirmation: string, reason?: string) =>
  signedXml('transaction', { serviceID: '100047', messageID: ORDER, confirmation, reason });

const stops: [what: string, body: string, expected: unknown][] = [
  ['CANCELED_FULLY', cancelled('CONFIRMED', 'CANCELED_FULLY'), { ...paid, reference: ORDER }],
  ['CANCELED_PARTIALLY', cancelled('CONFIRMED', 'CANCELED_PARTIALLY'), declined('BANK_REJECTED')],
  [
    'INCORRECT_PAYMENT_STATUS',
    cancelled('NOTCONFIRMED', 'INCORRECT_PAYMENT_STATUS'),
    declined('BANK_REJECTED'),
  ],
  [
    'TRANSACTION_NOT_FOUND',
    cancelled('NOTCONFIRMED', 'TRANSACTION_NOT_FOUND'),
    declined('BANK_REJECTED'),
  ],
  ['OTHER_ERROR', cancelled('NOTCONFIRMED', 'OTHER_ERROR'), unknown('provider-error')],
  ['a confirmation without reason', cancelled('CONFIRMED'), garbage],
  [
    'a forged confirmation',
    cancelled('NOTCONFIRMED', 'X').replace('NOTCONFIRMED', 'CONFIRMED'),
    garbage,
  ],
  ['a forged refusal', cancelled('CONFIRMED', 'X').replace('CONFIRMED', 'NOTCONFIRMED'), garbage],
  [
    'an answer to another message',
    cancelled('CONFIRMED', 'CANCELED_FULLY').replace(ORDER, 'x'),
    garbage,
  ],
  ['an error', '<error><statusCode>2</statusCode></error>', garbage],
];

for (const [what, body, expected] of stops) {
  test(`a stop answered with ${what}`, async () => {
    const sent: AutopayMessage[] = [];
    const provider = providerWith(body, 200, sent);
    assert.deepEqual(await provider.followUps.stop?.(followUp), expected);
    assert.equal(sent[0]?.path, '/webapi/transactionCancel');
    const order = ORIGINAL.replaceAll('-', '');
    assert.match(
      sent[0].body,
      new RegExp(`^ServiceID=100047&MessageID=${ORDER}&OrderID=${order}&`),
    );
  });
}

test('a stop has no inquiry: it is sent again', async () => {
  assert.deepEqual(await providerWith('').inquire(inquiry('stop')), { kind: 'not-found' });
});
