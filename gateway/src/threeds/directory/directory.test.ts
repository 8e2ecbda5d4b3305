// Tests of the directory server port: whatever a transport does, a value is returned; only a
// missing answer is silence.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizations, type Organization } from '../../cards/card-number.ts';
import { directoryServers, type DirectoryServer } from '../../cards/directory-server.ts';
import { CallTimeout, type JsonAnswer } from '../../http/outgoing.ts';
import type { AReq, WithoutServerIds } from '../messages/message.ts';
import { buildPReq } from '../messages/write.ts';
import { createDirectory, type DirectoryTransport } from './directory.ts';

const ID = '0198c5d1-7b2a-7000-8000-000000000001';
const preq = buildPReq(ID);
const areq: WithoutServerIds<AReq> = {
  messageType: 'AReq',
  messageVersion: '2.2.0',
  messageCategory: '01',
  deviceChannel: '02',
  threeDSServerTransID: ID,
  threeDSServerURL: 'https://pay.example',
  threeDSRequestorID: '10000001',
  threeDSRequestorName: 'Shop',
  threeDSRequestorURL: 'https://shop.example',
  threeDSRequestorAuthenticationInd: '01',
  acctNumber: '4917110000000000',
  acquirerBIN: '400000',
  acquirerMerchantID: '10000001',
  merchantName: 'Shop',
  mcc: '5999',
  merchantCountryCode: '616',
};
const common = { messageVersion: '2.2.0', threeDSServerTransID: ID, dsTransID: ID };
const ares = { ...common, messageType: 'ARes', acsTransID: ID, transStatus: 'N' };
const pres = {
  ...common,
  messageType: 'PRes',
  dsStartProtocolVersion: '2.1.0',
  dsEndProtocolVersion: '2.2.0',
  serialNum: '7',
  cardRangeData: [
    {
      startRange: '4917110000000000',
      endRange: '4917110099999999',
      acsStartProtocolVersion: '2.1.0',
      acsEndProtocolVersion: '2.2.0',
    },
  ],
};
const answering = (body: unknown, status = 200) =>
  createDirectory(() => Promise.resolve({ status, body }));

test('an authentication returns the parsed message', async () => {
  const answer = await answering(ares).authenticate('VISA', areq);
  assert.ok(answer.kind === 'answered');
  assert.deepEqual([answer.ares.transStatus, answer.ares.acsTransID], ['N', ID]);
});

test('card ranges return the parsed list', async () => {
  const answer = await answering(pres).ranges('VISA', preq);
  assert.ok(answer.kind === 'answered');
  assert.deepEqual([answer.serialNum, answer.changes, answer.ranges.length], ['7', false, 1]);
});

test('a message goes to the server of its organization, with our identification', async () => {
  const sent: unknown[] = [];
  const note: DirectoryTransport = (server, message) => {
    sent.push([server, message]);
    return Promise.resolve({ status: 200, body: null });
  };
  const unknown = createDirectory(note);
  await unknown.authenticate('JCB', areq);
  await unknown.authenticate('MAESTRO', areq);
  await unknown.authenticate('DINERS', areq);
  await unknown.ranges('AMEX', preq);
  const identity = { serverReference: '3DS_LOA_SER_1', operatorId: 'OP-7' };
  const approved = createDirectory(note, identity);
  await approved.authenticate('VISA', areq);
  await approved.ranges('VISA', preq);
  const own = { threeDSServerRefNumber: 'BRAMKA-3DS-SERVER' };
  const assigned = { threeDSServerRefNumber: '3DS_LOA_SER_1', threeDSServerOperatorID: 'OP-7' };
  assert.deepEqual(sent, [
    ['JCB', { ...areq, ...own }],
    ['MASTERCARD', { ...areq, ...own }],
    ['DISCOVER', { ...areq, ...own }],
    ['AMEX', { ...preq, ...own }],
    ['VISA', { ...areq, ...assigned }],
    ['VISA', { ...preq, ...assigned }],
  ]);
});

// The organizations with a directory server, and the resulting servers.
const choices: [served: Organization[] | undefined, servers: DirectoryServer[]][] = [
  [undefined, [...directoryServers]],
  [['VISA'], ['VISA']],
  [['MASTERCARD', 'MAESTRO'], ['MASTERCARD']],
  [['MAESTRO'], ['MASTERCARD']],
  [
    ['DINERS', 'JCB'],
    ['DISCOVER', 'JCB'],
  ],
  [[], []],
];
for (const [served, servers] of choices) {
  const names = (list: readonly string[] | undefined) => list?.join(', ') || 'nobody';
  test(`for ${served ? names(served) : 'all'} there are the servers of ${names(servers)}`, () => {
    const options = { directoryOrganizations: served };
    const directory = createDirectory(() => assert.fail('nobody asks'), options);
    assert.deepEqual(directory.servers, servers);
    const known = organizations.filter((one) => directory.serves(one));
    assert.deepEqual(new Set(known), new Set(served ?? organizations));
  });
}

const silences: [what: string, fail: () => Promise<JsonAnswer>, why: string][] = [
  ['a time-out', () => Promise.reject(new CallTimeout()), 'timeout'],
  ['a broken connection', () => Promise.reject(new Error('ECONNRESET')), 'connection'],
  [
    'a transport that throws at once',
    () => {
      throw new Error('no such address');
    },
    'connection',
  ],
];
for (const [what, fail, why] of silences) {
  test(`${what} is silence`, async () => {
    const directory = createDirectory(fail);
    assert.deepEqual(await directory.authenticate('VISA', areq), { kind: 'silence', why });
    assert.deepEqual(await directory.ranges('VISA', preq), { kind: 'silence', why });
  });
}

const erro = { messageType: 'Erro', messageVersion: '2.2.0', errorCode: '307' };
const errors: [what: string, status: number, body: unknown, error: object][] = [
  ['no JSON', 200, undefined, { why: 'garbage' }],
  ['nothing', 200, null, { why: 'garbage' }],
  ['a list', 200, [], { why: 'garbage' }],
  ['another message', 200, { ...common, messageType: 'CRes' }, { why: 'garbage' }],
  ['an error of HTTP', 503, ares, { why: 'provider-error' }],
  ['a redirect', 302, pres, { why: 'provider-error' }],
  ['an error of the protocol', 200, erro, { why: 'protocol-error', errorCode: '307' }],
  ['an error of both', 400, erro, { why: 'protocol-error', errorCode: '307' }],
];
for (const [what, status, body, error] of errors) {
  test(`${what} is an error, returned as a value`, async () => {
    const expected = { kind: 'error', ...error };
    assert.deepEqual(await answering(body, status).authenticate('VISA', areq), expected);
    assert.deepEqual(await answering(body, status).ranges('VISA', preq), expected);
  });
}

test('an answer of the wrong message type is refused', async () => {
  const garbage = { kind: 'error', why: 'garbage' };
  assert.deepEqual(await answering(pres).authenticate('VISA', areq), garbage);
  assert.deepEqual(await answering(ares).ranges('VISA', preq), garbage);
});
