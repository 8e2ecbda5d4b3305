// Tests of decrypted CReqs: which are well-formed, and which is the next one.
import { deepEqual, doesNotThrow, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { checkCReq, readCReq } from './challenge-message.ts';

const uuid = (digit: string) => '00000000-0000-4000-8000-000000000000'.replace(/0/g, digit);
const creq = {
  messageType: 'CReq',
  messageVersion: '2.2.0',
  threeDSServerTransID: uuid('1'),
  acsTransID: uuid('2'),
  sdkTransID: uuid('3'),
  sdkCounterStoA: '001',
};

const failsWith = (errorCode: string, detail: string, run: () => unknown) =>
  throws(run, { name: 'BadAppMessage', errorCode, detail });

const good: [what: string, answer: Record<string, unknown>][] = [
  ['no answer', {}],
  ['a password', { challengeDataEntry: '1234' }],
  ['45 characters outside the basic plane', { challengeDataEntry: '𝟙'.repeat(45) }],
  ['an entry in HTML', { challengeHTMLDataEntry: 'otp=1234' }],
  ['an empty field', { challengeNoEntry: 'Y' }],
  ["a return from the bank's app", { oobContinue: true }],
  ['a request for another code', { resendChallenge: 'Y' }],
  ['a password and no request for another code', { challengeDataEntry: '1', resendChallenge: 'N' }],
  ['a cancellation', { challengeCancel: '01' }],
];
for (const [what, answer] of good) {
  test(`reads a CReq with ${what}`, () => {
    deepEqual(readCReq({ ...creq, ...answer }), { ...creq, ...answer });
  });
}

test('drops unknown elements', () => {
  deepEqual(readCReq({ ...creq, threeDSRequestorAppURL: 'shop://', extra: {} }), creq);
});

for (const element of Object.keys(creq).slice(1)) {
  test(`refuses a CReq without ${element}, and with a malformed one`, () => {
    failsWith('201', element, () => readCReq({ ...creq, [element]: undefined }));
    for (const value of ['', 'x', 5, true, {}, ['001'], `${uuid('1')} `, '2.2.0\n', '0001']) {
      failsWith('203', element, () => readCReq({ ...creq, [element]: value }));
    }
  });
}

test('refuses a message of another type', () => {
  for (const messageType of ['CRes', 'creq', undefined, 5]) {
    failsWith('101', 'messageType', () => readCReq({ ...creq, messageType }));
  }
});

const bad: [element: string, values: unknown[]][] = [
  ['challengeDataEntry', ['', 'x'.repeat(46), 1234, ['1234']]],
  ['challengeHTMLDataEntry', ['', 'x'.repeat(257), {}]],
  ['challengeNoEntry', ['N', '', true]],
  ['oobContinue', [false, 'true', 1]],
  ['resendChallenge', ['y', '', true]],
  ['challengeCancel', ['', '1', '00', '09', '001', 1]],
];
for (const [element, values] of bad) {
  test(`refuses a malformed ${element}`, () => {
    for (const value of values) {
      failsWith('203', element, () => readCReq({ ...creq, [element]: value }));
    }
  });
}

test('refuses two answers in one message', () => {
  const two = { challengeDataEntry: '1234', challengeCancel: '01' };
  failsWith('203', 'challengeDataEntry, challengeCancel', () => readCReq({ ...creq, ...two }));
  const other = { resendChallenge: 'Y', oobContinue: true };
  failsWith('203', 'resendChallenge, oobContinue', () => readCReq({ ...creq, ...other }));
});

test('accepts only the next message of the challenge', () => {
  const next = readCReq(creq);
  doesNotThrow(() => checkCReq(next, next));
  for (const id of ['threeDSServerTransID', 'acsTransID', 'sdkTransID'] as const) {
    failsWith('301', id, () => checkCReq(next, { ...next, [id]: uuid('9') }));
  }
  failsWith('102', 'messageVersion', () => checkCReq(next, { ...next, messageVersion: '2.1.0' }));
  for (const sdkCounterStoA of ['000', '002', '010']) {
    failsWith('302', 'sdkCounterStoA', () => checkCReq(next, { ...next, sdkCounterStoA }));
  }
});
