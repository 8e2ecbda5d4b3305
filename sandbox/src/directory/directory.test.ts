// Tests of the simulated directory servers: which cards they know, what they refuse with which
// code, and how valid requests are answered.
import { deepEqual, doesNotMatch, equal, match, notEqual } from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { ARes, AReq, Erro } from '@bramka/gateway/threeds/messages/message.ts';
import type { PRes } from '@bramka/gateway/threeds/ranges/range-message.ts';
import {
  areqOf,
  ask,
  openAcsFixture,
  PUBLIC_URL,
  type AcsFixture,
} from '../testing/acs-fixture.ts';
import { organizations, type Organization } from '../wire/organization.ts';

let fixture: AcsFixture;
before(async () => (fixture = await openAcsFixture('memory')));

const inWords = (answer: ARes | Erro): string =>
  answer.messageType === 'ARes'
    ? `ARes ${answer.transStatus}`
    : `Erro ${answer.errorCode} ${answer.errorDetail}`;

/** The fields that differ in a 2.3.1 request. */
const latest = {
  messageVersion: '2.3.1',
  threeDSRequestorChallengeInd: ['01'],
  acceptLanguage: ['pl-PL'],
  acquirerCountryCode: '616',
  acquirerCountryCodeSource: '01',
};

describe('an AReq', () => {
  const refused: [expected: string, other: Record<string, unknown>][] = [
    ['Erro 101 messageType', { messageType: 'RReq' }],
    ['Erro 201 messageVersion', { messageVersion: undefined }],
    ['Erro 102 2.1.0,2.2.0,2.3.1', { messageVersion: '2.4.0' }],
    ['Erro 102 2.1.0,2.2.0,2.3.1', { messageVersion: 2 }],
    ['Erro 201 deviceChannel', { deviceChannel: undefined }],
    ['Erro 203 deviceChannel', { deviceChannel: '04' }],
    ['Erro 201 messageCategory', { messageCategory: undefined }],
    ['Erro 201 threeDSServerTransID', { threeDSServerTransID: undefined }],
    ['Erro 203 threeDSServerTransID', { threeDSServerTransID: 'x' }],
    ['Erro 203 threeDSServerRefNumber', { threeDSServerRefNumber: 'x'.repeat(33) }],
    ['Erro 203 threeDSServerURL', { threeDSServerURL: 'ftp://x' }],
    ['Erro 203 threeDSRequestorURL', { threeDSRequestorURL: 'shop' }],
    ['Erro 203 threeDSRequestorName', { threeDSRequestorName: 'x'.repeat(41) }],
    ['Erro 203 threeDSRequestorName', { threeDSRequestorName: '' }],
    ['Erro 203 threeDSRequestorName', { threeDSRequestorName: 'a\nb' }],
    ['Erro 203 threeDSRequestorAuthenticationInd', { threeDSRequestorAuthenticationInd: '1' }],
    ['Erro 203 threeDSRequestorChallengeInd', { threeDSRequestorChallengeInd: '10' }],
    ['Erro 203 threeDSRequestorDecMaxTime', { threeDSRequestorDecMaxTime: '10' }],
    ['Erro 203 threeDSRequestorDecMaxTime', { threeDSRequestorDecMaxTime: '10081' }],
    ['Erro 201 threeDSRequestorDecMaxTime', { threeDSRequestorDecMaxTime: undefined }],
    ['Erro 201 acctNumber', { acctNumber: undefined }],
    ['Erro 203 acctNumber', { acctNumber: '4917' }],
    ['Erro 203 acctNumber', { acctNumber: 4917110020000007 }],
    ['Erro 203 cardExpiryDate', { cardExpiryDate: '3013' }],
    ['Erro 203 cardholderName', { cardholderName: 'x' }],
    ['Erro 201 acquirerBIN', { acquirerBIN: undefined }],
    ['Erro 203 mcc', { mcc: '573' }],
    ['Erro 304 merchantCountryCode', { merchantCountryCode: '999' }],
    ['Erro 203 merchantCountryCode', { merchantCountryCode: 'PL' }],
    ['Erro 203 merchantName', { merchantName: 'x'.repeat(41) }],
    ['Erro 203 purchaseAmount', { purchaseAmount: '123.45' }],
    ['Erro 201 purchaseCurrency', { purchaseCurrency: undefined }],
    ['Erro 203 purchaseCurrency', { purchaseCurrency: 'PLN' }],
    ['Erro 304 purchaseCurrency', { purchaseCurrency: '001' }],
    ['Erro 203 purchaseExponent', { purchaseExponent: 2 }],
    ['Erro 203 purchaseDate', { purchaseDate: '20260230120000' }],
    ['Erro 203 purchaseDate', { purchaseDate: '2026030112000' }],
    ['Erro 201 recurringExpiry', { threeDSRequestorAuthenticationInd: '02' }],
    ['Erro 203 email', { email: 'nobody' }],
    ['Erro 203 mobilePhone', { mobilePhone: { cc: '48' } }],
    ['Erro 203 billAddrPostCode', { billAddrPostCode: '1'.repeat(17) }],
    ['Erro 201 billAddrCountry', { billAddrState: 'MZ' }],
    ['Erro 201 threeDSCompInd', { threeDSCompInd: undefined }],
    ['Erro 203 threeDSCompInd', { threeDSCompInd: 'X' }],
    ['Erro 201 notificationURL', { notificationURL: undefined }],
    ['Erro 203 notificationURL', { notificationURL: `https://x/${'y'.repeat(256)}` }],
    ['Erro 201 browserAcceptHeader', { browserAcceptHeader: undefined }],
    ['Erro 203 browserIP', { browserIP: 'here' }],
    ['Erro 201 browserJavascriptEnabled', { browserJavascriptEnabled: undefined }],
    ['Erro 203 browserJavaEnabled', { browserJavaEnabled: 'false' }],
    ['Erro 203 browserLanguage', { browserLanguage: 'pl_PL' }],
    ['Erro 203 browserLanguage', { browserLanguage: 'zh-Hant-TW' }],
    ['Erro 203 browserColorDepth', { browserColorDepth: '30' }],
    ['Erro 201 browserTZ', { browserTZ: undefined }],
    ['Erro 203 browserTZ', { browserTZ: 60 }],
    ['Erro 203 browserUserAgent', { browserUserAgent: 'x'.repeat(2049) }],
    ['Erro 201 threeRIInd', { deviceChannel: '03' }],
    ['Erro 201 sdkAppID', { deviceChannel: '01' }],
    ['Erro 305 acctNumber', { acctNumber: '4111111111111111' }],
    ['Erro 305 acctNumber', { acctNumber: '5210110020000008' }],
    ['Erro 102 2.1.0', { acctNumber: '4917110220000005' }],
    ['Erro 102 2.1.0,2.2.0', { ...latest, acctNumber: '4917110320000004' }],
    ['Erro 203 threeDSRequestorChallengeInd', { threeDSRequestorChallengeInd: ['01'] }],
    ['Erro 405 ACS', { acctNumber: '4917110040000003' }],
  ];
  for (const [expected, overrides] of refused) {
    test(`with ${JSON.stringify(overrides).slice(0, 60)} is answered ${expected}`, async () => {
      equal(inWords(await ask(fixture, areqOf(fixture.ids, overrides))), expected);
    });
  }

  const accepted: [other: Record<string, unknown>, organization?: Organization][] = [
    [{}],
    [{ ...latest, browserLanguage: 'zh-Hant-TW' }],
    [{ messageVersion: '2.1.0', browserJavascriptEnabled: undefined }],
    [{ acctNumber: '4917110220000005', messageVersion: '2.1.0' }],
    [
      {
        browserJavascriptEnabled: false,
        browserJavaEnabled: undefined,
        browserColorDepth: undefined,
        browserTZ: undefined,
        browserScreenHeight: undefined,
        browserScreenWidth: undefined,
      },
    ],
    [
      {
        threeDSRequestorAuthenticationInd: '02',
        recurringExpiry: '20280229',
        recurringFrequency: '28',
        mobilePhone: { cc: '48', subscriber: '600100200' },
        email: 'jan@example.com',
        billAddrCountry: '616',
        billAddrState: 'MZ',
      },
    ],
    [{ purchaseCurrency: '392', purchaseExponent: '0', purchaseAmount: '500' }],
    [{ acctNumber: '5210110020000008' }, 'MASTERCARD'],
    [{ acctNumber: '371449002000008' }, 'AMEX'],
    [{ acctNumber: '6763110020000007' }, 'MAESTRO'],
    [{ acctNumber: '6763110020000007' }, 'MASTERCARD'],
  ];
  for (const [overrides, organization] of accepted) {
    test(`with ${JSON.stringify(overrides).slice(0, 60)} passes`, async () => {
      equal(inWords(await ask(fixture, areqOf(fixture.ids, overrides), organization)), 'ARes C');
    });
  }

  test('is answered with the ids of all parties and the challenge URL', async () => {
    const areq = areqOf(fixture.ids);
    const ares = (await ask(fixture, areq)) as ARes;
    equal(ares.threeDSServerTransID, areq.threeDSServerTransID);
    notEqual(ares.acsTransID, ares.dsTransID);
    equal(ares.acsURL, `${PUBLIC_URL}/sandbox/acs/challenge`);
    deepEqual([ares.eci, ares.authenticationValue], [undefined, undefined]);
  });

  test('is refused the second time, also when sent concurrently', async () => {
    const areq = areqOf(fixture.ids);
    const answers = await Promise.all([ask(fixture, areq), ask(fixture, areq), ask(fixture, areq)]);
    const expected = ['ARes C', ...Array<string>(2).fill('Erro 203 threeDSServerTransID')];
    deepEqual(answers.map(inWords).sort(), expected);
  });

  test('is refused without echoing its values', async () => {
    const other = { threeDSServerTransID: '4917110020000007', merchantName: 7 };
    const answer = (await ask(fixture, areqOf(fixture.ids, other))) as Erro;
    doesNotMatch(JSON.stringify(answer), /4917/);
    deepEqual([answer.errorComponent, answer.errorMessageType], ['D', 'AReq']);
  });

  test('makes the directory server fail with its failure cards', async () => {
    const handle = (acctNumber: string) =>
      fixture.directory.handle('VISA', areqOf(fixture.ids, { acctNumber }));
    equal((await handle('4917110041000002'))?.status, 503);
    equal(await handle('4917110042000001'), undefined);
    const garbage = await handle('4917110043000000');
    deepEqual([garbage?.status, typeof garbage?.body], [200, 'string']);
  });
});

test('answers Erro 101 if the body is not a message', async () => {
  for (const nothing of [undefined, null, 'AReq', 7, [], {}]) {
    const answer = await fixture.directory.handle('VISA', nothing);
    equal((answer?.body as Erro).errorCode, '101');
  }
});

describe('a PReq', () => {
  const preq = (overrides: object = {}) => ({
    messageType: 'PReq',
    messageVersion: '2.2.0',
    threeDSServerTransID: fixture.ids.next(),
    threeDSServerRefNumber: '3DS_LOA_SER_BRMK_020200_00001',
    ...overrides,
  });
  const tell = async (other: object = {}, organization: Organization = 'VISA') =>
    (await fixture.directory.handle(organization, preq(other)))?.body as PRes &
      Pick<Erro, 'errorCode' | 'errorDetail'>;

  test('is answered with the ranges of that server', async () => {
    const { cardRangeData = [], ...pres } = await tell();
    deepEqual([pres.dsStartProtocolVersion, pres.dsEndProtocolVersion], ['2.1.0', '2.3.1']);
    deepEqual(
      cardRangeData.map((one) => [
        one.startRange,
        one.endRange,
        one.acsStartProtocolVersion,
        one.acsEndProtocolVersion,
        one.threeDSMethodURL,
      ]),
      [
        ['4917110000000000', '4917110099999999', '2.1.0', '2.3.1', undefined],
        [
          '4917110100000000',
          '4917110199999999',
          '2.1.0',
          '2.3.1',
          `${PUBLIC_URL}/sandbox/acs/method`,
        ],
        ['4917110200000000', '4917110299999999', '2.1.0', '2.1.0', undefined],
        ['4917110300000000', '4917110399999999', '2.1.0', '2.2.0', undefined],
        ['4895370000000000', '4895379999999999', '2.1.0', '2.3.1', undefined],
      ],
    );
    const amex = await tell({}, 'AMEX');
    deepEqual(
      amex.cardRangeData?.map((one) => one.startRange),
      ['371449000000000'],
    );
  });

  test('gets the same answer from Maestro and Mastercard, Diners and Discover', async () => {
    const startsOf = async (organization: Organization) =>
      (await tell({}, organization)).cardRangeData?.map((one) => one.startRange);
    const ofMastercard = ['5210110000000000', '6763110000000000', '5204730000000000'];
    deepEqual(await startsOf('MASTERCARD'), ofMastercard);
    deepEqual(await startsOf('MAESTRO'), ofMastercard);
    deepEqual(await startsOf('DISCOVER'), ['6510110000000000']);
    deepEqual(await startsOf('DINERS'), ['6510110000000000']);
  });

  test('with the current serial number is answered without ranges', async () => {
    for (const organization of organizations) {
      const { serialNum = '' } = await tell({}, organization);
      match(serialNum, /^[0-9a-f]{20}$/);
      const again = await tell({ serialNum }, organization);
      deepEqual([again.serialNum, again.cardRangeData], [serialNum, undefined]);
    }
  });

  const refused: [expected: string, other: object][] = [
    ['307 serialNum', { serialNum: '1' }],
    ['203 serialNum', { serialNum: '1'.repeat(21) }],
    ['201 threeDSServerTransID', { threeDSServerTransID: undefined }],
    ['201 threeDSServerRefNumber', { threeDSServerRefNumber: undefined }],
    ['102 2.1.0,2.2.0,2.3.1', { messageVersion: '1.0.2' }],
  ];
  for (const [expected, other] of refused) {
    test(`with ${JSON.stringify(other)} is answered ${expected}`, async () => {
      const { errorCode, errorDetail } = await tell(other);
      equal(`${errorCode} ${errorDetail}`, expected);
    });
  }
});

test('a non-payment request needs no amount and shows none', async () => {
  const bare: Partial<Record<keyof AReq, undefined>> = {
    purchaseAmount: undefined,
    purchaseCurrency: undefined,
    purchaseExponent: undefined,
    purchaseDate: undefined,
    mcc: undefined,
    merchantName: undefined,
  };
  const ares = (await ask(
    fixture,
    areqOf(fixture.ids, { ...bare, messageCategory: '02' }),
  )) as ARes;
  const view = await fixture.acs.viewChallenge(ares.acsTransID);
  deepEqual([view?.amount, view?.currency, view?.merchantName], ['', '', 'Demo shop']);
});
