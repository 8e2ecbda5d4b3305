// Tests of enrolment in 3-D Secure, the protocol version, and the contents of an authentication:
// one row per card, device and request.

import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { binColumns } from '../cards/bin-row.ts';
import { parseBinTable } from '../cards/bin-table.ts';
import type { RangeFacts } from './authentication.ts';
import { createDirectory } from './directory/directory.ts';
import { noCardRanges, type CardRanges } from './ranges/card-ranges.ts';
import { enrolmentOf, makeAuthentication, versionOf } from './threeds.ts';
import type { KnownCard, ThreeDS, ChallengeRequest } from './threeds.ts';

const table = parseBinTable(`${binColumns.join(',')}
  400001,400001,VISA,,,,,yes,no,2.1.0,2.3.1,2.1.0,2.3.1,https://acs.example/method
  400002,400002,VISA,,,,,yes,no,2.1.0,2.1.0,2.1.0,2.3.1,
  400003,400003,VISA,,,,,yes,no,2.1.0,2.2.0,,,
  400004,400004,VISA,,,,,yes,no,2.4.0,2.5.0,2.1.0,2.3.1,
  400005,400005,VISA,,,,,yes,no,,,,,
`);
const card = (digits: string): KnownCard => {
  const row = table.find(digits);
  return { organization: 'VISA', digits, row };
};

const facts = (acs: string, ds: string, threeDSMethodURL: string | null = null): RangeFacts => {
  const ends = (text: string) => text.split(' ').map((end) => (end === '-' ? null : end));
  const [acsStart = null, acsEnd = null] = ends(acs);
  const [dsStart = null, dsEnd = null] = ends(ds);
  return { acsStart, acsEnd, dsStart, dsEnd, threeDSMethodURL };
};
/** Visa's directory server has listed one range, that of cards starting with 400009. */
const told: CardRanges = {
  ...noCardRanges,
  knows: (organization) => organization === 'VISA',
  find: (_organization, digits) =>
    digits.startsWith('400009') ? facts('2.1.0 2.2.0', '2.1.0 2.2.0') : undefined,
};

const unused = (): never => {
  throw new Error('nobody asks for this');
};
const threeds = (ranges: CardRanges = noCardRanges, parts: Partial<ThreeDS> = {}): ThreeDS => ({
  store: { latest: unused, find: unused },
  directory: createDirectory(unused),
  ranges,
  addresses: { resultUrl: unused, returnUrl: unused, isValidKey: unused },
  cavvs: { seal: unused, open: unused, reseal: unused },
  limits: { fingerprintMs: 1, answerMs: 1, challengeMs: 1 },
  acquirerBin: '400000',
  factSubstitute: null,
  ...parts,
});

// First and last version of ACS, directory server and SDK; the highest common version.
const versions = `
  2.1.0 2.3.1 | 2.1.0 2.3.1 |             | 2.3.1
  2.1.0 2.1.0 | 2.1.0 2.3.1 |             | 2.1.0
  2.1.0 2.2.0 | 2.1.0 2.3.1 |             | 2.2.0
  2.1.0 2.3.1 | 2.1.0 2.2.0 |             | 2.2.0
  2.1.0 2.3.1 | 2.1.0 2.1.0 |             | 2.1.0
  2.2.0 2.3.1 | 2.1.0 2.2.0 |             | 2.2.0
  2.3.1 2.3.1 | 2.1.0 2.2.0 |             | none
  2.1.0 2.1.0 | 2.2.0 2.3.1 |             | none
  2.4.0 2.5.0 | 2.1.0 2.5.0 |             | none
  2.1.0 2.5.0 | 2.1.0 2.5.0 |             | 2.3.1
  2.1.0 2.2.0 | - -         |             | 2.2.0
  - -         | 2.1.0 2.2.0 |             | 2.2.0
  2.1.0 2.3.1 | 2.1.0 2.3.1 | 2.1.0 2.1.0 | 2.1.0
  2.1.0 2.3.1 | 2.1.0 2.3.1 | 2.2.0 2.2.0 | 2.2.0
  2.1.0 2.3.1 | 2.1.0 2.3.1 | - 2.2.0     | 2.2.0
  2.1.0 2.3.1 | 2.1.0 2.3.1 | 2.2.0 -     | 2.3.1
  2.1.0 2.2.0 | 2.1.0 2.3.1 | 2.3.1 2.3.1 | none
  2.1.0 2.3.1 | 2.1.0 2.3.1 | 2.0.0 2.0.0 | none
`;
for (const line of versions.trim().split('\n')) {
  const [acs = '', ds = '', sdk = '', expected] = line.split('|').map((cell) => cell.trim());
  test(`ACS ${acs}, DS ${ds}, SDK ${sdk || 'absent'}: ${expected}`, () => {
    const { acsStart: start, acsEnd: end } = facts(sdk, '');
    const version = versionOf(facts(acs, ds), sdk === '' ? undefined : { start, end });
    assert.equal(version ?? 'none', expected);
  });
}

const rangeOf = (room: ThreeDS, of: KnownCard) => enrolmentOf(room, of)?.range;

test('the BIN table counts while the directory server has not listed its ranges', () => {
  assert.deepEqual(
    rangeOf(threeds(), card('4000010000000000')),
    facts('2.1.0 2.3.1', '2.1.0 2.3.1', 'https://acs.example/method'),
  );
  assert.deepEqual(rangeOf(threeds(), card('4000030000000000')), facts('2.1.0 2.2.0', '- -'));
});

test('once the directory server has listed its ranges, the BIN table does not count', () => {
  assert.equal(rangeOf(threeds(told), card('4000010000000000')), undefined);
  const range = rangeOf(threeds(told), card('4000090000000000'));
  assert.deepEqual(range, facts('2.1.0 2.2.0', '2.1.0 2.2.0'));
});

test('the ranges of one directory server say nothing about cards of another', () => {
  const other = { ...card('4000010000000000'), organization: 'JCB' } as const;
  assert.equal(rangeOf(threeds(told), other)?.acsEnd, '2.3.1');
});

test('an unlisted range is marked, and has the versions that every partner supports', () => {
  const untold = { ...facts('2.1.0 2.2.0', '- -'), untold: true };
  for (const digits of ['4000050000000000', '4000060000000000']) {
    assert.deepEqual(enrolmentOf(threeds(), card(digits)), { organization: 'VISA', range: untold });
  }
  for (const digits of ['4000010000000000', '4000030000000000']) {
    assert.equal(rangeOf(threeds(), card(digits))?.untold, undefined);
  }
});

// Who has listed ranges, the card, whether it is enrolled. For an unlisted range the directory
// server is asked, also where the table has a row without versions.
const enrolments = `
  table     | 4000010000000000 | yes
  table     | 4000020000000000 | yes
  table     | 4000030000000000 | yes
  table     | 4000040000000000 | no
  table     | 4000050000000000 | yes
  table     | 4000060000000000 | yes
  table     | 4000090000000000 | yes
  directory | 4000010000000000 | no
  directory | 4000050000000000 | no
  directory | 4000090000000000 | yes
  nobody    | 4000010000000000 | no
  nobody    | 4000090000000000 | no
  others    | 4000010000000000 | no
  others    | 4000060000000000 | no
  others    | 4000090000000000 | no
`;
const directories: Record<string, Partial<ThreeDS>> = {
  nobody: { directory: null },
  others: { directory: createDirectory(unused, { directoryOrganizations: ['MASTERCARD'] }) },
};
for (const line of enrolments.trim().split('\n')) {
  const [who = '', digits = '', expected] = line.split('|').map((cell) => cell.trim());
  test(`according to ${who}, ${digits} is enrolled: ${expected}`, () => {
    const ranges = who === 'table' ? noCardRanges : told;
    const room = threeds(ranges, directories[who]);
    assert.equal(enrolmentOf(room, card(digits)) !== undefined, expected === 'yes');
  });
}

const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
const browserData = { userAgent: 'Mozilla/5.0', acceptHeader: 'text/html', language: 'pl' };
const sdk = {
  transId: 'b3fa2c56-1111-4222-8333-444455556666',
  appId: 'b3fa2c56-1111-4222-8333-444455557777',
  refNumber: '3DS_LOA_SDK_TEST_020100_00001',
  ephemPubKey: JSON.stringify(key),
  encData: 'eyJhbGciOiJFQ0RILUVTIn0..aXY.Y2lwaGVy.dGFn',
};
const devices: Record<string, unknown> = {
  browser: { browserData: { ...browserData, javascriptEnabled: false } },
  'browser with scripts': {
    browserData: {
      ...browserData,
      colorDepth: 24,
      screenHeight: 1080,
      screenWidth: 1920,
      timezone: 0,
    },
  },
  app: { sdk },
  'app 2.1.0': { sdk: { ...sdk, messageVersion: '2.1.0' } },
  'app 2.2.0': { sdk: { ...sdk, messageVersion: '2.2.0' } },
  'app 2.3.0': { sdk: { ...sdk, messageVersion: '2.3.0' } },
  both: {
    browserData: { ...browserData, javascriptEnabled: false },
    sdk: { ...sdk, messageVersion: '2.2.0' },
  },
  half: { browserData: { ...browserData, javascriptEnabled: false, language: undefined } },
  none: undefined,
};
const BROWSER = ['userAgent', 'acceptHeader', 'language'].map((one) => `device.browserData.${one}`);

// Card, device, request; channel, version and indicator of the result, or the missing fields.
const makings = `
  4000010000000000 | browser   | 01        | 02 2.3.1 01
  4000010000000000 | browser with scripts   | 01        | 02 2.3.1 01
  4000010000000000 | browser   | 04        | 02 2.3.1 04
  4000010000000000 | app       | 01        | 01 2.2.0 01
  4000020000000000 | app       | 01        | 01 2.1.0 01
  4000010000000000 | app told 2.3.1 | 01   | 01 2.3.1 01
  4000010000000000 | app told 2.1.0 | 01   | 01 2.1.0 01
  4000020000000000 | app told 2.2.0 | 01   | device.sdk.messageVersion
  4000010000000000 | app 2.2.0 told 2.1.0 | 01 | 01 2.2.0 01
  4000010000000000 | both      | 01        | 01 2.2.0 01
  4000020000000000 | both      | 01        | 02 2.1.0 01
  4000010000000000 | app 2.1.0 | 01        | 01 2.1.0 01
  4000010000000000 | app 2.2.0 | 01        | 01 2.2.0 01
  4000030000000000 | app 2.2.0 | 04        | 01 2.2.0 04
  4000020000000000 | app 2.2.0 | 01        | device.sdk.messageVersion
  4000010000000000 | app 2.3.0 | 01        | device.sdk.messageVersion
  4000010000000000 | browser   | TRA       | 02 2.3.1 05
  4000030000000000 | browser   | TRA       | 02 2.2.0 05
  4000020000000000 | browser   | TRA       | 02 2.1.0 02
  4000010000000000 | browser   | LOW_VALUE | 02 2.3.1 10
  4000030000000000 | browser   | LOW_VALUE | 02 2.2.0 02
  4000020000000000 | browser   | LOW_VALUE | 02 2.1.0 02
  4000010000000000 | app 2.1.0 | TRA       | 01 2.1.0 02
  4000050000000000 | browser   | 01        | 02 2.2.0 01
  4000050000000000 | app 2.1.0 | 01        | 01 2.1.0 01
  4000010000000000 | half      | 01        | device.browserData.language
  4000010000000000 | none      | 01        | ${BROWSER.join(' ')}
`;
for (const line of makings.trim().split('\n')) {
  const [digits = '', device = '', request = '', expected] = line
    .split('|')
    .map((one) => one.trim());
  test(`${digits} with ${device}, request ${request}: ${expected}`, () => {
    const exemption = request === 'TRA' || request === 'LOW_VALUE' ? request : null;
    const asked = { TRA: '05', LOW_VALUE: '10' };
    const wanted: ChallengeRequest = {
      challengeInd: exemption ? asked[exemption] : request,
      exemption,
    };
    const cardToPay = card(digits);
    const enrolment = enrolmentOf(threeds(), cardToPay);
    assert.ok(enrolment);
    const [name = '', sdkVersion] = device.split(' told ');
    const given = { device: devices[name], sdkVersion };
    const made = makeAuthentication(enrolment, given, wanted);
    if (made.kind === 'missing') return assert.equal(made.fields.join(' '), expected);
    const { deviceChannel, messageVersion, challengeInd, ...rest } = made.fresh;
    assert.equal([deviceChannel, messageVersion, challengeInd].join(' '), expected);
    const range = rangeOf(threeds(), cardToPay);
    const runsScripts = device === 'browser with scripts';
    const challengeWindowSize = deviceChannel === '02' ? '05' : null;
    const common = { organization: 'VISA', exemption, range, runsScripts };
    assert.deepEqual(rest, { ...common, challengeWindowSize });
  });
}
