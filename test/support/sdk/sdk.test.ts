// Tests of the test SDK over HTTP: what it posts, and that it accepts only the expected answer.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import { openCReq, sealCRes } from '@bramka/sandbox/acs/app/challenge-cipher.ts';
import type { AppCRes } from '@bramka/sandbox/acs/app/challenge-message.ts';
import { openDeviceData } from '@bramka/sandbox/acs/app/device-data.ts';
import {
  createDirectoryKeys,
  publicDirectoryKeys,
} from '@bramka/sandbox/acs/app/directory-keys.ts';
import { signContent } from '@bramka/sandbox/acs/app/signed-content.ts';
import { handClock } from '@bramka/gateway/core/testing/hand-clock.ts';
import { someDevice } from './device-data.ts';
import { createSdk, type SdkOptions } from './sdk.ts';

const keys = createDirectoryKeys(handClock(), systemRandom);
const messageVersion = '2.2.0';
type Reply = { status?: number; type?: string; body: string };
let reply: (jwe: string) => Promise<Reply>;
let server: Server;
let acsURL: string;
const types: (string | undefined)[] = [];

before(async () => {
  server = createServer((request, response) => {
    types.push(request.headers['content-type']);
    void text(request)
      .then((jwe) => reply(jwe))
      .then(({ status = 200, type = 'application/jose; charset=utf-8', body }) =>
        response.writeHead(status, { 'content-type': type }).end(body),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  acsURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/app`;
});
after(() => server.close());

const makeSdk = (overrides: Partial<SdkOptions> = {}) =>
  createSdk({
    referenceNumber: 'SDK 1',
    messageVersion,
    directoryKeys: publicDirectoryKeys(keys),
    ...overrides,
  });

async function begin() {
  const sdk = makeSdk();
  const { transId: sdkTransID, ephemPubKey } = sdk.authenticationParameters();
  const sdkEphemPubKey: unknown = JSON.parse(ephemPubKey);
  const content = { acsURL, sdkEphemPubKey, sdkReferenceNumber: 'SDK 1', keys };
  const { acsSignedContent, sessionKey } = await signContent(content);
  const [tdsServerTxnId, acsTxnId] = [randomUUID(), randomUUID()];
  const acsData = { tdsServerTxnId, acsTxnId, acsSignedContent, acsURL, messageVersion };
  const cres: AppCRes = {
    messageType: 'CRes',
    messageVersion,
    threeDSServerTransID: tdsServerTxnId,
    acsTransID: acsTxnId,
    sdkTransID,
    acsCounterAtoS: '000',
    challengeCompletionInd: 'N',
  };
  const seal = (other: Record<string, unknown> = {}, key: Uint8Array = sessionKey) =>
    sealCRes({ ...cres, ...other }, key, acsTxnId, 'A128CBC-HS256');
  return { sdk, acsData, sessionKey, seal, challenge: sdk.beginChallenge(acsData) };
}

test('returns the same parameters for a payment request every time', async () => {
  const sdk = makeSdk();
  const parameters = sdk.authenticationParameters();
  assert.deepEqual(sdk.authenticationParameters(), parameters);
  assert.equal(parameters.refNumber, 'SDK 1');
  assert.deepEqual(Object.keys(JSON.parse(parameters.ephemPubKey) as object), [
    'kty',
    'crv',
    'x',
    'y',
  ]);
  assert.deepEqual(await openDeviceData(parameters.encData, keys, 'A000000003'), someDevice);
  assert.notEqual(makeSdk().authenticationParameters().transId, parameters.transId);
});

test('posts a CReq as application/jose and reads the CRes', async () => {
  const { challenge, seal, sessionKey } = await begin();
  reply = async (jwe) => {
    const creq = await openCReq(jwe, sessionKey);
    assert.deepEqual([creq.sdkCounterStoA, creq.challengeDataEntry], ['000', '1234']);
    return { body: await seal({ challengeCompletionInd: 'Y', transStatus: 'Y' }) };
  };
  const cres = await challenge.send({ challengeDataEntry: '1234' });
  assert.equal(cres.transStatus, 'Y');
  assert.match(types.at(-1) ?? '', /^application\/jose/);
  assert.equal(challenge.acsURL, acsURL);
});

const wrong: [what: string, other: Record<string, unknown>][] = [
  ['a counter that was skipped', { acsCounterAtoS: '001' }],
  ['another server transaction', { threeDSServerTransID: randomUUID() }],
  ['another SDK transaction', { sdkTransID: randomUUID() }],
  ['another version', { messageVersion: '2.1.0' }],
  ['another type', { messageType: 'CReq' }],
  ['no completion indicator', { challengeCompletionInd: undefined }],
  ['an end without an outcome', { challengeCompletionInd: 'Y' }],
];
for (const [what, overrides] of wrong) {
  test(`does not accept a CRes with ${what}`, async () => {
    const { challenge, seal } = await begin();
    reply = async () => ({ body: await seal(overrides) });
    await assert.rejects(challenge.send(), { name: 'SdkError', kind: 'unreadable' });
  });
}

test('does not accept the same CRes twice, nor one under another key', async () => {
  const { challenge, seal } = await begin();
  const first = await seal();
  reply = async () => ({ body: first });
  await challenge.send();
  await assert.rejects(challenge.send(), { kind: 'unreadable' });
  const strange = await seal({ acsCounterAtoS: '001' }, Buffer.alloc(32, 1));
  reply = async () => ({ body: strange });
  await assert.rejects(challenge.send(), { kind: 'unreadable' });
});

test('throws an error with the Erro message when the ACS refuses', async () => {
  const { challenge } = await begin();
  const erro = { messageType: 'Erro', errorCode: '302' };
  reply = async () => ({ status: 400, type: 'application/json', body: JSON.stringify(erro) });
  await assert.rejects(challenge.send(), { kind: 'refused', erro, status: 400 });
  reply = async () => ({ status: 503, type: 'text/html', body: '<html>' });
  await assert.rejects(challenge.send(), { kind: 'refused', erro: undefined, status: 503 });
});

test('does not start if acsData and the signed content differ', async () => {
  const { sdk, acsData } = await begin();
  const others = [
    { acsURL: 'http://127.0.0.1/evil' },
    { messageVersion: '2.1.0' },
    { acsSignedContent: undefined },
    { acsTxnId: undefined },
    { tdsServerTxnId: undefined },
  ];
  for (const other of others) {
    const begun = () => sdk.beginChallenge({ ...acsData, ...other });
    assert.throws(begun, { name: 'SdkError', kind: 'untrusted' });
  }
  assert.throws(() => makeSdk().beginChallenge(acsData), /another SDK's key/);
});

test('cannot replay before a message was sent', async () => {
  const { challenge } = await begin();
  await assert.rejects(challenge.send({}, { replay: true }), /nothing was sent/);
});
