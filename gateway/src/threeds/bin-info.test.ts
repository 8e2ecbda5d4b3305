// Tests of card information before a payment: one row per card and SDK, with unknown fields absent.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import Value from 'typebox/value';
import { binColumns } from '../cards/bin-row.ts';
import { parseBinTable } from '../cards/bin-table.ts';
import { createCardKnowledge } from '../cards/card-knowledge.ts';
import { binInfo, binInfoRequest, binInfoSchema } from './bin-info.ts';
import { createDirectory } from './directory/directory.ts';
import { noCardRanges, type CardRanges } from './ranges/card-ranges.ts';

const table = parseBinTable(`${binColumns.join(',')}
  400001,400001,VISA,DEBIT,Test Bank,PL,PLN,yes,no,2.1.0,2.3.1,2.1.0,2.2.0,https://acs.example/m
  400002,400002,VISA,,,,,yes,no,2.1.0,2.1.0,,,
  400003,400003,VISA,CREDIT,,DE,,yes,no,,,,,
  400005,400005,VISA,,,,,yes,no,2.4.0,2.5.0,,,
  670000,670000,MAESTRO,,,,,yes,no,2.2.0,2.2.0,2.1.0,2.2.0,
`);
const cards = createCardKnowledge(() => table);
/** Mastercard's directory server has listed only the ranges of 5210. */
const ranges: CardRanges = {
  ...noCardRanges,
  knows: (organization) => organization === 'MASTERCARD',
  find: (_organization, digits) =>
    digits.startsWith('5210')
      ? {
          acsStart: '2.2.0',
          acsEnd: '2.3.1',
          dsStart: '2.1.0',
          dsEnd: '2.3.1',
          threeDSMethodURL: null,
        }
      : undefined,
};
const directory = createDirectory(() => assert.fail('nobody is asked'), {
  directoryOrganizations: ['VISA', 'MASTERCARD', 'MAESTRO', 'JCB'],
});
const ask = (digits: string, question: object = {}) =>
  binInfo({ directory, ranges }, cards.facts(digits), digits, question);

test('returns everything the BIN table knows', () => {
  assert.deepEqual(ask('4000010000000000'), {
    organization: 'VISA',
    protocolVersion: '2.2.0',
    acsStartProtocol: '2.1.0',
    acsEndProtocol: '2.3.1',
    dsStartProtocol: '2.1.0',
    dsEndProtocol: '2.2.0',
    directoryServerId: 'A000000003',
    threeDSMethodURL: 'https://acs.example/m',
    cardType: 'DEBIT',
    issuerCountry: 'PL',
  });
});

test('returns what the directory server listed, where it has', () => {
  assert.deepEqual(ask('5210110000000000'), {
    organization: 'MASTERCARD',
    protocolVersion: '2.3.1',
    acsStartProtocol: '2.2.0',
    acsEndProtocol: '2.3.1',
    dsStartProtocol: '2.1.0',
    dsEndProtocol: '2.3.1',
    directoryServerId: 'A000000004',
  });
});

test('leaves out what is unknown', () => {
  assert.deepEqual(ask('4000020000000000'), {
    organization: 'VISA',
    protocolVersion: '2.1.0',
    acsStartProtocol: '2.1.0',
    acsEndProtocol: '2.1.0',
    directoryServerId: 'A000000003',
  });
});

// Number, first and last version of the SDK; the expected answer.
const cases = `
  4000010000000000 | - -         | VISA 2.2.0 A000000003
  4000010000000000 | 2.1.0 2.1.0 | VISA 2.1.0 A000000003
  4000010000000000 | 2.1.0 -     | VISA 2.2.0 A000000003
  4000010000000000 | - 2.1.0     | VISA 2.1.0 A000000003
  4000010000000000 | 2.3.1 2.3.1 | VISA none A000000003
  4000010000000000 | - 1.0.2     | VISA none A000000003
  4000010000000000 | 02.1.0 -    | VISA none A000000003
  4000020000000000 | 2.2.0 -     | VISA none A000000003
  4000030000000000 | - -         | VISA 2.2.0 A000000003
  4000040000000000 | - -         | VISA 2.2.0 A000000003
  4000040000000000 | - 2.1.0     | VISA 2.1.0 A000000003
  4000040000000000 | 2.3.1 -     | VISA none A000000003
  4000050000000000 | - -         | VISA none none
  6700000000000000 | - -         | MAESTRO 2.2.0 A000000004
  5210110000000000 | 2.1.0 2.2.0 | MASTERCARD 2.2.0 A000000004
  5555555555554444 | - -         | MASTERCARD none none
  3566110000000000 | - -         | JCB 2.2.0 A000000065
  6510110000000000 | - -         | DISCOVER none none
  9999990000000000 | - -         | none none none
`;
for (const line of cases.trim().split('\n')) {
  const [digits = '', sdk = '', expected] = line.split('|').map((cell) => cell.trim());
  test(`${digits} with an SDK from ${sdk.replace(' ', ' to ')}: ${expected}`, () => {
    const [start = '-', end = '-'] = sdk.split(' ');
    const info = ask(digits, {
      ...(start === '-' ? {} : { sdkStartProtocol: start }),
      ...(end === '-' ? {} : { sdkEndProtocol: end }),
    });
    const told = [info.organization, info.protocolVersion, info.directoryServerId];
    assert.equal(told.map((one) => one ?? 'none').join(' '), expected);
    assert.ok(Value.Check(binInfoSchema, info));
    assert.ok(Object.values(info).every((value) => value.length > 0));
  });
}

test("an unlisted range has a version, but no issuer's versions", () => {
  assert.deepEqual(ask('4000030000000000'), {
    organization: 'VISA',
    protocolVersion: '2.2.0',
    directoryServerId: 'A000000003',
    cardType: 'CREDIT',
    issuerCountry: 'DE',
  });
});

test('without a directory server a card still has its type and country, and no version', () => {
  const facts = { organization: 'VISA', cardType: 'DEBIT', issuerCountry: 'PL' };
  const digits = '4000010000000000';
  const other = createDirectory(() => assert.fail('nobody is asked'), {
    directoryOrganizations: ['JCB'],
  });
  for (const none of [null, other]) {
    const info = binInfo({ directory: none, ranges }, cards.facts(digits), digits, {});
    assert.deepEqual(info, facts);
  }
});

test('returns nothing for a card of an unknown organization', () => {
  assert.deepEqual(ask('9999990000000000'), {});
});

// A question as JSON, and whether it is valid.
const questions = `
  {}                                                       | yes
  {"sdkStartProtocol": "2.1.0", "sdkEndProtocol": "2.3.1"} | yes
  {"sdkEndProtocol": "10.20.300"}                          | yes
  {"channel": "MOBILE"}                                    | yes
  {"channel": "POST"}                                      | no
  {"sdkStartProtocol": ""}                                 | no
  {"sdkStartProtocol": "2.1"}                              | no
  {"sdkStartProtocol": "2.1.0.0"}                          | no
  {"sdkEndProtocol": "2.1.x"}                              | no
  {"sdkEndProtocol": "2.1.0000"}                           | no
  {"sdkEndProtocol": "02.1.0"}                             | no
`;
for (const line of questions.trim().split('\n')) {
  const [json = '', expected] = line.split(' | ').map((cell) => cell.trim());
  test(`the question ${json} is valid: ${expected}`, () => {
    assert.equal(Value.Check(binInfoRequest, JSON.parse(json)), expected === 'yes');
  });
}
