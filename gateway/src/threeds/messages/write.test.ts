// Tests of the messages we write besides the AReq, byte for byte where a browser carries them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RReq } from './message.ts';
import { buildErro, buildPReq, buildRRes, fingerprintData } from './write.ts';

const ID = '0198c5d1-7b2a-7000-8000-000000000001';
const DS = '0198c5d1-7b2a-7000-8000-00000000000d';
const ACS = '0198c5d1-7b2a-7000-8000-00000000000a';
const decoded = (text: string): unknown => JSON.parse(Buffer.from(text, 'base64url').toString());

test('requests all card ranges, or the changes', () => {
  const all = buildPReq(ID);
  assert.deepEqual(all, {
    messageType: 'PReq',
    messageVersion: '2.2.0',
    threeDSServerTransID: ID,
  });
  assert.deepEqual(buildPReq(ID, '17'), { ...all, serialNum: '17' });
});

test('a receipt names the transaction of the result', () => {
  const rreq: RReq = {
    messageType: 'RReq',
    messageVersion: '2.1.0',
    messageCategory: '01',
    threeDSServerTransID: ID,
    dsTransID: DS,
    acsTransID: ACS,
    transStatus: 'N',
    interactionCounter: '01',
  };
  const receipt = {
    messageType: 'RRes',
    messageVersion: '2.1.0',
    threeDSServerTransID: ID,
    dsTransID: DS,
    acsTransID: ACS,
    resultsStatus: '01',
  };
  assert.deepEqual(buildRRes(rreq), receipt);
  assert.deepEqual(buildRRes({ ...rreq, sdkTransID: DS }), { ...receipt, sdkTransID: DS });
});

test('an error names the message it refers to, as far as its fields are valid', () => {
  const about = { messageType: 'RReq', messageVersion: '2.3.1', threeDSServerTransID: ID };
  const wrong = { ...about, dsTransID: 'x'.repeat(99), acsTransID: ACS };
  assert.deepEqual(buildErro({ errorCode: '203', errorDetail: 'dsTransID', about: wrong }), {
    messageType: 'Erro',
    messageVersion: '2.3.1',
    errorCode: '203',
    errorComponent: 'S',
    errorDescription: 'A data element has a wrong format or value',
    errorDetail: 'dsTransID',
    errorMessageType: 'RReq',
    threeDSServerTransID: ID,
    acsTransID: ACS,
  });
});

test('an error about something that is not a message says so', () => {
  for (const about of [undefined, null, 7, 'RReq', [], { messageType: '<script>' }]) {
    const erro = buildErro({ errorCode: '999', errorDetail: 'messageType', about });
    assert.deepEqual(erro, {
      messageType: 'Erro',
      messageVersion: '2.2.0',
      errorCode: '999',
      errorComponent: 'S',
      errorDescription: 'Message was not accepted',
      errorDetail: 'messageType',
    });
  }
});

test('the data of the fingerprint step contains the return URL', () => {
  const data = fingerprintData(ID, 'https://gateway.example/return');
  assert.deepEqual(decoded(data), {
    threeDSServerTransID: ID,
    threeDSMethodNotificationURL: 'https://gateway.example/return',
  });
});
