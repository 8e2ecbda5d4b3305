// Tests of what is known about a card: the table first, then the built-in ranges, then nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { binColumns } from './bin-row.ts';
import { emptyBinTable, parseBinTable } from './bin-table.ts';
import { canReceive, cardFacts, createCardKnowledge } from './card-knowledge.ts';

const table = parseBinTable(`${binColumns.join(',')}
  411111,411111,VISA,CREDIT,Bramka Test Bank,PL,PLN,yes,yes,,,,,
  41111199,41111199,MAESTRO,DEBIT,Bramka Test Bank,PL,PLN,yes,no,,,,,
  491711,491711,VISA,,,,,no,no,2.1.0,2.2.0,,,
  999999,999999,JCB,,,,,yes,no,,,,,
`);

// Number, organization, whether it is supported, whether the table has it.
const cases = `
  4111111111111111 | VISA       | yes | in the table
  4111119900000000 | MAESTRO    | yes | in the table
  4917110000000000 | VISA       | no  | in the table
  9999990000000000 | JCB        | yes | in the table
  5555555555554444 | MASTERCARD | yes | not in the table
  9999980000000000 | unknown    | no  | not in the table
  41111111111114   | VISA       | no  | in the table
  41211111111114   | unknown    | no  | not in the table
`;

for (const line of cases.trim().split('\n')) {
  const [digits = '', organization, supported, place] = line.split('|').map((cell) => cell.trim());
  test(`${digits} is ${organization}, supported: ${supported}, ${place}`, () => {
    const facts = cardFacts(table, digits);
    assert.equal(facts.organization ?? 'unknown', organization);
    assert.equal(facts.isSupported, supported === 'yes');
    assert.equal(facts.row !== undefined, place === 'in the table');
  });
}

test('returns what the table says about the issuer', () => {
  const { row, ...facts } = cardFacts(table, '4111111111111111');
  assert.equal(row?.from, '411111');
  assert.deepEqual(facts, {
    organization: 'VISA',
    isSupported: true,
    cardType: 'CREDIT',
    issuerName: 'Bramka Test Bank',
    issuerCountry: 'PL',
    currency: 'PLN',
    fundsTransfer: true,
  });
});

test('unknown facts are null, also whether the card can receive money', () => {
  assert.deepEqual(cardFacts(emptyBinTable, '4111111111111111'), {
    organization: 'VISA',
    isSupported: true,
    cardType: null,
    issuerName: null,
    issuerCountry: null,
    currency: null,
    fundsTransfer: null,
    row: undefined,
  });
});

test('a reloaded table is used at once', () => {
  let current = emptyBinTable;
  const knowledge = createCardKnowledge(() => current);
  assert.equal(knowledge.facts('4917110000000000').isSupported, true);
  current = table;
  assert.equal(knowledge.facts('4917110000000000').isSupported, false);
});

const receiving: readonly [digits: string, can: boolean][] = [
  ['4111111111111111', true],
  ['411111111111', false],
  ['4917110000000000', false],
  ['4539578763621486', false],
  ['9999999999999995', false],
];
for (const [digits, can] of receiving) {
  test(`${digits} ${can ? 'can' : 'cannot'} receive money`, () => {
    assert.equal(
      canReceive(
        createCardKnowledge(() => table),
        digits,
      ),
      can,
    );
  });
}

test('nothing can receive money as long as no table is loaded', () => {
  assert.equal(
    canReceive(
      createCardKnowledge(() => emptyBinTable),
      '4111111111111111',
    ),
    false,
  );
});
