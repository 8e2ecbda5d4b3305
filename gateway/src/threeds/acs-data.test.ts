// Tests of the record that takes the customer to the issuer: exactly the fields of each step, all
// of them documented.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acsDataSchema, acsDataView } from './acs-data.ts';
import { newAuthentication, type Authentication } from './authentication.ts';

const ID = '0198c5d1-7b2a-7000-8000-000000000001';
const ACS = '0198c5d1-7b2a-7000-8000-000000000002';
const RETURN = 'https://gateway.example/return';

const range = {
  acsStart: '2.1.0',
  acsEnd: '2.3.1',
  dsStart: '2.1.0',
  dsEnd: '2.2.0',
  threeDSMethodURL: 'https://acs.example/method',
};
const fingerprint: Authentication = newAuthentication(
  { merchantId: '10000001', paymentId: '0198c5d1-7b2a-7000-8000-000000000003' },
  ID,
  {
    organization: 'VISA',
    messageVersion: '2.2.0',
    deviceChannel: '02',
    runsScripts: true,
    challengeInd: '01',
    exemption: null,
    range,
  },
  { fingerprintMs: 10_000, answerMs: 12_000, challengeMs: 600_000 },
  Date.parse('2026-03-01T12:00:00Z'),
);
const challenge: Authentication = {
  ...fingerprint,
  state: 'CHALLENGE',
  acsTransId: ACS,
  acsReference: 'ACS-1',
  acsUrl: 'https://acs.example/c',
  challengeWindowSize: '03',
};

const protocols = {
  acsStartProtocol: '2.1.0',
  acsEndProtocol: '2.3.1',
  dsStartProtocol: '2.1.0',
  dsEndProtocol: '2.2.0',
};
const both = { tdsServerTxnId: ID, messageVersion: '2.2.0' };

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

test('the fingerprint step says where to post what, without a challenge', () => {
  assert.deepEqual(acsDataView(fingerprint, RETURN), {
    ...both,
    ...protocols,
    threeDSMethodURL: 'https://acs.example/method',
    threeDSMethodData: encoded({
      threeDSServerTransID: ID,
      threeDSMethodNotificationURL: RETURN,
    }),
  });
});

const creq = {
  messageType: 'CReq',
  messageVersion: '2.2.0',
  threeDSServerTransID: ID,
  acsTransID: ACS,
};

test('a browser challenge has its URL and the ready CReq', () => {
  assert.deepEqual(acsDataView(challenge, RETURN), {
    ...both,
    ...protocols,
    messageType: 'CReq',
    acsTxnId: ACS,
    acsRefNumber: 'ACS-1',
    acsURL: 'https://acs.example/c',
    challengeWindowSize: '03',
    creqPayload: encoded({ ...creq, challengeWindowSize: '03' }),
  });
});

test('a challenge without a window size is a full page', () => {
  const view = acsDataView({ ...challenge, challengeWindowSize: null }, RETURN);
  assert.equal(view?.challengeWindowSize, '05');
  assert.equal(view.creqPayload, encoded({ ...creq, challengeWindowSize: '05' }));
});

test('an app challenge has the signed content, without URL and CReq', () => {
  const bare = { ...range, dsStart: null, dsEnd: null };
  const app = { range: bare, acsReference: null, acsSignedContent: 'a.b.c' };
  assert.deepEqual(acsDataView({ ...challenge, ...app }, RETURN), {
    ...both,
    messageType: 'CReq',
    acsTxnId: ACS,
    acsSignedContent: 'a.b.c',
    acsStartProtocol: '2.1.0',
    acsEndProtocol: '2.3.1',
  });
});

test('there is no record while the customer has nothing to do', () => {
  for (const state of ['ASKING', 'WAITING', 'DONE'] as const) {
    assert.equal(acsDataView({ ...challenge, state }, RETURN), undefined, state);
  }
  assert.equal(acsDataView({ ...challenge, acsTransId: null }, RETURN), undefined);
  assert.equal(acsDataView({ ...challenge, acsUrl: null }, RETURN), undefined);
});

test('every field of the record is described', () => {
  const properties: Record<string, object> = acsDataSchema.properties;
  assert.equal(Object.keys(properties).length, 15);
  for (const [name, schema] of Object.entries(properties)) {
    assert.ok((schema as { description?: string }).description, name);
  }
});
