// Tests of a whole challenge between this ACS and an independent SDK, without a network: both
// encryptions, and invalid or manipulated messages.
import { deepEqual, equal, ok, rejects, throws } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { CompactEncrypt } from 'jose';
import { Defect } from '@bramka/gateway/core/assert.ts';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import type { Tampering, PostAnswer } from '@bramka/test/support/sdk/challenge.ts';
import { createSdk } from '@bramka/test/support/sdk/sdk.ts';
import { handClock } from '@bramka/gateway/core/testing/hand-clock.ts';
import { BadAppMessage } from './bad-app-message.ts';
import { openCReq, readCReqHeader, sealCRes } from './challenge-cipher.ts';
import { checkCReq, type AppCReq } from './challenge-message.ts';
import { contentEncryptions, type ContentEncryption } from './compact-jwe.ts';
import { createDirectoryKeys, publicDirectoryKeys } from './directory-keys.ts';
import { signContent } from './signed-content.ts';

const clock = handClock();
const keys = createDirectoryKeys(clock, systemRandom);
const messageVersion = '2.2.0';
const acsURL = 'http://acs.invalid/app';

/** Starts a challenge with a minimal ACS that records what it receives. */
async function begin(enc: ContentEncryption) {
  const [threeDSServerTransID, acsTransID] = [randomUUID(), randomUUID()];
  const seen: { jwe: string; creq: AppCReq }[] = [];
  let sessionKey: Buffer = Buffer.alloc(32);
  let sdkTransID = '';
  const answerTo = async (jwe: string): Promise<string> => {
    const header = readCReqHeader(jwe);
    const creq = await openCReq(jwe, sessionKey);
    const ids = { messageVersion, threeDSServerTransID, acsTransID, sdkTransID };
    const count = String(seen.length).padStart(3, '0');
    checkCReq(creq, { ...ids, sdkCounterStoA: count });
    seen.push({ jwe, creq });
    const isDone = creq.challengeDataEntry === '1234';
    const how = isDone
      ? { challengeCompletionInd: 'Y' as const, transStatus: 'Y' }
      : { challengeCompletionInd: 'N' as const, challengeInfoText: 'Zażółć' };
    const cres = { messageType: 'CRes' as const, ...ids, acsCounterAtoS: count, ...how };
    return sealCRes(cres, sessionKey, header.kid, header.enc);
  };
  const post = async (url: string, jwe: string): Promise<PostAnswer> => {
    equal(url, acsURL);
    try {
      return { status: 200, contentType: 'application/jose', body: await answerTo(jwe) };
    } catch (error) {
      if (!(error instanceof BadAppMessage)) throw error;
      const { errorCode, detail: errorDetail } = error;
      const body = JSON.stringify({ messageType: 'Erro', errorCode, errorDetail });
      return { status: 200, contentType: 'application/json', body };
    }
  };
  const sdk = createSdk({
    referenceNumber: 'SDK 1',
    messageVersion,
    enc,
    post,
    directoryKeys: publicDirectoryKeys(keys),
    now: () => clock.now(),
  });
  const { transId, refNumber, ephemPubKey } = sdk.authenticationParameters();
  sdkTransID = transId;
  const signed = await signContent({
    acsURL,
    keys,
    sdkReferenceNumber: refNumber,
    sdkEphemPubKey: JSON.parse(ephemPubKey),
  });
  sessionKey = signed.sessionKey;
  const { acsSignedContent } = signed;
  const acsData = { tdsServerTxnId: threeDSServerTransID, acsTxnId: acsTransID, acsSignedContent };
  return { challenge: sdk.beginChallenge(acsData), seen, sessionKey, acsTransID };
}

for (const enc of contentEncryptions) {
  describe(`a challenge under ${enc}`, () => {
    test('runs from the first CReq to the last CRes', async () => {
      const { challenge, seen, acsTransID } = await begin(enc);
      const first = await challenge.send();
      deepEqual([first.acsCounterAtoS, first.challengeCompletionInd], ['000', 'N']);
      equal(first['challengeInfoText'], 'Zażółć');
      const wrong = await challenge.send({ challengeDataEntry: 'ąęś' });
      equal(wrong.challengeCompletionInd, 'N');
      const last = await challenge.send({ challengeDataEntry: '1234' });
      deepEqual([last.acsCounterAtoS, last.transStatus], ['002', 'Y']);
      const counters = seen.map(({ creq }) => creq.sdkCounterStoA);
      deepEqual(counters, ['000', '001', '002']);
      for (const { jwe } of seen) deepEqual(readCReqHeader(jwe), { kid: acsTransID, enc });
    });

    const otherId = randomUUID();
    const mischiefs: [what: string, mischief: Tampering, errorCode: string][] = [
      ['a counter that is too high', { counter: '002' }, '302'],
      ['a counter that was used', { counter: '000' }, '302'],
      ['a counter of two digits', { counter: '01' }, '203'],
      ['another key', { otherKey: true }, '302'],
      ['a changed header', { tamper: 'header' }, '302'],
      ['a changed nonce', { tamper: 'iv' }, '302'],
      ['a changed ciphertext', { tamper: 'ciphertext' }, '302'],
      ['a changed tag', { tamper: 'tag' }, '302'],
      ['the kid of another challenge', { kid: otherId }, '301'],
      ['a replay', { replay: true }, '302'],
      ['another SDK transaction', { elements: { sdkTransID: otherId } }, '301'],
      ['another server transaction', { elements: { threeDSServerTransID: otherId } }, '301'],
      ['another acsTransID inside', { elements: { acsTransID: otherId } }, '301'],
      ['another version', { elements: { messageVersion: '2.1.0' } }, '102'],
      ['another type', { elements: { messageType: 'CRes' } }, '101'],
      ['no counter', { elements: { sdkCounterStoA: undefined } }, '201'],
    ];
    for (const [what, mischief, errorCode] of mischiefs) {
      test(`refuses ${what}, and continues with the right message`, async () => {
        const { challenge, seen } = await begin(enc);
        await challenge.send();
        const bad = challenge.send({ challengeDataEntry: '1234' }, mischief);
        await rejects(bad, {
          name: 'SdkError',
          kind: 'refused',
          message: `refused: error ${errorCode}`,
        });
        equal(seen.length, 1);
        equal((await challenge.send({ challengeDataEntry: '1234' })).transStatus, 'Y');
      });
    }

    test('a CRes cannot be sent back as a CReq', async () => {
      const { sessionKey, acsTransID } = await begin(enc);
      const ids = {
        messageVersion,
        threeDSServerTransID: otherId,
        acsTransID,
        sdkTransID: otherId,
      };
      const cres = {
        messageType: 'CRes' as const,
        ...ids,
        acsCounterAtoS: '000',
        challengeCompletionInd: 'N' as const,
      };
      const sealed = await sealCRes(cres, sessionKey, acsTransID, enc);
      // CBC uses one key for both directions, so the message type reveals it.
      const errorCode = enc === 'A128GCM' ? '302' : '101';
      await rejects(openCReq(sealed, sessionKey), { name: 'BadAppMessage', errorCode });
      const misplaced = () => sealCRes(cres, sessionKey, otherId, enc);
      throws(misplaced, Defect);
    });

    test('no error contains what the customer typed, or the key', async () => {
      const { challenge, seen, sessionKey } = await begin(enc);
      await challenge.send({ challengeDataEntry: 'S3cret-0TP' });
      const [sent] = seen;
      ok(sent);
      const stranger = Buffer.alloc(32, 9);
      const error = await openCReq(sent.jwe, stranger).catch((caught: unknown) => caught);
      ok(error instanceof BadAppMessage);
      const printed = `${error.stack}${JSON.stringify(error)}${sessionKey.length}`;
      for (const secret of ['S3cret-0TP', stranger.toString('hex'), sent.jwe.slice(-20)]) {
        ok(!printed.includes(secret));
      }
    });
  });
}

test('decrypts messages of another implementation, and refuses a body without CReq', async () => {
  const key = Buffer.alloc(32, 5);
  const kid = randomUUID();
  const creq = {
    messageType: 'CReq',
    messageVersion,
    threeDSServerTransID: kid,
    acsTransID: kid,
    sdkTransID: kid,
    sdkCounterStoA: '000',
  };
  const seal = (body: string) =>
    new CompactEncrypt(Buffer.from(body))
      .setProtectedHeader({ alg: 'dir', enc: 'A128CBC-HS256', kid })
      .encrypt(key);
  deepEqual(await openCReq(await seal(JSON.stringify(creq)), key), creq);
  for (const body of ['', 'text', '[]', '{"messageType":"CReq","messageType":"CReq"}']) {
    await rejects(openCReq(await seal(body), key), { name: 'BadAppMessage', errorCode: '101' });
  }
});

test('a CReq without a kid belongs to no challenge', async () => {
  const jwe = await new CompactEncrypt(Buffer.from('{}'))
    .setProtectedHeader({ alg: 'dir', enc: 'A128GCM' })
    .encrypt(Buffer.alloc(16));
  throws(() => readCReqHeader(jwe), { name: 'BadAppMessage', errorCode: '302' });
});

test('a session key of another size is a defect', async () => {
  const { seen, challenge } = await begin('A128GCM');
  await challenge.send();
  await rejects(openCReq(seen[0]?.jwe ?? '', Buffer.alloc(16)), Defect);
});
