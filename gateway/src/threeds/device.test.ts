// Tests of device data in requests: a browser with and without scripts, an app, and missing or
// wrong fields, which are named without their values.

import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { seed } from '@bramka/test/support/chance.ts';
import { cutLanguage, readDevice } from './device.ts';

fc.configureGlobal({ seed });

const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
const JWE = 'eyJhbGciOiJFQ0RILUVTIn0..aXY.Y2lwaGVy.dGFn';

const browserData = {
  userAgent: 'Mozilla/5.0',
  acceptHeader: 'text/html',
  language: 'pl-PL',
  colorDepth: '24',
  screenHeight: 1080,
  screenWidth: '1920',
  timezone: -120,
};
const sdk = {
  transId: 'B3FA2C56-1111-4222-8333-444455556666',
  appId: 'b3fa2c56-1111-4222-8333-444455557777',
  refNumber: '3DS_LOA_SDK_TEST_020100_00001',
  ephemPubKey: JSON.stringify(key),
  encData: JWE,
};
const patch = (base: object, json: string): object => ({
  ...base,
  ...(JSON.parse(json) as object),
});
const rowsOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split(' | ').map((cell) => cell.trim()));

test('converts a browser to the fields of the protocol', () => {
  assert.deepEqual(readDevice({ ip: '192.0.2.7', browserData }), {
    kind: 'browser',
    userAgent: 'Mozilla/5.0',
    acceptHeader: 'text/html',
    language: 'pl-PL',
    ip: '192.0.2.7',
    challengeWindowSize: '05',
    screen: {
      javaEnabled: false,
      colorDepth: '24',
      screenHeight: '1080',
      screenWidth: '1920',
      timezone: '-120',
    },
  });
});

test('converts an app to the fields of the protocol', () => {
  const { kty, crv, x, y } = key;
  assert.deepEqual(readDevice({ sdk }), {
    kind: 'app',
    transId: sdk.transId,
    appId: sdk.appId,
    refNumber: sdk.refNumber,
    ephemPubKey: { kty, crv, x, y },
    encData: JWE,
    maxTimeout: '05',
    messageVersion: null,
    ip: null,
  });
});

test('a complete app takes precedence over a browser, an incomplete one does not', () => {
  assert.equal(readDevice({ sdk, browserData }).kind, 'app');
  assert.equal(readDevice({ sdk: { ...sdk, appId: 'x' }, browserData }).kind, 'browser');
});

// The changed browser data, and what is missing or wrong.
const browsers = `
  {}                                                       | -
  {"userAgent": null}                                      | userAgent
  {"userAgent": "  "}                                      | userAgent
  {"acceptHeader": null, "language": null}                 | acceptHeader language
  {"acceptHeader": 7}                                      | acceptHeader
  {"language": "*"}                                        | language
  {"language": "pl PL"}                                    | language
  {"javascriptEnabled": true}                              | -
  {"javascriptEnabled": "yes"}                             | javascriptEnabled
  {"javaEnabled": "no"}                                    | javaEnabled
  {"colorDepth": null}                                     | colorDepth
  {"colorDepth": 0}                                        | colorDepth
  {"colorDepth": "deep"}                                   | colorDepth
  {"screenHeight": -1}                                     | screenHeight
  {"screenHeight": 1000000}                                | screenHeight
  {"screenWidth": "1920px"}                                | screenWidth
  {"screenWidth": 10.5}                                    | screenWidth
  {"timezone": "Europe/Warsaw"}                            | timezone
  {"timezone": 1441}                                       | timezone
  {"timezone": null, "screenWidth": null}                  | screenWidth timezone
  {"javascriptEnabled": false, "timezone": null}           | -
`;
for (const [json = '', wrong = ''] of rowsOf(browsers)) {
  test(`a browser with ${json} lacks ${wrong}`, () => {
    const read = readDevice({ browserData: patch(browserData, json) });
    const fields = read.kind === 'missing' ? read.fields : [];
    const names = wrong === '-' ? [] : wrong.split(' ').map((name) => `device.browserData.${name}`);
    assert.deepEqual(fields, names);
    assert.equal(read.kind, wrong === '-' ? 'browser' : 'missing');
  });
}

test('a browser without screen data runs no scripts', () => {
  const { userAgent, acceptHeader, language } = browserData;
  const quiet = { userAgent, acceptHeader, language };
  const silent = readDevice({ browserData: quiet });
  assert.ok(silent.kind === 'browser' && silent.screen === null);
  const off = readDevice({ browserData: { ...browserData, javascriptEnabled: false } });
  assert.ok(off.kind === 'browser' && off.screen === null);
  const on = readDevice({ browserData: { ...quiet, javascriptEnabled: true } });
  assert.deepEqual(on.kind === 'missing' && on.fields, [
    'device.browserData.colorDepth',
    'device.browserData.screenHeight',
    'device.browserData.screenWidth',
    'device.browserData.timezone',
  ]);
});

// The given value and the value sent to the issuer.
const normalised = `
  colorDepth   | 1         | 1
  colorDepth   | 7         | 4
  colorDepth   | 30        | 24
  colorDepth   | 64        | 48
  colorDepth   | "32"      | 32
  screenHeight | 0         | 0
  screenHeight | "007"     | 7
  screenWidth  | 999999    | 999999
  timezone     | 0         | 0
  timezone     | "+300"    | 300
  timezone     | "-60"     | -60
  timezone     | "-0"      | 0
`;
for (const [name = '', sent = '', expected = ''] of rowsOf(normalised)) {
  test(`${name} ${sent} becomes ${expected}`, () => {
    const read = readDevice({
      browserData: { ...browserData, [name]: JSON.parse(sent) as unknown },
    });
    assert.ok(read.kind === 'browser' && read.screen !== null);
    assert.equal(read.screen[name as 'timezone'], expected);
  });
}

test('long headers are cut, and control characters become spaces', () => {
  const long = { ...browserData, userAgent: 'u'.repeat(3000), acceptHeader: 'a\r\nb' };
  const read = readDevice({ browserData: long });
  assert.ok(read.kind === 'browser');
  assert.equal(read.userAgent.length, 2048);
  assert.equal(read.acceptHeader, 'a  b');
});

// The given language, the language read, and the same within eight characters.
const languages = `
  pl                      | pl         | pl
  pl_PL                   | pl-PL      | pl-PL
  pl-PL,pl;q=0.9          | pl-PL      | pl-PL
  zh-Hant-TW              | zh-Hant-TW | zh-Hant
  sr-Latn-RS              | sr-Latn-RS | sr-Latn
`;
for (const [sent = '', expected = '', short] of rowsOf(languages)) {
  test(`the language ${sent} is ${expected}, in short ${short}`, () => {
    const read = readDevice({ browserData: { ...browserData, language: sent } });
    assert.ok(read.kind === 'browser');
    assert.equal(read.language, expected);
    assert.equal(cutLanguage(read.language, 8), short);
  });
}

const addresses = `
  "192.0.2.7"                | kept
  "2001:db8::1"              | kept
  "::ffff:192.0.2.7"         | kept
  "fe80::1%eth0"             | left out
  "192.0.2.256"              | left out
  "shop.example"             | left out
  ""                         | left out
  3221225985                 | left out
  null                       | left out
`;
for (const [json = '', fate = ''] of rowsOf(addresses)) {
  test(`the address ${json} is ${fate}`, () => {
    const ip: unknown = JSON.parse(json);
    const read = readDevice({ ip, browserData });
    assert.ok(read.kind === 'browser');
    assert.equal(read.ip, fate === 'kept' ? ip : null);
  });
}

const flipped = Buffer.from(key.y ?? '', 'base64url');
flipped[31] = (flipped[31] ?? 0) ^ 1;
const offCurve = JSON.stringify(JSON.stringify({ ...key, y: flipped.toString('base64url') }));
const otherCurve = JSON.stringify(JSON.stringify({ ...key, crv: 'P-384' }));
const apps = `
  {}                                    | -
  {"transId": "1234"}                   | transId
  {"transId": null, "appId": 7}         | transId appId
  {"refNumber": ""}                     | refNumber
  {"refNumber": "${'r'.repeat(33)}"}    | refNumber
  {"ephemPubKey": "no JSON"}            | ephemPubKey
  {"ephemPubKey": "{}"}                 | ephemPubKey
  {"ephemPubKey": ${offCurve}}          | ephemPubKey
  {"ephemPubKey": ${otherCurve}}        | ephemPubKey
  {"encData": "one.two.three"}          | encData
  {"encData": "a.b.c.d.e f"}            | encData
  {"encData": "a.b.c.d.e"}              | -
  {"maxTimeout": 4}                     | maxTimeout
  {"maxTimeout": 100}                   | maxTimeout
  {"maxTimeout": "soon"}                | maxTimeout
  {"maxTimeout": "07"}                  | -
  {"messageVersion": "2.2.0"}           | -
  {"messageVersion": "newest"}          | messageVersion
`;
for (const [json = '', wrong = ''] of rowsOf(apps)) {
  test(`an app with ${json.slice(0, 60)} lacks ${wrong}`, () => {
    const read = readDevice({ sdk: patch(sdk, json) });
    const names = wrong === '-' ? [] : wrong.split(' ').map((name) => `device.sdk.${name}`);
    assert.deepEqual(read.kind === 'missing' ? read.fields : [], names);
    assert.equal(read.kind, wrong === '-' ? 'app' : 'missing');
  });
}

test('missing fields are named for the part that was started, or for both', () => {
  const browser = ['userAgent', 'acceptHeader', 'language'];
  const headers = browser.map((name) => `device.browserData.${name}`);
  for (const nothing of [undefined, null, {}, [], 'device', 7, { browserData: {} }]) {
    assert.deepEqual(readDevice(nothing), { kind: 'missing', fields: headers });
  }
  const both = readDevice({ browserData: {}, sdk: { ...sdk, encData: 'x' } });
  assert.deepEqual(both, { kind: 'missing', fields: [...headers, 'device.sdk.encData'] });
});

test('never throws, whatever the input', () => {
  const names = Object.keys({ ...browserData, ...sdk, javascriptEnabled: true });
  const part = fc.dictionary(fc.constantFrom(...names), fc.jsonValue());
  const device = fc.record({ ip: fc.jsonValue(), browserData: part, sdk: part });
  fc.assert(
    fc.property(fc.oneof(device, fc.anything()), (given) => {
      assert.ok(['browser', 'app', 'missing'].includes(readDevice(given).kind));
    }),
  );
});
