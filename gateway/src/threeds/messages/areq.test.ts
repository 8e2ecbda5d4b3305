// Tests of the authentication request in every version, for browsers and apps, and of values that
// do not fit the protocol.

import type { ProtocolVersion } from '../../cards/protocol-version.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { seed } from '@bramka/test/support/chance.ts';
import { money } from '../../core/money.ts';
import { secret } from '../../core/secret.ts';
import type { AppDevice, BrowserDevice } from '../device.ts';
import { buildAReq, type AReqInput } from './areq.ts';
import type { AReq, WithoutServerIds } from './message.ts';

fc.configureGlobal({ seed });

const browser: BrowserDevice = {
  kind: 'browser',
  challengeWindowSize: '02',
  userAgent: 'Mozilla/5.0',
  acceptHeader: 'text/html',
  language: 'zh-Hant-TW',
  ip: '192.0.2.7',
  screen: {
    javaEnabled: true,
    colorDepth: '24',
    screenHeight: '1080',
    screenWidth: '1920',
    timezone: '-60',
  },
};
const app: AppDevice = {
  kind: 'app',
  transId: '0198c5d1-7b2a-7000-8000-00000000000b',
  appId: '0198c5d1-7b2a-7000-8000-00000000000c',
  refNumber: 'SDK-1',
  ephemPubKey: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' },
  encData: 'a..b.c.d',
  maxTimeout: '05',
  messageVersion: null,
  ip: null,
};
const input: AReqInput = {
  version: '2.2.0',
  threeDSServerTransID: '0198c5d1-7b2a-7000-8000-000000000001',
  serverUrl: 'https://gateway.example/results?key=secret',
  notificationUrl: 'https://gateway.example/return',
  methodCompletion: 'U',
  challengeInd: '01',
  decoupledMinutes: null,
  card: {
    number: secret('4917110010000009'),
    expiry: secret('203012'),
    holder: secret('Jan Kowalski'),
  },
  amount: money(12345n, 'PLN'),
  at: Date.UTC(2026, 0, 31, 23, 5, 9, 999),
  device: browser,
  merchant: {
    merchantId: '10000001',
    name: 'Shop',
    mcc: '5411',
    country: 'POL',
    url: 'https://shop.example',
  },
  acquirer: { bin: '412345', merchantId: '10000001' },
  customer: undefined,
  shipping: undefined,
  recurring: null,
};
const build = (changes: Partial<AReqInput> = {}): WithoutServerIds<AReq> =>
  buildAReq({ ...input, ...changes });
const rowsOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split(' | ').map((cell) => cell.trim()));

const payment = {
  messageType: 'AReq',
  messageVersion: '2.2.0',
  messageCategory: '01',
  threeDSServerTransID: input.threeDSServerTransID,
  threeDSServerURL: 'https://gateway.example/results?key=secret',
  threeDSRequestorID: '10000001',
  threeDSRequestorName: 'Shop',
  threeDSRequestorURL: 'https://shop.example',
  threeDSRequestorAuthenticationInd: '01',
  threeDSRequestorChallengeInd: '01',
  acctNumber: '4917110010000009',
  cardExpiryDate: '3012',
  cardholderName: 'Jan Kowalski',
  acquirerBIN: '412345',
  acquirerMerchantID: '10000001',
  merchantName: 'Shop',
  mcc: '5411',
  merchantCountryCode: '616',
  purchaseAmount: '12345',
  purchaseCurrency: '985',
  purchaseExponent: '2',
  purchaseDate: '20260131230509',
};

test('a browser payment in 2.2.0, field by field', () => {
  assert.deepEqual(build(), {
    ...payment,
    deviceChannel: '02',
    notificationURL: 'https://gateway.example/return',
    threeDSCompInd: 'U',
    browserAcceptHeader: 'text/html',
    browserIP: '192.0.2.7',
    browserLanguage: 'zh-Hant',
    browserUserAgent: 'Mozilla/5.0',
    browserJavascriptEnabled: true,
    browserJavaEnabled: true,
    browserColorDepth: '24',
    browserScreenHeight: '1080',
    browserScreenWidth: '1920',
    browserTZ: '-60',
  });
});

test('an app payment has the data of its SDK and no browser data', () => {
  assert.deepEqual(build({ device: app }), {
    ...payment,
    deviceChannel: '01',
    sdkAppID: app.appId,
    sdkTransID: app.transId,
    sdkReferenceNumber: 'SDK-1',
    sdkEphemPubKey: app.ephemPubKey,
    sdkEncData: 'a..b.c.d',
    sdkMaxTimeout: '05',
    deviceRenderOptions: { sdkInterface: '03', sdkUiType: ['01', '02', '03', '04', '05'] },
  });
});

const latest = {
  ...payment,
  messageVersion: '2.3.1',
  threeDSRequestorChallengeInd: ['01'],
  acquirerCountryCode: '616',
  acquirerCountryCodeSource: '01',
};

test('a browser payment in 2.3.1, field by field', () => {
  assert.deepEqual(build({ version: '2.3.1' }), {
    ...latest,
    deviceChannel: '02',
    notificationURL: 'https://gateway.example/return',
    threeDSCompInd: 'U',
    browserAcceptHeader: 'text/html',
    acceptLanguage: ['zh-Hant-TW'],
    browserIP: '192.0.2.7',
    browserLanguage: 'zh-Hant-TW',
    browserUserAgent: 'Mozilla/5.0',
    browserJavascriptEnabled: true,
    browserJavaEnabled: true,
    browserColorDepth: '24',
    browserScreenHeight: '1080',
    browserScreenWidth: '1920',
    browserTZ: '-60',
  });
});

test('an app payment in 2.3.1 has the type of its SDK, and its IP address when known', () => {
  const expected = {
    ...latest,
    deviceChannel: '01',
    sdkType: '01',
    defaultSdkType: { sdkVariant: '01' },
    sdkAppID: app.appId,
    sdkTransID: app.transId,
    sdkReferenceNumber: 'SDK-1',
    sdkEphemPubKey: app.ephemPubKey,
    sdkEncData: 'a..b.c.d',
    sdkMaxTimeout: '05',
    deviceRenderOptions: {
      sdkInterface: '03',
      sdkUiType: ['01', '02', '03', '04', '05', '06', '07'],
    },
  };
  const built = (device: AReqInput['device']) => build({ version: '2.3.1', device });
  assert.deepEqual(built(app), expected);
  assert.deepEqual(built({ ...app, ip: null }), expected);
  assert.deepEqual(built({ ...app, ip: '192.0.2.8' }), { ...expected, appIp: '192.0.2.8' });
});

// The country of the merchant, and the acquirer fields in 2.3.1.
const acquirers = `
  CZ   | 203 01
  DEU  | 276 01
`;
for (const [country = '', expected] of rowsOf(acquirers)) {
  test(`the acquirer of a merchant in ${country} is in ${expected}`, () => {
    const changes = { merchant: { ...input.merchant, country } };
    const { acquirerCountryCode, acquirerCountryCodeSource } = build({
      ...changes,
      version: '2.3.1',
    });
    assert.equal(`${acquirerCountryCode} ${acquirerCountryCodeSource}`, expected);
    assert.equal('acquirerCountryCode' in build(changes), false);
  });
}

// Version, field, its value with and without scripts; "-" for absent.
const versions = `
  2.1.0 | browserJavascriptEnabled | -            | -
  2.1.0 | browserJavaEnabled       | true         | false
  2.1.0 | browserColorDepth        | "24"         | "1"
  2.1.0 | browserTZ                | "-60"        | "0"
  2.1.0 | browserLanguage          | "zh-Hant"    | "zh-Hant"
  2.2.0 | browserJavascriptEnabled | true         | false
  2.2.0 | browserJavaEnabled       | true         | -
  2.2.0 | browserScreenHeight      | "1080"       | -
  2.2.0 | browserScreenWidth       | "1920"       | -
  2.2.0 | browserTZ                | "-60"        | -
  2.3.1 | browserJavascriptEnabled | true         | false
  2.3.1 | browserColorDepth        | "24"         | -
  2.3.1 | browserLanguage          | "zh-Hant-TW" | "zh-Hant-TW"
`;
for (const [version, name = '', scripts = '', quiet = ''] of rowsOf(versions)) {
  test(`${name} in ${version} is ${scripts}, without scripts ${quiet}`, () => {
    const seen = [browser, { ...browser, screen: null }].map((device) => {
      const message = build({ version: version as ProtocolVersion, device });
      return JSON.stringify(message[name as keyof typeof message]) ?? '-';
    });
    assert.deepEqual(seen, [scripts, quiet]);
  });
}

test('decoupled authentication is offered from 2.2.0 on', () => {
  const offered = (version: ProtocolVersion, decoupledMinutes: number | null) => {
    const message = build({ version, decoupledMinutes });
    return [message.threeDSRequestorDecReqInd, message.threeDSRequestorDecMaxTime];
  };
  assert.deepEqual(offered('2.1.0', 15), [undefined, undefined]);
  assert.deepEqual(offered('2.2.0', null), [undefined, undefined]);
  assert.deepEqual(offered('2.2.0', 15), ['Y', '00015']);
  assert.deepEqual(offered('2.3.1', 15), ['Y', '00015']);
});

test('the challenge indicator is a list from 2.3.1 on', () => {
  const said = (version: ProtocolVersion, challengeInd: string) =>
    build({ version, challengeInd }).threeDSRequestorChallengeInd;
  assert.equal(said('2.1.0', '02'), '02');
  assert.equal(said('2.2.0', '05'), '05');
  assert.deepEqual(said('2.3.1', '10'), ['10']);
});

test('a merchant without URL or name gets ours, and long values are cut', () => {
  const silent = { ...input.merchant, merchantId: '1', name: '', url: null };
  const { threeDSRequestorURL, merchantName } = build({ merchant: silent });
  assert.deepEqual([threeDSRequestorURL, merchantName], ['https://gateway.example', '1']);
  const name = `${'n'.repeat(39)}\u{1F6D2} shop`;
  const cut = build({
    merchant: { ...input.merchant, name },
    acquirer: { bin: '4'.repeat(12), merchantId: 'm'.repeat(40) },
  });
  assert.equal(cut.merchantName, 'n'.repeat(39));
  assert.deepEqual([cut.acquirerBIN.length, cut.acquirerMerchantID.length], [11, 35]);
});

test('an unknown country is a defect, not another country', () => {
  assert.throws(() => build({ merchant: { ...input.merchant, country: 'XX' } }), /country/);
});

test('card secrets appear only in the message itself', () => {
  assert.doesNotMatch(
    JSON.stringify(input, (_, value: unknown) => plain(value)),
    /4917/,
  );
  assert.match(JSON.stringify(build()), /"acctNumber":"4917110010000009"/);
});

function plain(value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

test('never throws, whatever the customer data', () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (customer, shipping) => {
      assert.equal(build({ customer, shipping }).messageType, 'AReq');
    }),
  );
});
