// Tests of BLIK over Autopay: the exact parameters of a start, every answer, and the results in
// notifications and inquiries. What Autopay cannot do is refused without a call.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { money } from '../../core/money.ts';
import { secret } from '../../core/secret.ts';
import { writeXml, type XmlNode } from '../../core/xml/write-xml.ts';
import { noCredentials } from '../credentials/testing/no-credentials.ts';
import type { BlikMeans } from '../means.ts';
import {
  ATTEMPT,
  garbage,
  transferInquiry,
  transferRequest,
  transferSettings,
  unknown,
} from '../testing/transfer-requests.ts';
import { autopayProvider } from './autopay.provider.ts';
import { hashOf } from './hash.ts';
import {
  itnField,
  ORDER,
  paidTransaction,
  signedXml,
  testService,
  transactionsXml,
} from './testing/operator-messages.ts';
import type { AutopayMessage } from './transport.ts';

const payer = { ip: '203.0.113.7', userAgent: null, email: 'jan@shop.example', language: 'pl' };
const code = { type: 'CODE', code: secret('111112') } as const;
const uid = { type: 'UID', alias: secret('customer-0042'), app: null } as const;
const register = {
  type: 'UID',
  alias: secret('customer-0042'),
  label: 'S',
  recurring: null,
} as const;
const payId = { ...register, type: 'PAYID', recurring: null } as const;

function request(means: Partial<BlikMeans> = {}, merchantId = '10000001') {
  const blik = { kind: 'blik', ticket: code, register: null, payer, description: 'Zamówienie' };
  return { ...transferRequest(), merchantId, means: { ...blik, ...means } as BlikMeans };
}

function providerWith(body: string, sent: AutopayMessage[] = [], takesBlik = true) {
  return autopayProvider({
    ...transferSettings,
    name: 'BM',
    service: testService,
    takesBlik,
    ids: { next: () => ATTEMPT },
    send: (message) => {
      sent.push(message);
      return Promise.resolve({ status: 200, body });
    },
  });
}

async function parametersOf(...[means, merchantId]: Parameters<typeof request>) {
  const sent: AutopayMessage[] = [];
  await providerWith('', sent).authorize(request(means, merchantId));
  assert.equal(sent[0]?.path, '/payment');
  assert.equal(sent[0].headers['bmheader'], 'pay-bm-continue-transaction-url');
  return [...new URLSearchParams(sent[0].body)];
}

const keyOf = (merchantId: string) =>
  createHash('sha256').update(`${merchantId}|customer-0042`).digest('hex');

test('a code is sent to channel 509, valid for a quarter of an hour', async () => {
  const parameters = await parametersOf();
  const values = parameters.slice(0, -1);
  assert.deepEqual(values, [
    ['ServiceID', '100047'],
    ['OrderID', ORDER],
    ['Amount', '123.45'],
    ['Description', 'Zamowienie'],
    ['GatewayID', '509'],
    ['Currency', 'PLN'],
    ['CustomerEmail', 'jan@shop.example'],
    ['Language', 'PL'],
    ['CustomerIP', '203.0.113.7'],
    ['ValidityTime', '2025-08-20 07:06:36'],
    ['AuthorizationCode', '111112'],
    ['ReturnURL', 'https://pay.example/return'],
  ]);
  const texts = values.map(([, value]) => value);
  assert.deepEqual(parameters.at(-1), ['Hash', hashOf(texts, testService)]);
});

const aliases: [what: string, means: Partial<BlikMeans>, own: [string, string][]][] = [
  [
    'a code with an alias to save',
    { register },
    [
      ['AuthorizationCode', '111112'],
      ['BlikUIDKey', keyOf('10000001')],
      ['BlikUIDLabel', 'cu***42'],
    ],
  ],
  [
    'an alias',
    { ticket: uid },
    [
      ['BlikUIDKey', keyOf('10000001')],
      ['BlikUIDLabel', 'cu***42'],
    ],
  ],
  [
    'an alias with the chosen app',
    { ticket: { ...uid, app: '73' } },
    [
      ['BlikUIDKey', keyOf('10000001')],
      ['BlikUIDLabel', 'cu***42'],
      ['BlikAMKey', '73'],
    ],
  ],
];
for (const [what, means, own] of aliases) {
  test(`${what} is sent in the order of the hash`, async () => {
    const parameters = await parametersOf(means);
    const names = ['AuthorizationCode', 'BlikUIDKey', 'BlikUIDLabel', 'BlikAMKey'];
    const place = parameters.findIndex(([name]) => name === 'ValidityTime') + 1;
    assert.deepEqual(parameters.slice(place, place + own.length), own);
    assert.equal(parameters.filter(([name]) => names.includes(name)).length, own.length);
  });
}

test('the same alias of another merchant has another key', async () => {
  const parameters = await parametersOf({ ticket: uid }, '10000002');
  assert.equal(new Map(parameters).get('BlikUIDKey'), keyOf('10000002'));
});

test('the label of a short alias shows only its start, in plain characters', async () => {
  const parameters = await parametersOf({ ticket: { ...uid, alias: secret('|bcd') } });
  assert.equal(new Map(parameters).get('BlikUIDLabel'), '*b***');
});

const declined = (rejectCode: string, reason?: string, more: object = {}) => ({
  kind: 'declined',
  rejectCode,
  reference: null,
  ...(reason === undefined ? {} : { providerCode: reason }),
  ...more,
});

const refusals: [what: string, means: Partial<BlikMeans>, expected: object][] = [
  [
    'a recurring alias',
    { ticket: { ...uid, type: 'PAYID' } },
    declined('BLIK_RECURRENCY_NOT_SUPPORTED', undefined, { mayTryElsewhere: true }),
  ],
  [
    'a code that registers a recurring alias',
    { register: payId },
    declined('BLIK_RECURRENCY_NOT_SUPPORTED', undefined, { mayTryElsewhere: true }),
  ],
  [
    'an app that Autopay cannot have named',
    { ticket: { ...uid, app: 'mBank' } },
    declined('BLIK_ALIAS_NOT_FOUND'),
  ],
];
for (const [what, means, expected] of refusals) {
  test(`${what} is refused without a call`, async () => {
    const sent: AutopayMessage[] = [];
    assert.deepEqual(await providerWith('', sent).authorize(request(means)), expected);
    assert.deepEqual(sent, []);
  });
}

test('without the setting, the provider takes no BLIK', async () => {
  const sent: AutopayMessage[] = [];
  const provider = providerWith('', sent, false);
  assert.deepEqual(provider.means, ['REDIRECT']);
  await assert.rejects(async () => provider.authorize(request()));
  assert.deepEqual(sent, []);
});

const confirmed = (fields: Record<string, string>) =>
  signedXml('transaction', {
    orderID: ORDER,
    remoteID: '9IA2UISN',
    confirmation: 'CONFIRMED',
    ...fields,
  });
const refused = (reason: string) =>
  signedXml('transaction', { orderID: ORDER, confirmation: 'NOTCONFIRMED', reason });
const link = {
  status: 'PENDING',
  redirecturl: 'https://pay.autopay.example/continue',
  orderID: ORDER,
  remoteID: '9IA2UISN',
};
const waits = { kind: 'pending', reference: '9IA2UISN', customer: { kind: 'confirm' } };
const ofReference = { reference: '9IA2UISN' };
const elsewhere = { mayTryElsewhere: true };

const starts: [what: string, body: string, expected: unknown][] = [
  ['PENDING', confirmed({ paymentStatus: 'PENDING' }), waits],
  ['no status', confirmed({}), waits],
  ['SUCCESS', confirmed({ paymentStatus: 'SUCCESS' }), { ...waits, customer: null }],
  [
    'FAILURE',
    confirmed({ paymentStatus: 'FAILURE' }),
    declined('BLIK_GENERAL_ERROR', undefined, ofReference),
  ],
  [
    'FAILURE and a reason',
    confirmed({ reason: 'BAD_PIN', paymentStatus: 'FAILURE' }),
    declined('BLIK_BAD_PIN', 'BAD_PIN', ofReference),
  ],
  ['another status', confirmed({ paymentStatus: 'OTHER' }), garbage],
  ['a link, which BLIK in the background never has', signedXml('transaction', link), garbage],
  [
    'a forged status',
    confirmed({ paymentStatus: 'PENDING' }).replace('PENDING', 'FAILURE'),
    garbage,
  ],
  ['WRONG_TICKET', refused('WRONG_TICKET'), declined('BLIK_WRONG_TICKET', 'WRONG_TICKET')],
  ['TICKET_EXPIRED', refused('TICKET_EXPIRED'), declined('BLIK_TICKET_EXPIRED', 'TICKET_EXPIRED')],
  ['TICKET_USED', refused('TICKET_USED'), declined('BLIK_TICKET_USED', 'TICKET_USED')],
  ['ALIAS_DECLINED', refused('ALIAS_DECLINED'), declined('BLIK_ALIAS_DECLINED', 'ALIAS_DECLINED')],
  [
    'ALIAS_NOT_FOUND',
    refused('ALIAS_NOT_FOUND'),
    declined('BLIK_ALIAS_NOT_FOUND', 'ALIAS_NOT_FOUND'),
  ],
  [
    'ALIAS_NONUNIQUE alone',
    refused('ALIAS_NONUNIQUE'),
    declined('BLIK_ALIAS_NONUNIQUE', 'ALIAS_NONUNIQUE'),
  ],
  [
    'RECURRENCY_NOT_SUPPORTED',
    refused('RECURRENCY_NOT_SUPPORTED'),
    declined('BLIK_RECURRENCY_NOT_SUPPORTED', 'RECURRENCY_NOT_SUPPORTED'),
  ],
  ['INVALID_EMAIL', refused('INVALID_EMAIL'), declined('BLIK_GENERAL_ERROR', 'INVALID_EMAIL')],
  [
    'START_AMOUNT_OUT_OF_RANGE',
    refused('START_AMOUNT_OUT_OF_RANGE'),
    declined('AMOUNT_OUT_OF_RANGE', 'START_AMOUNT_OUT_OF_RANGE'),
  ],
  [
    'BANK_DISABLED',
    refused('BANK_DISABLED'),
    declined('PROVIDER_UNAVAILABLE', 'BANK_DISABLED', elsewhere),
  ],
  [
    'BANK_TEMPORARY_MAINTENANCE',
    refused('BANK_TEMPORARY_MAINTENANCE'),
    declined('PROVIDER_UNAVAILABLE', 'BANK_TEMPORARY_MAINTENANCE', elsewhere),
  ],
  [
    'PAYWAY_NOT_FOUND',
    refused('PAYWAY_NOT_FOUND'),
    declined('PROVIDER_UNAVAILABLE', 'PAYWAY_NOT_FOUND', elsewhere),
  ],
  ['OUTDATED_ERROR', refused('OUTDATED_ERROR'), declined('EXPIRED', 'OUTDATED_ERROR')],
  [
    'LINK_VALIDITY_TIME_OUTDATED',
    refused('LINK_VALIDITY_TIME_OUTDATED'),
    declined('EXPIRED', 'LINK_VALIDITY_TIME_OUTDATED'),
  ],
  [
    'TRANSACTION_CANCELED',
    refused('TRANSACTION_CANCELED'),
    declined('BLIK_GENERAL_ERROR', 'TRANSACTION_CANCELED'),
  ],
  ['GENERAL_ERROR', refused('GENERAL_ERROR'), declined('BLIK_GENERAL_ERROR', 'GENERAL_ERROR')],
  [
    'a reason of a later version',
    refused('MOON_PHASE'),
    declined('BLIK_GENERAL_ERROR', 'MOON_PHASE'),
  ],
  ['a reason that is not one', refused('a <b> reason'), declined('BLIK_GENERAL_ERROR')],
  ['MULTIPLY_PAID_TRANSACTION', refused('MULTIPLY_PAID_TRANSACTION'), unknown('provider-error')],
  [
    'BLOCK_MULTIPLE_TRANSACTIONS',
    refused('BLOCK_MULTIPLE_TRANSACTIONS'),
    unknown('provider-error'),
  ],
  ['BLOCK_PAID_TRANSACTIONS', refused('BLOCK_PAID_TRANSACTIONS'), unknown('provider-error')],
  ['a forged refusal', refused('WRONG_TICKET').replace('WRONG', 'OTHER'), garbage],
];
for (const [what, body, expected] of starts) {
  test(`a start answered with ${what}`, async () => {
    assert.deepEqual(await providerWith(body).authorize(request()), expected);
  });
}

/** With the hash of all values, or of those outside the list. */
function ambiguous(apps: readonly [key: string, label: string][], hashesList = true): string {
  const own = [ORDER, 'NOTCONFIRMED', 'ALIAS_NONUNIQUE'];
  const nodes = apps.map(([key, label]): XmlNode => {
    return [
      'blikAM',
      [
        ['blikAMKey', key],
        ['blikAMLabel', label],
      ],
    ];
  });
  const hash = hashOf([...own, ...(hashesList ? apps.flat() : [])], testService);
  return writeXml([
    'transaction',
    [
      ['orderID', ORDER],
      ['confirmation', 'NOTCONFIRMED'],
      ['reason', 'ALIAS_NONUNIQUE'],
      ['blikAMList', nodes],
      ['hash', hash],
    ],
  ]);
}

test('an ambiguous alias names its apps, if all of them can be used', async () => {
  const apps = [
    { key: '1', label: 'Bank A' },
    { key: '22', label: 'Bank Ż' },
  ];
  const listed: [string, string][] = [
    ['1', 'Bank A'],
    ['22', 'Bank Ż'],
  ];
  const ofApps = (more: object) => declined('BLIK_ALIAS_NONUNIQUE', 'ALIAS_NONUNIQUE', more);
  const ask = (body: string) => providerWith(body).authorize(request({ ticket: uid }));
  assert.deepEqual(await ask(ambiguous(listed)), ofApps({ apps }));
  assert.deepEqual(await ask(ambiguous(listed, false)), ofApps({ apps }));
  assert.deepEqual(await ask(ambiguous(listed).replace('Bank A', 'Bank B')), garbage);
  for (const wrong of [
    [['x', 'Bank A']],
    [['1', '']],
    [['1', 'x'.repeat(65)]],
    [
      ['1', 'A'],
      ['1', 'B'],
    ],
    Array.from({ length: 21 }, (_, index) => [String(index), 'A']),
  ] as [string, string][][]) {
    assert.deepEqual(await ask(ambiguous(wrong)), ofApps({}), String(wrong));
  }
});

/** Details of a failure; those of BLIK, and those that every channel has. */
const details: readonly [details: string, rejectCode: string][] = [
  ['INSUFFICIENT_FUNDS', 'BLIK_INSUFFICIENT_FUNDS'],
  ['LIMIT_EXCEEDED', 'BLIK_LIMIT_EXCEEDED'],
  ['BAD_PIN', 'BLIK_BAD_PIN'],
  ['ISSUER_DECLINED', 'BLIK_ISSUER_DECLINED'],
  ['USER_DECLINED', 'BLIK_USER_DECLINED'],
  ['SEC_DECLINED', 'BLIK_SEC_DECLINED'],
  ['TIMEOUT', 'BLIK_TIMEOUT'],
  ['AM_TIMEOUT', 'BLIK_AM_TIMEOUT'],
  ['USER_TIMEOUT', 'BLIK_USER_TIMEOUT'],
  ['SYSTEM_ERROR', 'BLIK_SYSTEM_ERROR'],
  ['GENERAL_ERROR', 'BLIK_GENERAL_ERROR'],
  ['REJECTED', 'BLIK_ISSUER_DECLINED'],
  ['REJECTED_BY_USER', 'BLIK_USER_DECLINED'],
  ['EXPIRED', 'BLIK_USER_TIMEOUT'],
  ['CANCELLED', 'BLIK_GENERAL_ERROR'],
  ['ANOTHER_ERROR', 'BLIK_GENERAL_ERROR'],
  ['toString', 'BLIK_GENERAL_ERROR'],
];
for (const [paymentStatusDetails, rejectCode] of details) {
  test(`a failure with ${paymentStatusDetails} is ${rejectCode}, whoever reports it`, async () => {
    const isWellFormed = /^[A-Z_]+$/.test(paymentStatusDetails);
    const state = { gatewayID: '509', paymentStatus: 'FAILURE', paymentStatusDetails };
    const transaction = { ...paidTransaction, ...state };
    const expected = declined(rejectCode, paymentStatusDetails, ofReference);
    const provider = providerWith(transactionsXml([transaction]));
    const found = await provider.inquire(transferInquiry('authorize'));
    assert.deepEqual(found, isWellFormed ? expected : garbage);
    const fields = { transactions: itnField(transaction) };
    const message = { text: '', fields, header: () => undefined, query: {} };
    const news = await provider.readMessage?.(message, noCredentials);
    if (!isWellFormed) return assert.equal(news, 'not-authentic');
    assert.ok(typeof news === 'object');
    const amount = money(12_345n, 'PLN');
    assert.deepEqual(news.attempts, [{ attemptId: ATTEMPT, finding: expected, amount }]);
  });
}

test('the code and the alias are in no message but the start', async () => {
  const sent: AutopayMessage[] = [];
  const provider = providerWith('', sent);
  const outcome = await provider.authorize(request({ register }));
  await provider.inquire(transferInquiry('authorize'));
  assert.ok(!JSON.stringify([outcome, ...sent.slice(1)]).includes('111112'));
  assert.ok(!JSON.stringify(sent).includes('customer-0042'));
});
