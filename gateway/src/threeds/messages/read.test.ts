// Tests of answers of directory servers, results of ACSs and messages from browsers: only exact
// ones are accepted; anything else is garbage, unusable or named as a problem, and nothing is
// thrown.

import { supportedVersions, type ProtocolVersion } from '../../cards/protocol-version.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { seed } from '@bramka/test/support/chance.ts';
import { encodeJson } from './base64url.ts';
import { type AReq } from './message.ts';
import { readAreqAnswer, readCRes, readFingerprintNotification, readRReq } from './read.ts';

fc.configureGlobal({ seed });

const ID = '0198c5d1-7b2a-7000-8000-000000000001';
const DS = '0198c5d1-7b2a-7000-8000-00000000000d';
const ACS = '0198c5d1-7b2a-7000-8000-00000000000a';
const SDK = '0198c5d1-7b2a-7000-8000-00000000000b';
const CAVV = Buffer.alloc(20, 7).toString('base64');

const asked = (version: ProtocolVersion, deviceChannel: AReq['deviceChannel'] = '02'): AReq => ({
  messageType: 'AReq',
  messageVersion: version,
  messageCategory: '01',
  deviceChannel,
  threeDSServerTransID: ID,
  threeDSServerRefNumber: 'server',
  threeDSServerURL: 'https://gateway.example/results',
  threeDSRequestorID: '1',
  threeDSRequestorName: 'Shop',
  threeDSRequestorURL: 'https://shop.example',
  threeDSRequestorAuthenticationInd: '01',
  acctNumber: '4917110010000000',
  acquirerBIN: '412345',
  acquirerMerchantID: '1',
  merchantName: 'Shop',
  mcc: '5999',
  merchantCountryCode: '616',
  ...(deviceChannel === '01' ? { sdkTransID: SDK.toUpperCase() } : {}),
});

const answers: Record<string, object> = {
  Y: { transStatus: 'Y', eci: '05', authenticationValue: CAVV },
  A: { transStatus: 'A', eci: '06', authenticationValue: CAVV },
  N: { transStatus: 'N', transStatusReason: '01' },
  R: { transStatus: 'R' },
  U: { transStatus: 'U' },
  I: { transStatus: 'I', eci: '07' },
  D: { transStatus: 'D' },
  browser: { transStatus: 'C', acsURL: 'https://acs.example/challenge?a=1' },
  app: { transStatus: 'C', acsSignedContent: 'aa.bb.cc', sdkTransID: SDK },
};
const aresOf = (kind: string, version: string) => ({
  messageType: 'ARes',
  messageVersion: version,
  threeDSServerTransID: ID,
  dsTransID: DS,
  acsTransID: ACS,
  ...answers[kind],
});
const rowsOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split(' | ').map((cell) => cell.trim()));
const believed = (answer: ReturnType<typeof readAreqAnswer>): string =>
  answer.kind === 'answered' ? 'believed' : answer.why;

test('returns every valid field in use under its name', () => {
  const sent = {
    ...aresOf('Y', '2.2.0'),
    acsReferenceNumber: 'ACS-REF',
    transStatusReason: '17',
  };
  const extra = { ...sent, messageExtension: [], broadInfo: 7, authenticationType: '02' };
  const answer = readAreqAnswer({ status: 200, body: extra }, asked('2.2.0'));
  assert.deepEqual(answer, { kind: 'answered', ares: sent });
});

// The answer, its version, the device channel, the change, and the result.
const ares = `
  Y       | 2.1.0 | 02 | {}                                            | believed
  Y       | 2.3.1 | 01 | {}                                            | believed
  Y       | 2.2.0 | 03 | {}                                            | believed
  A       | 2.2.0 | 02 | {}                                            | believed
  N       | 2.2.0 | 02 | {}                                            | believed
  R       | 2.1.0 | 02 | {}                                            | believed
  U       | 2.2.0 | 02 | {}                                            | believed
  I       | 2.2.0 | 02 | {}                                            | believed
  I       | 2.3.1 | 02 | {}                                            | believed
  I       | 2.1.0 | 02 | {}                                            | garbage
  D       | 2.2.0 | 02 | {}                                            | believed
  D       | 2.1.0 | 02 | {}                                            | unusable
  Y       | 2.2.0 | 02 | {"authenticationValue": null}                 | garbage
  A       | 2.2.0 | 02 | {"authenticationValue": null}                 | garbage
  Y       | 2.2.0 | 02 | {"authenticationValue": ""}                   | garbage
  Y       | 2.2.0 | 02 | {"authenticationValue": "AAAA"}               | garbage
  Y       | 2.2.0 | 02 | {"authenticationValue": "${CAVV}="}           | garbage
  Y       | 2.2.0 | 02 | {"authenticationValue": " ${CAVV}"}           | garbage
  Y       | 2.2.0 | 02 | {"authenticationValue": "${CAVV.slice(0, 26)}d="} | garbage
  Y       | 2.2.0 | 02 | {"authenticationValue": 7}                    | garbage
  Y       | 2.2.0 | 02 | {"eci": null}                                 | garbage
  A       | 2.2.0 | 02 | {"eci": "5"}                                  | garbage
  Y       | 2.2.0 | 02 | {"eci": 5}                                    | garbage
  N       | 2.2.0 | 02 | {"eci": "no", "authenticationValue": "no"}    | believed
  Y       | 2.2.0 | 02 | {"messageType": "RReq"}                       | garbage
  Y       | 2.2.0 | 02 | {"messageType": null}                         | garbage
  Y       | 2.2.0 | 02 | {"messageVersion": "2.1.0"}                   | garbage
  Y       | 2.2.0 | 02 | {"messageVersion": "2.3.1"}                   | garbage
  Y       | 2.2.0 | 02 | {"messageVersion": ["2.2.0"]}                 | garbage
  Y       | 2.2.0 | 02 | {"threeDSServerTransID": "${DS}"}             | garbage
  Y       | 2.2.0 | 02 | {"threeDSServerTransID": null}                | garbage
  Y       | 2.2.0 | 02 | {"threeDSServerTransID": "${ID.toUpperCase()}"} | believed
  Y       | 2.2.0 | 02 | {"dsTransID": null}                           | garbage
  Y       | 2.2.0 | 02 | {"dsTransID": "ds-1"}                         | garbage
  Y       | 2.2.0 | 02 | {"acsTransID": ""}                            | garbage
  Y       | 2.2.0 | 02 | {"acsTransID": "${ACS} "}                     | garbage
  Y       | 2.2.0 | 02 | {"transStatus": null}                         | garbage
  Y       | 2.2.0 | 02 | {"transStatus": "y"}                          | garbage
  Y       | 2.3.1 | 02 | {"transStatus": "S"}                          | unusable
  Y       | 2.2.0 | 02 | {"transStatus": ["Y"]}                        | garbage
  browser | 2.1.0 | 02 | {}                                            | believed
  browser | 2.2.0 | 02 | {"acsURL": "http://127.0.0.1:1/c"}            | believed
  browser | 2.2.0 | 02 | {"acsURL": null}                              | unusable
  browser | 2.2.0 | 02 | {"acsURL": "javascript:alert(1)"}             | unusable
  browser | 2.2.0 | 02 | {"acsURL": "//acs.example/c"}                 | unusable
  browser | 2.2.0 | 02 | {"acsURL": "https://u:p@acs.example/c"}       | unusable
  browser | 2.2.0 | 02 | {"acsURL": "https://acs.example/ c"}          | unusable
  browser | 2.2.0 | 02 | {"acsURL": "https://acs.example/${'c'.repeat(2048)}"} | unusable
  browser | 2.2.0 | 01 | {}                                            | unusable
  browser | 2.2.0 | 03 | {}                                            | unusable
  app     | 2.2.0 | 01 | {}                                            | believed
  app     | 2.2.0 | 01 | {"sdkTransID": null}                          | unusable
  app     | 2.2.0 | 01 | {"sdkTransID": "${ID}"}                       | unusable
  app     | 2.2.0 | 01 | {"acsSignedContent": null}                    | unusable
  app     | 2.2.0 | 01 | {"acsSignedContent": "aa.bb"}                 | unusable
  app     | 2.2.0 | 01 | {"acsSignedContent": "aa.b b.cc"}             | unusable
  app     | 2.2.0 | 01 | {"acsSignedContent": "a.b.${'c'.repeat(64_000)}"} | unusable
  app     | 2.2.0 | 02 | {}                                            | unusable
  browser | 2.2.0 | 02 | {"acsTransID": null}                          | unusable
  browser | 2.2.0 | 02 | {"dsTransID": "ds-1"}                         | unusable
  D       | 2.2.0 | 02 | {"acsTransID": null}                          | unusable
  N       | 2.2.0 | 02 | {"acsTransID": null}                          | unusable
  N       | 2.2.0 | 02 | {"dsTransID": null}                           | unusable
  R       | 2.2.0 | 02 | {"acsTransID": "x"}                           | unusable
  U       | 2.2.0 | 02 | {"acsTransID": null}                          | garbage
  I       | 2.2.0 | 02 | {"acsTransID": null}                          | garbage
  browser | 2.2.0 | 02 | {"acsURL": null, "messageVersion": "2.1.0"}   | garbage
  browser | 2.2.0 | 02 | {"acsURL": null, "messageType": "RReq"}       | garbage
  N       | 2.2.0 | 02 | {"acsTransID": null, "threeDSServerTransID": "${DS}"} | garbage
`;
for (const [kind = '', version = '', channel = '', json = '', expected] of rowsOf(ares)) {
  test(`${kind} ${version} in channel ${channel} with ${json.slice(0, 60)} is ${expected}`, () => {
    const body = { ...aresOf(kind, version), ...(JSON.parse(json) as object) };
    const request = asked(version as ProtocolVersion, channel as AReq['deviceChannel']);
    assert.equal(believed(readAreqAnswer({ status: 200, body }, request)), expected);
  });
}

test('a success that is not a payment needs no proof', () => {
  const request = { ...asked('2.2.0'), messageCategory: '02' as const };
  const body = { ...aresOf('Y', '2.2.0'), eci: undefined, authenticationValue: undefined };
  assert.equal(believed(readAreqAnswer({ status: 200, body }, request)), 'believed');
});

test('accepts no answer with another status, whatever it contains', () => {
  for (const status of [100, 201, 204, 302, 400, 401, 404, 429, 500, 503]) {
    const answer = readAreqAnswer({ status, body: aresOf('Y', '2.2.0') }, asked('2.2.0'));
    assert.deepEqual(answer, { kind: 'error', why: 'provider-error' });
  }
});

test('reads a protocol error with any status', () => {
  for (const status of [200, 400, 422, 500, 503]) {
    const body = { messageType: 'Erro', errorCode: '203', threeDSServerTransID: ID };
    const answer = readAreqAnswer({ status, body }, asked('2.2.0'));
    assert.deepEqual(answer, { kind: 'error', why: 'protocol-error', errorCode: '203' });
    const anothers = readAreqAnswer(
      { status, body: { ...body, threeDSServerTransID: DS } },
      asked('2.2.0'),
    );
    assert.deepEqual(anothers, { kind: 'error', why: 'garbage' });
  }
});

const errors = `
  {"errorCode": "402"}                                        | protocol-error 402
  {"errorCode": "402", "threeDSServerTransID": "${ID}"}       | protocol-error 402
  {"errorCode": "402", "threeDSServerTransID": "${DS}"}       | garbage
  {"errorCode": 402}                                          | protocol-error
  {"errorCode": "4021"}                                       | protocol-error
  {}                                                          | protocol-error
`;
for (const [json = '', expected] of rowsOf(errors)) {
  test(`the error ${json} is ${expected}`, () => {
    const body = { messageType: 'Erro', ...(JSON.parse(json) as object) };
    const answer = readAreqAnswer({ status: 200, body }, asked('2.2.0'));
    assert.ok(answer.kind === 'error');
    assert.equal([answer.why, answer.errorCode ?? ''].join(' ').trim(), expected);
  });
}

const rreq = {
  messageType: 'RReq',
  messageVersion: '2.2.0',
  messageCategory: '01',
  threeDSServerTransID: ID,
  dsTransID: DS,
  acsTransID: ACS,
  transStatus: 'Y',
  eci: '05',
  authenticationValue: CAVV,
  interactionCounter: '02',
};

test('reads a result field by field, ids in lower case', () => {
  const sent = {
    ...rreq,
    transStatus: 'N',
    transStatusReason: '01',
    challengeCancel: '01',
    sdkTransID: SDK,
  };
  assert.deepEqual(readRReq({ ...sent, authenticationType: '02', unknown: 1 }), sent);
  assert.deepEqual(readRReq({ ...rreq, acsTransID: ACS.toUpperCase() }), rreq);
});

// The change and the problem.
const results = `
  {}                                                       | -
  {"messageVersion": "2.1.0"}                              | -
  {"transStatus": "A", "eci": "06"}                        | -
  {"transStatus": "N", "eci": null, "authenticationValue": null} | -
  {"transStatus": "U", "authenticationValue": "?"}         | -
  {"transStatus": "R"}                                     | -
  {"messageCategory": "02", "authenticationValue": null}   | -
  {"challengeCancel": "nobody"}                            | -
  {"messageType": "CRes"}                                  | 101 messageType
  {"messageType": null}                                    | 101 messageType
  {"messageVersion": null}                                 | 201 messageVersion
  {"dsTransID": null, "acsTransID": ""}                    | 201 dsTransID, acsTransID
  {"dsTransID": null, "acsTransID": "x"}                   | 201 dsTransID
  {"transStatus": null}                                    | 201 transStatus
  {"interactionCounter": null}                             | 201 interactionCounter
  {"authenticationValue": null}                            | 201 authenticationValue
  {"transStatus": "A", "eci": null}                        | 201 eci
  {"messageVersion": "1.0.2"}                              | 203 messageVersion, transStatus
  {"messageCategory": "03"}                                | 203 messageCategory
  {"threeDSServerTransID": "1"}                            | 203 threeDSServerTransID
  {"dsTransID": 7, "acsTransID": {}}                       | 203 dsTransID, acsTransID
  {"transStatus": "C"}                                     | 203 transStatus
  {"transStatus": "D"}                                     | 203 transStatus
  {"transStatus": "I"}                                     | 203 transStatus
  {"transStatus": "X"}                                     | 203 transStatus
  {"interactionCounter": 2}                                | 203 interactionCounter
  {"eci": "5"}                                             | 203 eci
  {"authenticationValue": "${'A'.repeat(40)}"}             | 203 authenticationValue
`;
for (const [json = '', expected] of rowsOf(results)) {
  test(`a result with ${json} has the problem ${expected}`, () => {
    const read = readRReq({ ...rreq, ...(JSON.parse(json) as object) });
    assert.equal('problem' in read ? `${read.errorCode} ${read.problem}` : '-', expected);
  });
}

const cres = {
  messageType: 'CRes',
  messageVersion: '2.2.0',
  threeDSServerTransID: ID,
  acsTransID: ACS,
  transStatus: 'Y',
};

test('reads the CRes from the browser, and only that', () => {
  const sent = encodeJson({ ...cres, challengeCompletionInd: 'Y' });
  assert.deepEqual(readCRes(sent), cres);
  for (const change of [
    { messageType: 'CReq' },
    { messageVersion: 'x' },
    { threeDSServerTransID: 'x' },
    { acsTransID: null },
    { transStatus: 'YY' },
  ]) {
    assert.equal(readCRes(encodeJson({ ...cres, ...change })), undefined, JSON.stringify(change));
  }
  for (const text of ['', JSON.stringify(cres), `${sent}.`, encodeJson([cres]), 'A'.repeat(70_000)])
    assert.equal(readCRes(text), undefined);
});

test('reads the transaction whose fingerprint step is done', () => {
  assert.equal(readFingerprintNotification(encodeJson({ threeDSServerTransID: ID })), ID);
  for (const text of ['', ID, encodeJson(ID), encodeJson({ threeDSServerTransID: [ID] })]) {
    assert.equal(readFingerprintNotification(text), undefined);
  }
});

test('no reader throws or accepts random input', () => {
  const names = Object.keys({ ...aresOf('Y', '2.2.0'), ...answers.app, ...rreq });
  const like = fc.dictionary(
    fc.constantFrom(...names),
    fc.oneof(fc.jsonValue(), fc.constantFrom('Y', 'ARes', 'RReq', '2.2.0', ID, CAVV, '01')),
  );
  const body = fc.oneof(like, fc.jsonValue(), fc.anything());
  fc.assert(
    fc.property(body, fc.constantFrom(...supportedVersions), (sent, version) => {
      const answer = readAreqAnswer({ status: 200, body: sent }, asked(version));
      assert.ok(answer.kind === 'error' || answer.ares.threeDSServerTransID === ID);
      const read = readRReq(sent);
      assert.ok('problem' in read || read.messageType === 'RReq');
    }),
  );
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String(), like.map(encodeJson)), (text) => {
      readCRes(text);
      readFingerprintNotification(text);
    }),
  );
});
