// What the operator sees of a card number, by what the BIN table and the directory servers say.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { emptyBinTable, parseBinTable } from '../cards/bin-table.ts';
import type { RangeFacts } from '../threeds/authentication.ts';
import type { ThreeDS } from '../threeds/threeds.ts';
import { binView } from './bin.view.ts';

const table = parseBinTable(
  [
    'from,to,organization,type,issuer,country,currency,supported,fundsTransfer,' +
      'acsStart,acsEnd,dsStart,dsEnd,methodUrl',
    '411111,411111,VISA,CREDIT,Flower Bank,PL,PLN,yes,yes,2.1.0,2.2.0,,,https://acs.example/m',
    '4222222222,4222222222,VISA,,,,,no,no,,,,,',
  ].join('\n'),
);

const told: RangeFacts = {
  acsStart: '2.1.0',
  acsEnd: '2.3.1',
  dsStart: '2.2.0',
  dsEnd: '2.3.1',
  threeDSMethodURL: null,
};

/** A directory server for Visa; `ranges` are null until it has sent its own. */
function directoryWith(ranges: Readonly<Record<string, RangeFacts>> | null) {
  return {
    directory: { serves: (organization: string) => organization === 'VISA' },
    ranges: {
      knows: () => ranges !== null,
      find: (_: string, digits: string) => ranges?.[digits.slice(0, 6)],
    },
  } as unknown as Pick<ThreeDS, 'directory' | 'ranges'>;
}

const view = (digits: string, threeds: Parameters<typeof binView>[0]['threeds'] = null) =>
  binView({ table, file: 'bins.csv', threeds }, digits);

describe('the number', () => {
  test('is masked when it is complete, and its check digit is checked', () => {
    const found = view('4111111111111111');
    assert.deepEqual([found.number, found.isCheckDigitCorrect], ['411111******1111', true]);
    assert.equal(view('4111111111111112').isCheckDigitCorrect, false);
  });

  test('shows eight digits of a longer beginning, and no check digit', () => {
    const found = view('41111111111');
    assert.equal(found.number, '41111111***');
    assert.ok(!('isCheckDigitCorrect' in found));
  });

  test('is not given away by the range it lies in', () => {
    assert.deepEqual(view('4222222222222').range, { from: '42222222', to: '42222222' });
  });
});

test('shows the row of the table, and leaves out what is unknown', () => {
  const { threeDS: _, ...found } = view('411111');
  assert.deepEqual(found, {
    number: '411111',
    range: { from: '411111', to: '411111' },
    isSupported: true,
    organization: 'VISA',
    cardType: 'CREDIT',
    issuerName: 'Flower Bank',
    issuerCountry: 'PL',
    currency: 'PLN',
    fundsTransfer: true,
    table: { file: 'bins.csv', ranges: 2 },
  });
  assert.deepEqual(binView({ table: emptyBinTable, file: null, threeds: null }, '999999'), {
    number: '999999',
    isSupported: false,
    threeDS: { source: 'UNKNOWN' },
    table: { ranges: 0 },
  });
});

describe('3-D Secure', () => {
  const fromTable = {
    source: 'BIN_TABLE',
    isEnrolled: true,
    protocolVersion: '2.2.0',
    acsStartProtocol: '2.1.0',
    acsEndProtocol: '2.2.0',
    threeDSMethodURL: 'https://acs.example/m',
  };
  const silent = directoryWith(null);
  const heard = directoryWith({ 411111: told });

  test('without a gateway, what the table says', () => {
    assert.deepEqual(view('411111').threeDS, fromTable);
    assert.deepEqual(view('4222222222').threeDS, { source: 'UNKNOWN' });
  });

  test('the table counts until the directory server has sent its ranges', () => {
    assert.deepEqual(view('411111', silent).threeDS, fromTable);
    assert.deepEqual(view('4222222222', silent).threeDS, { source: 'UNKNOWN' });
    assert.deepEqual(view('411111', heard).threeDS, {
      source: 'DIRECTORY_SERVER',
      isEnrolled: true,
      protocolVersion: '2.3.1',
      acsStartProtocol: '2.1.0',
      acsEndProtocol: '2.3.1',
      dsStartProtocol: '2.2.0',
      dsEndProtocol: '2.3.1',
    });
    const missing = { source: 'DIRECTORY_SERVER', isEnrolled: false };
    assert.deepEqual(view('4222222222', heard).threeDS, missing);
  });

  test('an organization without a directory server has none', () => {
    assert.deepEqual(view('555555', heard).threeDS, { source: 'NONE' });
    assert.deepEqual(view('999999', heard).threeDS, { source: 'NONE' });
  });
});
