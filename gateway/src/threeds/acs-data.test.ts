// Tests of the record that takes the customer to the issuer: exactly the fields of each step, all
// of them documented.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acsDataSchema, acsDataView } from './acs-data.ts';

const step = {
  threeDSServerTransID: '0198c5d1-7b2a-7000-8000-000000000001',
  messageVersion: '2.2.0',
  range: {
    acsStart: '2.1.0',
    acsEnd: '2.3.1',
    dsStart: '2.1.0',
    dsEnd: '2.2.0',
    threeDSMethodURL: 'https://acs.example/method',
  },
};
const protocols = {
  acsStartProtocol: '2.1.0',
  acsEndProtocol: '2.3.1',
  dsStartProtocol: '2.1.0',
  dsEndProtocol: '2.2.0',
};
const both = { tdsServerTxnId: step.threeDSServerTransID, messageVersion: '2.2.0' };
const acs = { acsTransID: '0198c5d1-7b2a-7000-8000-000000000002', acsReferenceNumber: 'ACS-1' };

test('the fingerprint step says where to post what, without a challenge', () => {
  const method = { threeDSMethodURL: 'https://acs.example/method', threeDSMethodData: 'e30' };
  const view = acsDataView({ kind: 'fingerprint', ...step, ...method });
  assert.deepEqual(view, { ...both, ...protocols, ...method });
});

test('a browser challenge has its URL and the ready CReq', () => {
  const browser = {
    acsURL: 'https://acs.example/c',
    challengeWindowSize: '05',
    creqPayload: 'e30',
  };
  const view = acsDataView({ kind: 'browser', ...step, ...acs, ...browser });
  const expected = { ...both, ...protocols, ...browser, messageType: 'CReq' };
  assert.deepEqual(view, { ...expected, acsTxnId: acs.acsTransID, acsRefNumber: 'ACS-1' });
});

test('an app challenge has the signed content, without URL and CReq', () => {
  const range = { ...step.range, dsStart: null, dsEnd: null };
  const app = { kind: 'app', acsSignedContent: 'a.b.c' } as const;
  assert.deepEqual(acsDataView({ ...app, ...step, ...acs, range, acsReferenceNumber: null }), {
    ...both,
    messageType: 'CReq',
    acsTxnId: acs.acsTransID,
    acsSignedContent: 'a.b.c',
    acsStartProtocol: '2.1.0',
    acsEndProtocol: '2.3.1',
  });
});

test('every field of the record is described', () => {
  const properties: Record<string, object> = acsDataSchema.properties;
  assert.equal(Object.keys(properties).length, 15);
  for (const [name, schema] of Object.entries(properties)) {
    assert.ok((schema as { description?: string }).description, name);
  }
});
