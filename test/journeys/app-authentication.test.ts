// Payments in an app, on both databases, with an SDK that uses real cryptography: from the SDK's
// versions to the end of the challenge, also when SDK, data or network fail.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Json, Reply } from '../support/client.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { openDatabaseOf } from '../support/life/consistency.ts';
import { assertConsistentAtRest } from '../support/life/race.ts';
import {
  card,
  bodyOf,
  paymentIdOf,
  addMerchantClient,
  refusalOf,
  type MerchantClient,
} from '../support/life/payments.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { advance } from '../support/sandbox.ts';
import type { Answer, Tampering } from '../support/sdk/challenge.ts';
import { createSdk } from '../support/sdk/sdk.ts';
import { appCustomer, type AppCustomer, type AppOptions } from '../support/threeds/app-customer.ts';
import {
  browserDevice,
  cards,
  challengeAfter,
  passChallenge,
} from '../support/threeds/challenge.ts';
import { authorizationsOf } from '../support/threeds/outcome.ts';
import { freezeClock } from '../support/threeds/frozen-clock.ts';
import {
  removeSignature,
  replaceField,
  signAsAttacker,
} from '../support/threeds/foreign-content.ts';

const right: Answer = { challengeDataEntry: '1234' };
const wrong: Answer = { challengeDataEntry: '4321' };

/** The customer's answers, and how the payment ends. */
const stories: [what: string, answers: Answer[], status: string, rejectCode?: string][] = [
  ['a wrong password, then the right one', [wrong, right], 'COMPLETED'],
  ['two wrong passwords, then the right one', [wrong, wrong, right], 'COMPLETED'],
  ['three wrong passwords', [wrong, wrong, wrong], 'REJECTED', 'SCA_FAILED'],
  ['an empty field each time', Array(3).fill({ challengeNoEntry: 'Y' }), 'REJECTED', 'SCA_FAILED'],
  ['cancelling', [{ challengeCancel: '01' }], 'REJECTED', 'CANCELLED_BY_CUSTOMER'],
  [
    'cancelling after a wrong password',
    [wrong, { challengeCancel: '01' }],
    'REJECTED',
    'CANCELLED_BY_CUSTOMER',
  ],
  ['taking too long in the app', [{ challengeCancel: '08' }], 'REJECTED', 'SCA_TIMEOUT'],
];

/** Cards, versions and content encryptions, each with the ECI that the acquirer gets. */
const ways: [what: string, options: AppOptions, eci: string][] = [
  ['version 2.1.0', { version: '2.1.0' }, '05'],
  ['version 2.1.0 and A128GCM', { version: '2.1.0', enc: 'A128GCM' }, '05'],
  ['version 2.2.0 and A128GCM', { enc: 'A128GCM' }, '05'],
  ['version 2.2.0 and A128CBC-HS256', { enc: 'A128CBC-HS256' }, '05'],
  ['version 2.3.1', { version: '2.3.1' }, '05'],
  ['Mastercard', { card: cards.mastercardChallenge }, '02'],
  ['Mastercard, 2.1.0', { card: cards.mastercardChallenge, version: '2.1.0' }, '02'],
  ['Maestro', { card: '6763110020000007' }, '02'],
  ['American Express', { card: '371449002000008' }, '05'],
];

/** Invalid messages of an SDK or attacker; `ends`: whether the ACS ends the challenge. */
const mischiefs: [what: string, mischief: Tampering, errorCode: string, ends: boolean][] = [
  ['a key that was not agreed', { otherKey: true }, '302', false],
  ['a changed header', { tamper: 'header' }, '302', false],
  ['a changed initial vector', { tamper: 'iv' }, '302', false],
  ['a changed message', { tamper: 'ciphertext' }, '302', false],
  ['a changed tag', { tamper: 'tag' }, '302', false],
  ['an unknown challenge', { kid: randomUUID() }, '301', false],
  ['a message sent twice', { replay: true }, '302', true],
  ['a skipped counter', { counter: '002' }, '302', true],
  ['a counter that starts again', { counter: '000' }, '302', true],
  ['another payment', { elements: { threeDSServerTransID: randomUUID() } }, '301', true],
  ['another challenge', { elements: { acsTransID: randomUUID() } }, '301', true],
  ['another SDK', { elements: { sdkTransID: randomUUID() } }, '301', true],
  ['another version', { elements: { messageVersion: '2.1.0' } }, '102', true],
];

/** Invalid SDK data, by field. */
const malformed: [field: string, value: unknown][] = [
  ['transId', 'not an id'],
  ['appId', ''],
  ['refNumber', 'ż'],
  ['ephemPubKey', '{"kty":"EC","crv":"P-256"}'],
  ['ephemPubKey', '{"kty":"EC","crv":"P-256","x":"AAAA","y":"AAAA"}'],
  ['encData', 'a.b.c'],
  ['maxTimeout', 4],
  ['maxTimeout', 100],
  ['messageVersion', 'two'],
  ['messageVersion', '1.0.2'],
];

for (const database of databasesOfTier) {
  describe(`paying in an app, ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    let merchant: MerchantClient;
    let app: AppCustomer;
    before(async () => {
      gateway = await exclusiveGateway(database);
      merchant = await addMerchantClient(gateway);
      app = await appCustomer(gateway, merchant.token);
    });
    after(async () => {
      const db = gateway && (await openDatabaseOf(gateway.installation));
      if (db) await assertConsistentAtRest(db);
      await db?.close();
      await gateway?.release();
    });

    /** Asserts how the payment ended, with its transactions and charges. */
    async function assertEnded(paymentId: string, status: string, code?: string, eci?: string) {
      const end = await gateway.waitForStatus(merchant.token, paymentId);
      assert.deepEqual([end['status'], end['rejectCode']], [status, code]);
      const isPaid = status === 'COMPLETED';
      const heard = await authorizationsOf(gateway, paymentId);
      assert.deepEqual(
        heard.map((one) => [one.result, one.eci]),
        isPaid ? [['APPROVED', eci ?? '05']] : [],
      );
      const transactions = await merchant.transactions(paymentId);
      assert.deepEqual(
        transactions.map((one) => one['status']),
        isPaid ? ['COMPLETED'] : [],
      );
    }

    /** acsData for the SDK; from a later answer if the machine was too slow. */
    const acsDataAfter = async (reply: Reply): Promise<Json> => ({
      ...(await challengeAfter(gateway, merchant.token, reply)).acsData,
    });

    async function assertUntouched(paymentId: string): Promise<void> {
      const { status, dataRequest } = await merchant.read(paymentId);
      assert.deepEqual([status, dataRequest], ['PENDING', 'CARD_3DS']);
      assert.deepEqual(await gateway.chargesOf(paymentId), []);
    }

    test('an app pays step by step, from the versions of its SDK to COMPLETED', async () => {
      const binInfo = await app.binInfo(cards.challenge, '2.1.0', '2.2.0');
      assert.equal(binInfo['organization'], 'VISA');
      assert.equal(binInfo['protocolVersion'], '2.2.0');
      const registered = bodyOf(await app.register());
      assert.deepEqual([registered['status'], registered['dataRequest']], ['NEW', 'DEVICE']);
      const paymentId = registered['paymentId'] as string;
      const versions = { channel: 'MOBILE', sdkStartProtocol: '2.1.0', sdkEndProtocol: '2.2.0' };
      const again = bodyOf(await merchant.call('POST', paymentId, '/binInfo', versions));
      assert.deepEqual(again, binInfo);

      const sdk = await app.sdkFor();
      const acsData = await acsDataAfter(await app.sendSdkData(paymentId, sdk));
      assert.deepEqual(bodyOf(await merchant.call('GET', paymentId, '/acsData')), acsData);
      const { acsURL, creqPayload, acsRefNumber } = acsData;
      assert.deepEqual([acsURL, creqPayload], [undefined, undefined], 'there is no browser');
      assert.equal(acsRefNumber, 'BRAMKA_SANDBOX_ACS');

      const challenge = sdk.beginChallenge(acsData);
      assert.equal(challenge.acsURL, `${gateway.url}/sandbox/acs/app`);
      const question = await challenge.send();
      assert.deepEqual([question.challengeCompletionInd, question['acsUiType']], ['N', '01']);
      assert.match(String(question['challengeInfoText']), /123\.45 PLN/);
      await assertUntouched(paymentId);
      const end = await challenge.send(right);
      assert.deepEqual([end.challengeCompletionInd, end.transStatus], ['Y', 'Y']);
      await assertEnded(paymentId, 'COMPLETED');
      assert.equal((await merchant.call('GET', paymentId, '/acsData')).status, 409);
    });

    for (const [what, answers, status, rejectCode] of stories) {
      test(`${what} ends ${[status, rejectCode].join(' ').trim()}`, async () => {
        const { paymentId, challenge } = await app.startChallenge();
        await challenge.send();
        for (const [position, answer] of answers.entries()) {
          await assertUntouched(paymentId);
          const cres = await challenge.send(answer);
          const isLast = position === answers.length - 1;
          assert.equal(cres.challengeCompletionInd, isLast ? 'Y' : 'N');
          assert.equal(cres.transStatus, isLast ? (answer === right ? 'Y' : 'N') : undefined);
        }
        await assertEnded(paymentId, status, rejectCode);
      });
    }

    for (const [what, options, eci] of ways) {
      test(`a challenge with ${what} ends COMPLETED with ECI ${eci}`, async () => {
        const { paymentId, acsData, challenge } = await app.startChallenge(options);
        assert.equal(acsData['messageVersion'], options.version ?? '2.2.0');
        await challenge.send();
        await challenge.send(right);
        await assertEnded(paymentId, 'COMPLETED', undefined, eci);
      });
    }

    test('an SDK of a version that the issuer does not support is refused', async () => {
      const card = cards.upToVersion210;
      const known = await app.binInfo(card, '2.1.0', '2.2.0');
      assert.equal(known['protocolVersion'], '2.1.0');
      const paymentId = paymentIdOf(await app.register(card));
      const sdk = await app.sdkFor({ card, version: '2.1.0' });
      const refused = await app.sendSdkData(paymentId, sdk, '2.2.0');
      assert.deepEqual(refusalOf(refused), [400, 'INVALID_REQUEST']);
      assert.match(refused.text, /"field":"device\.sdk\.messageVersion"/);
      const handed = await app.sendSdkData(paymentId, sdk, '2.1.0');
      const challenge = sdk.beginChallenge(await acsDataAfter(handed));
      await challenge.send();
      await challenge.send(right);
      await assertEnded(paymentId, 'COMPLETED');
    });

    for (const [what, mischief, errorCode, ends] of mischiefs) {
      const end = ends ? 'ends without a charge' : 'changes nothing';
      test(`a right password under ${what} ${end}`, async () => {
        const { paymentId, challenge } = await app.startChallenge();
        await challenge.send();
        const refused = await challenge.send(right, mischief).then(
          () => assert.fail('the ACS accepted it'),
          (error: { kind?: string; erro?: Json }) => error,
        );
        assert.deepEqual([refused.kind, refused.erro?.['errorCode']], ['refused', errorCode]);
        if (ends) return assertEnded(paymentId, 'REJECTED', 'SCA_UNAVAILABLE');
        await assertUntouched(paymentId);
        await challenge.send(right);
        await assertEnded(paymentId, 'COMPLETED');
      });
    }

    test('after the end of a challenge no message changes its result', async () => {
      const { paymentId, challenge } = await app.startChallenge();
      await challenge.send();
      await challenge.send({ challengeCancel: '01' });
      const told = await challenge.send(right);
      assert.deepEqual([told.challengeCompletionInd, told.transStatus], ['Y', 'N']);
      await assertEnded(paymentId, 'REJECTED', 'CANCELLED_BY_CUSTOMER');
    });

    test('the SDK only trusts content signed by the directory server for itself', async () => {
      const { paymentId, sdk, acsData, challenge } = await app.startChallenge();
      const otherChallenge = await app.startChallenge();
      const genuine = acsData['acsSignedContent'] as string;
      const forged = {
        'signed by another authority': await signAsAttacker(genuine),
        'with another address': replaceField(genuine, 'acsURL'),
        'with another key': replaceField(genuine, 'acsEphemPubKey'),
        'without a signature': removeSignature(genuine),
        'of another payment': otherChallenge.acsData['acsSignedContent'],
      };
      for (const [what, acsSignedContent] of Object.entries(forged)) {
        const begin = () => sdk.beginChallenge({ ...acsData, acsSignedContent });
        assert.throws(begin, { name: 'SdkError', kind: 'untrusted' }, what);
      }
      for (const one of [{ paymentId, challenge }, otherChallenge]) {
        await assertUntouched(one.paymentId);
        await one.challenge.send();
        await one.challenge.send(right);
        await assertEnded(one.paymentId, 'COMPLETED');
      }
    });

    test('a frictionless authentication needs no challenge', async () => {
      const card = cards.frictionless;
      const sdk = await app.sdkFor({ card });
      const paymentId = paymentIdOf(await app.register(card));
      const handed = bodyOf(await app.sendSdkData(paymentId, sdk));
      assert.deepEqual([handed['acsData'], handed['dataRequest']], [undefined, undefined]);
      await assertEnded(paymentId, 'COMPLETED');
    });

    test('an SDK without messageVersion uses the version from binInfo', async () => {
      for (const [version, asks] of [
        ['2.1.0', true],
        ['2.2.0', false],
      ] as const) {
        const sdk = await app.sdkFor({ version });
        const paymentId = paymentIdOf(await app.register());
        const versions = { sdkStartProtocol: '2.1.0', sdkEndProtocol: version };
        if (asks) bodyOf(await merchant.call('POST', paymentId, '/binInfo', versions));
        const device = { sdk: sdk.authenticationParameters() };
        const handed = await merchant.call('PATCH', paymentId, '', { device });
        const { acsData } = await challengeAfter(gateway, merchant.token, handed);
        assert.equal(acsData.messageVersion, version);
        const challenge = sdk.beginChallenge({ ...acsData });
        await challenge.send();
        await challenge.send(right);
        await assertEnded(paymentId, 'COMPLETED');
      }
    });

    test('binInfo without SDK versions, or of another payment, sets no SDK version', async () => {
      const ask = (paymentId: string, body: Json) =>
        merchant.call('POST', paymentId, '/binInfo', body).then(bodyOf);
      const failed = paymentIdOf(await app.register());
      await ask(failed, { sdkStartProtocol: '2.1.0', sdkEndProtocol: '2.1.0' });
      bodyOf(await merchant.call('POST', failed, '/cancel'));
      const again = bodyOf(await merchant.call('POST', failed, '/retry'))['paymentId'] as string;
      const instrument = { ...card, instrumentNo: cards.challenge };
      bodyOf(await merchant.call('PUT', again, '/instrument', instrument));
      assert.equal((await ask(again, {}))['protocolVersion'], '2.3.1');
      const sdk = await app.sdkFor({ version: '2.2.0' });
      const device = { sdk: sdk.authenticationParameters() };
      const handed = await merchant.call('PATCH', again, '', { device });
      const { acsData } = await challengeAfter(gateway, merchant.token, handed);
      assert.equal(acsData.messageVersion, '2.2.0');
    });

    test('browser data is used if the SDK has another version', async () => {
      const card = '4917110220000005';
      const sdk = await app.sdkFor({ card, version: '2.1.0' });
      const other = { ...sdk.authenticationParameters(), messageVersion: '2.2.0' };
      const device = { ...browserDevice(), sdk: other };
      const reply = await merchant.create({ card, channel: 'MOBILE' }, { device });
      const { acsData, acsTxnId } = await challengeAfter(gateway, merchant.token, reply);
      assert.notEqual(acsData.acsURL, undefined);
      assert.equal('acsSignedContent' in acsData, false);
      await passChallenge(gateway, acsTxnId);
      await assertEnded(paymentIdOf(reply), 'COMPLETED');
    });

    test('an app can send its SDK data at creation', async () => {
      const sdk = await app.sdkFor();
      const device = { sdk: { ...sdk.authenticationParameters(), messageVersion: '2.2.0' } };
      const reply = await merchant.create({ card: cards.challenge, channel: 'MOBILE' }, { device });
      const challenge = sdk.beginChallenge(await acsDataAfter(reply));
      await challenge.send();
      await challenge.send(right);
      await assertEnded(paymentIdOf(reply), 'COMPLETED');
    });

    test('a challenge in an app lasts as long as sdkMaxTimeout', async (context) => {
      await freezeClock(context, gateway);
      const inTime = await app.startChallenge();
      const tooLate = await app.startChallenge();
      for (const { challenge } of [inTime, tooLate]) await challenge.send();
      await advance(gateway, 14 * 60);
      await inTime.challenge.send(right);
      await assertEnded(inTime.paymentId, 'COMPLETED');
      await assertUntouched(tooLate.paymentId);
      await advance(gateway, 60);
      await assertEnded(tooLate.paymentId, 'REJECTED', 'SCA_TIMEOUT');
    });

    test('the right password after the shop has cancelled charges nothing', async () => {
      const { paymentId, challenge } = await app.startChallenge();
      await challenge.send();
      assert.equal((await merchant.call('POST', paymentId, '/cancel')).status, 200);
      assert.equal((await challenge.send(right)).transStatus, 'Y');
      await assertEnded(paymentId, 'CANCELLED');
    });

    test('device data that the directory server cannot decrypt ends SCA_UNAVAILABLE', async () => {
      const [mine, stranger] = [await app.sdkFor(), await app.sdkFor()];
      const { x, y } = JSON.parse(stranger.authenticationParameters().ephemPubKey) as never;
      const sdk = createSdk({
        referenceNumber: mine.authenticationParameters().refNumber,
        directoryKeys: { ...app.directoryKeys, encryptionJwk: { x, y } },
        messageVersion: '2.2.0',
      });
      const paymentId = paymentIdOf(await app.register());
      assert.equal(bodyOf(await app.sendSdkData(paymentId, sdk))['acsData'], undefined);
      await assertEnded(paymentId, 'REJECTED', 'SCA_UNAVAILABLE');
    });

    for (const [field, value] of malformed) {
      test(`${field} ${JSON.stringify(value)} is refused, and the payment waits`, async () => {
        const sdk = await app.sdkFor();
        const good = { ...sdk.authenticationParameters(), messageVersion: '2.2.0' };
        const device = { sdk: { ...good, [field]: value } };
        const reply = await merchant.create(
          { card: cards.challenge, channel: 'MOBILE' },
          { device },
        );
        const { status, dataRequest } = bodyOf(reply);
        assert.deepEqual([status, dataRequest], ['NEW', 'DEVICE']);
        const refused = await merchant.call('PATCH', paymentIdOf(reply), '', { device });
        assert.deepEqual(refusalOf(refused), [400, 'INVALID_REQUEST']);
        const details = refused.body['details'] as Json[];
        assert.deepEqual(
          details.map((one) => one['field']),
          [`device.sdk.${field}`],
        );
        assert.equal((await merchant.read(paymentIdOf(reply)))['dataRequest'], 'DEVICE');
        const handed = await app.sendSdkData(paymentIdOf(reply), sdk);
        const challenge = sdk.beginChallenge(await acsDataAfter(handed));
        await challenge.send();
        await challenge.send(right);
        await assertEnded(paymentIdOf(reply), 'COMPLETED');
      });
    }
  });
}
