// Tests of the app flow between the ACS and an SDK with its own cryptography: question, answer,
// end, and everything that must be refused.
import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import type { ARes, Erro } from '@bramka/gateway/threeds/messages/message.ts';
import type { Tampering, PostAnswer } from '@bramka/test/support/sdk/challenge.ts';
import { createSdk, type SdkOptions } from '@bramka/test/support/sdk/sdk.ts';
import {
  areqOf,
  ask,
  CHALLENGE_CARD,
  acknowledge,
  openAcsFixture,
} from '../testing/acs-fixture.ts';
import type { AcsFixture } from '../testing/acs-fixture.ts';
import { publicDirectoryKeys } from './app/directory-keys.ts';

const messageVersion = '2.2.0';
const CANCEL = { challengeCancel: '01' };
const password = (challengeDataEntry: string) => ({ challengeDataEntry });

let fixture: AcsFixture;
before(async () => (fixture = await openAcsFixture('memory')));
beforeEach(() => {
  fixture.deliver = acknowledge;
  fixture.sent.length = 0;
});

const post = async (_url: string, jwe: string): Promise<PostAnswer> => {
  const { kind, body } = await fixture.acs.answerSdk(jwe);
  if (kind === 'jose') return { status: 200, contentType: 'application/jose', body };
  return { status: 200, contentType: 'application/json', body: JSON.stringify(body) };
};

function sdkRequest(acctNumber: string, overrides: Partial<SdkOptions> = {}) {
  const directoryKeys = publicDirectoryKeys(fixture.keys);
  const sdk = createSdk({
    referenceNumber: 'SDK-1',
    directoryKeys,
    messageVersion,
    post,
    ...overrides,
  });
  const { transId, appId, refNumber, ephemPubKey, encData } = sdk.authenticationParameters();
  const areq = areqOf(fixture.ids, {
    deviceChannel: '01',
    acctNumber,
    messageVersion,
    sdkTransID: transId,
    sdkAppID: appId,
    sdkReferenceNumber: refNumber,
    sdkEphemPubKey: JSON.parse(ephemPubKey) as unknown,
    sdkEncData: encData,
    sdkMaxTimeout: '05',
    deviceRenderOptions: { sdkInterface: '03', sdkUiType: ['01'] },
    notificationURL: undefined,
  });
  return { sdk, areq };
}

async function begin(acctNumber = CHALLENGE_CARD, other: Partial<SdkOptions> = {}) {
  const { sdk, areq } = sdkRequest(acctNumber, other);
  const ares = (await ask(fixture, areq)) as ARes;
  equal(ares.transStatus, 'C');
  const challenge = sdk.beginChallenge({
    tdsServerTxnId: ares.threeDSServerTransID,
    acsTxnId: ares.acsTransID,
    acsSignedContent: ares.acsSignedContent,
  });
  return { ares, challenge };
}

const results = () => fixture.sent.map(({ rreq }) => [rreq.transStatus, rreq.challengeCancel]);

for (const enc of ['A128CBC-HS256', 'A128GCM'] as const) {
  test(`the right password ends the challenge after the result was sent (${enc})`, async () => {
    const { ares, challenge } = await begin(CHALLENGE_CARD, { enc });
    match(challenge.acsURL, /\/sandbox\/acs\/app$/);
    const question = await challenge.send();
    deepEqual([question.acsUiType, question.challengeCompletionInd], ['01', 'N']);
    match(String(question['challengeInfoText']), /pay Demo shop for 123\.45 PLN/);
    let isTold = false;
    fixture.deliver = async (...result) => {
      await new Promise(setImmediate);
      isTold = true;
      return acknowledge(...result);
    };
    const end = await challenge.send(password('1234'));
    deepEqual([end.challengeCompletionInd, end.transStatus, isTold], ['Y', 'Y', true]);
    const rreq = fixture.sent[0]?.rreq;
    deepEqual([rreq?.sdkTransID, rreq?.transStatus], [ares.sdkTransID, 'Y']);
    equal((await fixture.acs.viewChallenge(ares.acsTransID))?.back, null, 'there is no browser');
  });
}

test('asks again after a wrong password; three end the challenge', async () => {
  const { challenge } = await begin();
  await challenge.send();
  for (const answer of [password('0000'), { challengeNoEntry: 'Y' } as const]) {
    const again = await challenge.send(answer);
    deepEqual([again['challengeInfoTextIndicator'], again.challengeCompletionInd], ['Y', 'N']);
  }
  equal((await challenge.send(password('0000'))).transStatus, 'N');
  deepEqual(results(), [['N', undefined]]);
});

test('reports a cancellation with its code', async () => {
  const { challenge } = await begin();
  await challenge.send();
  equal((await challenge.send(CANCEL)).transStatus, 'N');
  const other = await begin();
  await other.challenge.send();
  equal((await other.challenge.send({ challengeCancel: '08' })).transStatus, 'N');
  deepEqual(results(), [
    ['N', '01'],
    ['N', '08'],
  ]);
});

test('a challenge that ended elsewhere or expired ends in the app as well', async () => {
  const twin = await begin();
  await twin.challenge.send();
  await fixture.acs.applyAction(twin.ares.acsTransID, { do: 'approve' });
  equal((await twin.challenge.send(password('1234'))).transStatus, 'Y');
  equal(fixture.sent.length, 1);
  const late = await begin();
  await late.challenge.send();
  fixture.clock.advance(600_000);
  equal((await late.challenge.send(password('1234'))).transStatus, 'N');
  equal(fixture.sent.at(-1)?.rreq.challengeCancel, '04');
});

test('the abandon card never accepts an answer', async () => {
  const { challenge } = await begin('4917110021000006');
  for (const answer of [{}, password('1234'), CANCEL]) {
    equal((await challenge.send(answer)).challengeCompletionInd, 'N');
  }
  deepEqual(fixture.sent, []);
});

describe('an invalid message from the holder of the key', () => {
  const rows: [code: string, mischief: Tampering][] = [
    ['302', { counter: '000' }],
    ['302', { counter: '002' }],
    ['302', { replay: true }],
    ['301', { elements: { sdkTransID: '019cba1e-92c0-7a1b-8f3e-5d2c4b6a7980' } }],
    ['301', { elements: { threeDSServerTransID: '019cba1e-92c0-7a1b-8f3e-5d2c4b6a7980' } }],
    ['301', { elements: { acsTransID: '019cba1e-92c0-7a1b-8f3e-5d2c4b6a7980' } }],
    ['102', { elements: { messageVersion: '2.1.0' } }],
    ['101', { elements: { messageType: 'CRes' } }],
    ['203', { elements: { challengeCancel: 'yes' } }],
  ];
  for (const [code, mischief] of rows) {
    test(`${JSON.stringify(mischief)} gets Erro ${code} and ends the challenge`, async () => {
      const { ares, challenge } = await begin();
      await challenge.send();
      await rejects(challenge.send(password('1234'), mischief), new RegExp(code));
      deepEqual(results(), [['U', '06']]);
      equal((await fixture.acs.viewChallenge(ares.acsTransID))?.transStatus, 'U');
      await rejects(challenge.send(password('1234'), mischief), new RegExp(code));
      equal(fixture.sent.length, 1);
    });
  }
});

describe('a message from a sender without the key', () => {
  const rows: [code: string, mischief: Tampering][] = [
    ['302', { otherKey: true }],
    ['302', { tamper: 'ciphertext' }],
    ['302', { tamper: 'tag' }],
    ['302', { tamper: 'iv' }],
    ['301', { kid: '019cba1e-92c0-7a1b-8f3e-5d2c4b6a7980' }],
    ['301', { kid: 'x' }],
  ];
  for (const [code, mischief] of rows) {
    test(`${JSON.stringify(mischief)} gets Erro ${code} and changes nothing`, async () => {
      const { challenge } = await begin();
      await challenge.send();
      await rejects(challenge.send(password('1234'), mischief), new RegExp(code));
      deepEqual(fixture.sent, []);
      equal((await challenge.send(password('1234'))).transStatus, 'Y');
    });
  }

  test('reveals nothing about the challenge', async () => {
    const { ares, challenge } = await begin();
    await challenge.send();
    for (const jwe of ['', 'x', 'a.b.c.d.e']) {
      const { kind, body } = await fixture.acs.answerSdk(jwe);
      deepEqual(
        [kind, (body as Erro).dsTransID, (body as Erro).errorCode],
        ['error', undefined, '302'],
      );
    }
    equal((await fixture.acs.viewChallenge(ares.acsTransID))?.state, 'OPEN');
  });
});

test('the key of one challenge does not open another', async () => {
  const [one, other] = [await begin(), await begin()];
  await one.challenge.send();
  const kid = other.ares.acsTransID;
  await rejects(one.challenge.send(password('1234'), { kid }), /302/);
  equal((await fixture.acs.viewChallenge(kid))?.state, 'OPEN');
});

test('only one of two equal concurrent messages is accepted', async () => {
  const { challenge } = await begin();
  await challenge.send();
  const both = [password('1234'), password('1234')].map((answer) =>
    challenge.send(answer, { elements: {} }),
  );
  const settled = await Promise.allSettled(both);
  equal(settled.filter(({ status }) => status === 'fulfilled').length, 1);
  deepEqual(results(), [['Y', undefined]]);
});

test("device data for another organization's directory server is refused", async () => {
  const mastercard = { directoryServerId: 'A000000004' };
  const { areq } = sdkRequest(CHALLENGE_CARD, mastercard);
  const { errorCode, errorDetail } = (await ask(fixture, areq)) as Erro;
  deepEqual([errorCode, errorDetail], ['302', 'sdkEncData']);
  const own = sdkRequest('5210110020000008', mastercard);
  equal(((await ask(fixture, own.areq, 'MASTERCARD')) as ARes).transStatus, 'C');
});

test('an app can be authenticated without a challenge, like a browser', async () => {
  const { areq } = sdkRequest('4917110010000009');
  const ares = (await ask(fixture, areq)) as ARes;
  deepEqual([ares.transStatus, ares.acsSignedContent], ['Y', undefined]);
  equal(ares.sdkTransID, areq.sdkTransID);
});

const broken: [code: string, other: Record<string, unknown>][] = [
  ['302', { sdkEncData: 'a.b.c.d.e' }],
  ['302', { sdkEncData: 'x' }],
  ['203', { sdkEphemPubKey: { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) } }],
  ['203', { sdkEphemPubKey: { kty: 'RSA' } }],
  ['203', { sdkMaxTimeout: '04' }],
  ['203', { deviceRenderOptions: { sdkInterface: '01', sdkUiType: [] } }],
  ['201', { sdkTransID: undefined }],
];
for (const [code, overrides] of broken) {
  test(`an AReq with ${JSON.stringify(overrides).slice(0, 50)} gets Erro ${code}`, async () => {
    const { areq } = sdkRequest(CHALLENGE_CARD);
    equal(((await ask(fixture, { ...areq, ...overrides })) as Erro).errorCode, code);
  });
}
