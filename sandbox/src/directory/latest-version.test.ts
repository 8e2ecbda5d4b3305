// Tests of what the simulated directory servers require only from version 2.3.1 on: lists, the
// acquirer's country, the SDK type, and the kind of a recurring series.

import { equal } from 'node:assert/strict';
import { before, test } from 'node:test';
import { areqOf, ask, openAcsFixture, type AcsFixture } from '../testing/acs-fixture.ts';

let fixture: AcsFixture;
before(async () => (fixture = await openAcsFixture('memory')));

type Changes = Readonly<Record<string, unknown>>;

const browser: Changes = {
  messageVersion: '2.3.1',
  threeDSRequestorChallengeInd: ['01'],
  acceptLanguage: ['pl-PL', 'en;q=0.8'],
  acquirerCountryCode: '616',
  acquirerCountryCodeSource: '01',
};
/** Complete except for valid device data, which is decrypted after all other checks. */
const app: Changes = {
  ...browser,
  deviceChannel: '01',
  acceptLanguage: undefined,
  notificationURL: undefined,
  sdkType: '01',
  defaultSdkType: { sdkVariant: '01' },
  sdkAppID: '0198c5d1-7b2a-7000-8000-00000000000c',
  sdkTransID: '0198c5d1-7b2a-7000-8000-00000000000b',
  sdkReferenceNumber: 'SDK-1',
  sdkEphemPubKey: { kty: 'EC', crv: 'P-256', x: 'x'.repeat(43), y: 'y'.repeat(43) },
  sdkEncData: 'a..b.c.d',
  sdkMaxTimeout: '05',
  deviceRenderOptions: { sdkInterface: '03', sdkUiType: ['01', '05', '06', '07'] },
};
const fixed: Changes = {
  ...browser,
  threeDSRequestorAuthenticationInd: '02',
  recurringInd: { amountInd: '01', frequencyInd: '01' },
  recurringAmount: '12345',
  recurringCurrency: '985',
  recurringExponent: '2',
  recurringFrequency: '28',
  recurringDate: '20260329',
};
const variable: Changes = {
  ...browser,
  threeDSRequestorAuthenticationInd: '02',
  recurringInd: { amountInd: '02', frequencyInd: '02' },
};
const kinds = { browser, app, fixed, variable };

const OPENED = 'Erro 302 JWE form';
const answers: [kind: keyof typeof kinds, changes: Changes, expected: string][] = [
  ['browser', {}, 'ARes C'],
  ['browser', { threeDSRequestorChallengeInd: undefined }, 'ARes C'],
  ['browser', { threeDSRequestorChallengeInd: ['04', '09'] }, 'ARes C'],
  ['browser', { threeDSRequestorChallengeInd: '01' }, 'Erro 203 threeDSRequestorChallengeInd'],
  ['browser', { threeDSRequestorChallengeInd: [] }, 'Erro 203 threeDSRequestorChallengeInd'],
  ['browser', { threeDSRequestorChallengeInd: ['15'] }, 'Erro 203 threeDSRequestorChallengeInd'],
  ['browser', { threeDSRequestorChallengeInd: [1] }, 'Erro 203 threeDSRequestorChallengeInd'],
  [
    'browser',
    { threeDSRequestorChallengeInd: ['03', '04', '09'] },
    'Erro 203 threeDSRequestorChallengeInd',
  ],
  ['browser', { acceptLanguage: undefined }, 'Erro 201 acceptLanguage'],
  ['browser', { acceptLanguage: 'pl-PL' }, 'Erro 203 acceptLanguage'],
  ['browser', { acceptLanguage: [] }, 'Erro 203 acceptLanguage'],
  ['browser', { acceptLanguage: ['x'.repeat(101)] }, 'Erro 203 acceptLanguage'],
  ['browser', { acceptLanguage: Array(100).fill('pl') }, 'Erro 203 acceptLanguage'],
  ['browser', { acquirerCountryCode: undefined }, 'Erro 201 acquirerCountryCode'],
  ['browser', { acquirerCountryCode: 'PL' }, 'Erro 203 acquirerCountryCode'],
  ['browser', { acquirerCountryCode: '999' }, 'Erro 304 acquirerCountryCode'],
  ['browser', { acquirerCountryCodeSource: undefined }, 'Erro 201 acquirerCountryCodeSource'],
  ['browser', { acquirerCountryCodeSource: '03' }, 'Erro 203 acquirerCountryCodeSource'],
  ['browser', { recurringExpiry: '20280229' }, 'Erro 201 recurringInd'],
  ['browser', { recurringFrequency: '28' }, 'Erro 201 recurringInd'],
  ['browser', { threeDSRequestorAuthenticationInd: '02' }, 'Erro 201 recurringInd'],

  ['app', {}, OPENED],
  ['app', { appIp: '192.0.2.8' }, OPENED],
  ['app', { appIp: 'here' }, 'Erro 203 appIp'],
  ['app', { acquirerCountryCode: undefined }, 'Erro 201 acquirerCountryCode'],
  ['app', { sdkType: undefined }, 'Erro 201 sdkType'],
  ['app', { sdkType: '03' }, 'Erro 203 sdkType'],
  ['app', { defaultSdkType: undefined }, 'Erro 201 defaultSdkType'],
  ['app', { sdkType: '02', defaultSdkType: undefined }, OPENED],
  ['app', { defaultSdkType: '01' }, 'Erro 203 defaultSdkType'],
  ['app', { defaultSdkType: {} }, 'Erro 203 defaultSdkType'],
  ['app', { defaultSdkType: { sdkVariant: '01', wrappedInd: 'Y' } }, OPENED],
  ['app', { defaultSdkType: { sdkVariant: '01', wrappedInd: 'N' } }, 'Erro 203 defaultSdkType'],
  [
    'app',
    { messageVersion: '2.2.0', threeDSRequestorChallengeInd: '01' },
    'Erro 203 deviceRenderOptions',
  ],

  ['fixed', {}, 'ARes C'],
  ['fixed', { recurringExpiry: '20280229' }, 'ARes C'],
  ['fixed', { recurringExpiry: '20270229' }, 'Erro 203 recurringExpiry'],
  ['fixed', { recurringInd: undefined }, 'Erro 201 recurringInd'],
  ['fixed', { recurringInd: '01' }, 'Erro 203 recurringInd'],
  ['fixed', { recurringInd: { amountInd: '01' } }, 'Erro 203 recurringInd'],
  ['fixed', { recurringInd: { amountInd: '01', frequencyInd: '03' } }, 'Erro 203 recurringInd'],
  ['fixed', { recurringFrequency: undefined }, 'Erro 201 recurringFrequency'],
  ['fixed', { recurringFrequency: '0' }, 'Erro 203 recurringFrequency'],
  ['fixed', { recurringDate: undefined }, 'Erro 201 recurringDate'],
  ['fixed', { recurringAmount: undefined }, 'Erro 201 recurringAmount'],
  ['fixed', { recurringCurrency: undefined }, 'Erro 201 recurringCurrency'],
  ['fixed', { recurringExponent: undefined }, 'Erro 201 recurringExponent'],
  ['variable', {}, 'ARes C'],
  ['variable', { recurringExpiry: '20280229' }, 'ARes C'],
  ['variable', { recurringFrequency: '28' }, 'Erro 203 recurringFrequency'],
  ['variable', { recurringDate: '20260329' }, 'Erro 203 recurringDate'],
  ['variable', { recurringAmount: '1' }, 'Erro 201 recurringCurrency'],
  [
    'variable',
    { recurringAmount: '1', recurringCurrency: '985', recurringExponent: '2' },
    'Erro 203 recurringAmount',
  ],
];
for (const [kind, changes, expected] of answers) {
  const told = JSON.stringify(changes, (_, value: unknown) => value ?? null).slice(0, 70);
  test(`the ${kind} request with ${told} is answered ${expected}`, async () => {
    const answer = await ask(fixture, areqOf(fixture.ids, { ...kinds[kind], ...changes }));
    const said =
      answer.messageType === 'ARes'
        ? `ARes ${answer.transStatus}`
        : `Erro ${answer.errorCode} ${answer.errorDetail}`;
    equal(said, expected);
  });
}

const SOFT_DECLINE_CARD = '4917110030000005';
const preferences: [version: string, preference: unknown, transStatus: string][] = [
  ['2.2.0', '03', 'C'],
  ['2.2.0', '01', 'I'],
  ['2.2.0', undefined, 'I'],
  ['2.3.1', ['04'], 'C'],
  ['2.3.1', ['03', '09'], 'C'],
  ['2.3.1', ['01'], 'I'],
  ['2.3.1', undefined, 'I'],
];
for (const [messageVersion, preference, transStatus] of preferences) {
  const sent = JSON.stringify(preference);
  test(`the issuer reads the preference ${sent} of ${messageVersion}`, async () => {
    const acctNumber = SOFT_DECLINE_CARD;
    const changes = { messageVersion, threeDSRequestorChallengeInd: preference, acctNumber };
    const answer = await ask(fixture, areqOf(fixture.ids, { ...browser, ...changes }));
    equal(answer.messageType === 'ARes' && answer.transStatus, transStatus);
  });
}
