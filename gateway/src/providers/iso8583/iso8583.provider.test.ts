// Tests of the adapter: the fields of every message in both versions, repeats, the reversal of an
// authorization without a result, answers that count, and what is certainly not sent.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { money } from '../../core/money.ts';
import { secret } from '../../core/secret.ts';
import { CallTimeout } from '../../http/outgoing.ts';
import type { FollowUp, Provider } from '../provider.ts';
import { IsoFormatError, writeMessage, type IsoMessage } from './codec/iso-message.ts';
import { builtInHosts } from './profile/built-in-hosts.ts';
import { answerTo } from './testing/iso-host.ts';
import {
  ATTEMPT,
  authorizationOf,
  followUpOf,
  inquiryOf,
  openAdapter,
  OTHER_ATTEMPT,
  plainCard,
} from './testing/iso-requests.ts';
import { traceNumbersOf } from './trace-numbers.ts';
import { LinkLost, NotSent } from './wire/link.ts';

const own = traceNumbersOf(ATTEMPT);
const other = traceNumbersOf(OTHER_ATTEMPT);
const undone = traceNumbersOf(ATTEMPT, 'undo');

/** What every message has; `numbers` of the operation, `rrn` of what it refers to. */
const common = (numbers = own, rrn = numbers.rrn) => ({
  3: '000000',
  4: '000000005000',
  7: numbers.sentAt,
  11: numbers.stan,
  12: numbers.localTime.slice(6),
  13: numbers.localTime.slice(2, 6),
  18: '5399',
  19: '616',
  32: '400000',
  37: rrn,
  41: 'TERM1   ',
  42: 'SHOP1          ',
  49: '985',
});
const MERCHANT = '9100810000001';
const PRIVATE = `90036${'0198c5d1-7b29-7000-8000-000000000003'}${MERCHANT}`;
const sale = {
  ...common(),
  2: '4111111111111111',
  4: '000000012345',
  14: '3012',
  22: '812',
  25: '59',
  48: `${PRIVATE}92003987`,
};
const originalData = (type: string) =>
  `${type}${own.stan}${own.sentAt}00000400000${'0'.repeat(11)}`;
const followed = { ...common(other, own.rrn), 38: '12345 ', 48: PRIVATE };

function shapeOf(message: IsoMessage | undefined): [string | undefined, Record<string, string>] {
  return [message?.type, Object.fromEntries(message?.fields ?? [])];
}

function follow(adapter: Provider, verb: keyof Provider['followUps'], request: FollowUp) {
  const send = adapter.followUps[verb];
  assert.ok(send);
  return send(request);
}

describe('messages of 1987', () => {
  for (const [kind, type] of [
    ['sale', '0200'],
    ['hold', '0100'],
  ] as const) {
    test(`a ${kind} is ${type}, and its reference names it`, async () => {
      const { adapter, sent, profile, ...rig } = openAdapter();
      const outcome = await adapter.authorize(authorizationOf({ kind }));
      assert.deepEqual(shapeOf(sent[0]), [type, sale]);
      assert.ok(sent[0] && writeMessage(profile.packager, sent[0]));
      assert.deepEqual(outcome, {
        kind: 'approved',
        reference: `${type}-${own.rrn}-${own.stan}`,
        authCode: null,
        networkTransactionId: null,
      });
      assert.equal(rig.age, 0);
    });
  }

  const operations = [
    ['capture', '0220', { ...followed, 90: originalData('0100') }],
    ['adjust', '0100', { ...followed, 90: originalData('0100') }],
    ['reverse', '0400', { ...followed, 90: originalData('0200') }],
    ['refund', '0200', { ...followed, 3: '200000', 90: originalData('0200') }],
  ] as const;
  for (const [verb, type, fields] of operations) {
    test(`${verb} is ${type} and names its original; a late one is a repeat`, async () => {
      const rig = openAdapter();
      const first = await follow(rig.adapter, verb, followUpOf());
      assert.deepEqual(shapeOf(rig.sent[0]), [type, fields]);
      assert.equal(
        'reference' in first && first.reference,
        `${type}-${own.rrn}-${other.stan}-12345`,
      );
      rig.age = 10_002;
      assert.deepEqual(await follow(rig.adapter, verb, followUpOf()), first);
      assert.deepEqual(shapeOf(rig.sent[1]), [`${type.slice(0, 3)}1`, fields]);
    });
  }

  test('a reversal of a hold names a hold; without a reference, a sale', async () => {
    const { adapter, sent } = openAdapter();
    await follow(
      adapter,
      'reverse',
      followUpOf({ originalReference: `0100-${own.rrn}-${own.stan}` }),
    );
    await follow(adapter, 'reverse', followUpOf({ originalReference: null }));
    const names = sent.map(({ fields }) => [fields.get(90)?.slice(0, 4), fields.get(38)]);
    assert.deepEqual(names, [
      ['0100', undefined],
      ['0200', undefined],
    ]);
  });

  test('refers by one of the two, if the host wants it so', async () => {
    const host = builtInHosts['iso1987'];
    const byRrn = openAdapter({ ...host, refersBy: 'rrn' });
    await follow(byRrn.adapter, 'refund', followUpOf());
    const byData = openAdapter({ ...host, refersBy: 'original-data' });
    await follow(byData.adapter, 'refund', followUpOf());
    const [first, second] = [byRrn.sent[0]?.fields, byData.sent[0]?.fields];
    assert.deepEqual([first?.get(37), first?.has(90)], [own.rrn, false]);
    assert.deepEqual([second?.get(37), second?.has(90)], [other.rrn, true]);
  });
});

test('messages of 1993 have their own types, times, function codes and original data', async () => {
  const { adapter, sent, profile } = openAdapter(builtInHosts['iso1993']);
  await adapter.authorize(authorizationOf({ kind: 'hold' }));
  for (const verb of ['capture', 'adjust', 'reverse', 'refund'] as const) {
    await follow(adapter, verb, followUpOf({ originalReference: `1200-${own.rrn}-${own.stan}` }));
  }
  await adapter.inquire(inquiryOf({ kind: 'hold' }));
  for (const message of sent) assert.ok(writeMessage(profile.packager, message));
  const hold = `1100${own.stan}${own.localTime}06400000`;
  const asSale = `1200${own.stan}${own.localTime}06400000`;
  assert.deepEqual(
    sent.map(({ type, fields }) => [type, fields.get(24), fields.get(25), fields.get(56)]),
    [
      ['1100', '100', undefined, undefined],
      ['1220', '201', undefined, hold],
      ['1100', '102', undefined, hold],
      ['1420', '400', '4000', asSale],
      ['1200', '200', undefined, asSale],
      ['1420', '400', '4021', hold],
    ],
  );
  const [first] = sent;
  assert.deepEqual([first?.fields.get(12), first?.fields.get(26)], [own.localTime, '5399']);
  assert.deepEqual([first?.fields.has(13), first?.fields.has(18)], [false, false]);
});

test('facts about the payment are in the places of the host', async () => {
  const means = {
    ...plainCard,
    card: { ...plainCard.card, cvv: null, holder: secret('Łukasz Żółć 株') },
    threeDS: {
      eci: '05',
      cavv: secret('AJkBBkhgQQAAAE4gSEJydQAAAAA='),
      dsTransId: '0198c5d1-7b29-7000-8000-00000000000d',
      version: '2.2.0',
      transStatus: 'Y',
    },
    networkTransactionId: '123456789012345',
  };
  const { adapter, sent } = openAdapter({
    version: '1987',
    fixed: { 22: '102', 43: 'SHOP'.padEnd(40) },
    privateFields: {
      44: { fact: 'holder' },
      48: { prefix: 'T', facts: { 42: 'eci', 43: 'cavv', 44: 'cryptogram' } },
      55: { ber: true, facts: { '9F26': 'cavv:hex', '5F20': 'eci' } },
      63: { tagSize: 1, lengthSize: 3, facts: { X: 'networkTransactionId' } },
    },
  });
  await adapter.authorize(authorizationOf({ means }));
  const fields = sent[0]?.fields;
  assert.equal(fields?.get(22), '102');
  assert.equal(fields?.get(43), 'SHOP'.padEnd(40));
  assert.equal(fields?.get(44), 'Lukasz Zolc  ');
  assert.equal(fields?.get(48), 'T420205' + '4328AJkBBkhgQQAAAE4gSEJydQAAAAA=');
  assert.equal(fields?.get(55), '9F2614009901064860410000004E204842727500000000' + '5F20023035');
  assert.equal(fields?.get(63), 'X015123456789012345');
});

test('a network token has its number, its cryptogram and its kind', async () => {
  const token = {
    ...plainCard,
    card: { ...plainCard.card, cvv: null },
    numberType: 'NETWORK_TOKEN',
    networkToken: { scheme: 'VTS', instrumentRef: 'ref' },
    cryptogram: secret('AAAAAAAAAAAAAAAAAAAAAAAAAAA='),
    eci: '07',
  } as const;
  const { adapter, sent } = openAdapter();
  await adapter.authorize(authorizationOf({ means: token }));
  const expected = '4200207' + '44028AAAAAAAAAAAAAAAAAAAAAAAAAAA=' + '45005TOKEN' + '46003VTS';
  assert.equal(sent[0]?.fields.get(48), expected + PRIVATE);
});

test('the merchant has an account of its own', async () => {
  const { adapter, sent } = openAdapter();
  const credentials = {
    cardAcceptorId: secret('OWN'),
    terminalId: secret('OWNTERM'),
    mcc: secret('5812'),
  };
  await adapter.authorize(authorizationOf({ credentials }));
  await follow(adapter, 'refund', followUpOf({ credentials }));
  await adapter.inquire(inquiryOf({ credentials }));
  for (const { fields } of sent) {
    const names = [18, 41, 42].map((number) => fields.get(number)?.trim());
    assert.deepEqual(names, ['5812', 'OWNTERM', 'OWN']);
  }
});

describe('an authorization without a result', () => {
  test('is reversed: 0420, then 0421 with the same numbers', async () => {
    const rig = openAdapter();
    await rig.adapter.inquire(inquiryOf({ checks: 0 }));
    await rig.adapter.inquire(inquiryOf({ checks: 1, kind: 'hold' }));
    const fields = { ...common(undone, own.rrn), 4: '000000012345', 48: MERCHANT };
    assert.deepEqual(shapeOf(rig.sent[0]), ['0420', { ...fields, 90: originalData('0200') }]);
    assert.deepEqual(shapeOf(rig.sent[1]), ['0421', { ...fields, 90: originalData('0100') }]);
  });

  test('is declined only when it can no longer arrive; else it is reversed again', async () => {
    const rig = openAdapter();
    rig.age = 73_999;
    const waiting = await rig.adapter.inquire(inquiryOf());
    assert.deepEqual(waiting, {
      kind: 'unknown',
      why: 'timeout',
      checkAt: waiting.kind === 'unknown' ? waiting.checkAt : 0,
    });
    rig.age = 74_000;
    assert.deepEqual(await rig.adapter.inquire(inquiryOf()), {
      kind: 'declined',
      rejectCode: 'SYSTEM_ERROR',
      reference: null,
    });
  });

  const results = [
    ['25', { kind: 'not-found' }],
    ['05', { kind: 'unknown', why: 'provider-error' }],
    ['94', { kind: 'unknown', why: 'provider-error' }],
    ['96', { kind: 'unknown', why: 'provider-error' }],
  ] as const;
  for (const [code, expected] of results) {
    test(`the reversal is answered ${code}: ${expected.kind}`, async () => {
      const rig = openAdapter();
      rig.age = 74_000;
      rig.respond = (message) => answerTo(message, code);
      assert.deepEqual(await rig.adapter.inquire(inquiryOf()), expected);
    });
  }

  test('an operation is not asked about: it is sent again', async () => {
    const { adapter, sent } = openAdapter();
    for (const verb of ['capture', 'adjust', 'reverse', 'refund'] as const) {
      assert.deepEqual(await adapter.inquire(inquiryOf({ verb })), { kind: 'not-found' });
    }
    assert.deepEqual(sent, []);
  });
});

describe('answers', () => {
  test('an approval has the code of the issuer and the id of the network', async () => {
    const rig = openAdapter();
    rig.respond = ({ type, fields }) =>
      answerTo({ type, fields: new Map([...fields, [38, '12345 '], [48, '63003N-1']]) }, '00');
    assert.deepEqual(await rig.adapter.authorize(authorizationOf()), {
      kind: 'approved',
      reference: `0200-${own.rrn}-${own.stan}-12345`,
      authCode: '12345',
      networkTransactionId: 'N-1',
    });
  });

  const garbage = { kind: 'unknown', why: 'garbage' };
  const changes: [number, string | undefined][] = [
    ...([4, 11, 39] as const).map((field): [number, undefined] => [field, undefined]),
    [4, '000000012344'],
    [7, '0101000000'],
    [11, '000001'],
    [37, 'AAAAAAAAAAAA'],
    [41, 'OTHER   '],
    [42, 'OTHER          '],
    [49, '978'],
  ];
  for (const [field, value] of changes) {
    test(`an approval with field ${field} ${value ?? 'missing'} proves nothing`, async () => {
      const rig = openAdapter();
      rig.age = 74_000;
      rig.respond = (message) => {
        const fields = new Map(answerTo(message, '00').fields);
        if (value === undefined) fields.delete(field);
        else fields.set(field, value);
        return { type: '0210', fields };
      };
      assert.deepEqual(await rig.adapter.authorize(authorizationOf()), garbage);
      assert.deepEqual(await follow(rig.adapter, 'refund', followUpOf()), garbage);
      assert.deepEqual(await rig.adapter.inquire(inquiryOf()), garbage);
    });
  }

  test('a code that does not say what happened is unknown', async () => {
    const rig = openAdapter();
    for (const code of ['09', '10', '68', '94']) {
      rig.respond = (message) => answerTo(message, code);
      const expected = { kind: 'unknown', why: 'provider-error' };
      assert.deepEqual(await rig.adapter.authorize(authorizationOf()), expected, code);
    }
  });

  const failures = [
    [new CallTimeout(), 'timeout'],
    [new LinkLost('lost'), 'connection'],
    [new NotSent('down'), 'not-sent'],
    [new TypeError('a defect'), 'connection'],
  ] as const;
  for (const [error, why] of failures) {
    test(`${error.constructor.name} is unknown: ${why}`, async () => {
      const rig = openAdapter();
      rig.respond = () => Promise.reject(error);
      const expected = { kind: 'unknown', why };
      assert.deepEqual(await rig.adapter.authorize(authorizationOf()), expected);
      assert.deepEqual(await follow(rig.adapter, 'capture', followUpOf()), expected);
      assert.deepEqual(await rig.adapter.inquire(inquiryOf()), expected);
      assert.deepEqual(await rig.adapter.check?.(), expected);
    });
  }
});

test('the harmless call is an echo test', async () => {
  const rig = openAdapter();
  assert.deepEqual(await rig.adapter.check?.(), { kind: 'not-found' });
  assert.deepEqual([rig.sent[0]?.type, rig.sent[0]?.fields.get(70)], ['0800', '301']);
  rig.respond = (message) => answerTo(message, '91');
  assert.deepEqual(await rig.adapter.check?.(), { kind: 'unknown', why: 'provider-error' });
});

test('an amount that does not fit is not sent', async () => {
  const { profile, adapter, sent } = openAdapter();
  await adapter.authorize(authorizationOf({ amount: money(9_999_999_999_999n, 'CLF') }));
  assert.throws(() => sent[0] && writeMessage(profile.packager, sent[0]), IsoFormatError);
});
