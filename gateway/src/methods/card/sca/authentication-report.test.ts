// Tests of how each message about an authentication is interpreted: answers of the directory
// server, errors, silence, and results of challenges.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Authentication } from '../../../threeds/authentication.ts';
import type { ARes, RReq } from '../../../threeds/messages/message.ts';
import {
  reportFromAnswer,
  reportFromResult,
  reportFromTimeout,
  type ReportWithCavv,
  type DirectoryReply,
} from './authentication-report.ts';

const of = (organization: string, state = 'ASKING', range: object = {}) =>
  ({ organization, state, range }) as Authentication;

function shown({ on, verdict, facts, cavv }: ReportWithCavv): string {
  const { kind } = verdict;
  const detail =
    kind === 'reject' ? verdict.rejectCode : kind === 'authorize' ? verdict.liabilityShift : '';
  const { transStatus = '-', eci = '-' } = facts;
  return `${on}: ${kind} ${detail} ${transStatus} eci ${eci} ${cavv ?? ''}`
    .replace(/\s+/g, ' ')
    .trim();
}

// Organization, transStatus, the ECI in the message; the report.
const answers = `
  VISA       | Y | 05 | answer: authorize true Y eci 05 proof
  VISA       | Y | -  | answer: authorize true Y eci 05 proof
  MASTERCARD | Y | 02 | answer: authorize true Y eci 02 proof
  MASTERCARD | A | -  | answer: authorize true A eci 01 proof
  VISA       | A | 05 | answer: authorize true A eci 06 proof
  VISA       | I | 05 | answer: authorize false I eci 07 proof
  VISA       | C | 07 | answer: challenge C eci null proof
  VISA       | D | -  | answer: wait D eci null proof
  VISA       | N | -  | answer: reject SCA_FAILED N eci 07 proof
  VISA       | R | -  | answer: reject SCA_REJECTED R eci 07 proof
  MAESTRO    | U | -  | answer: unavailable U eci 00 proof
`;
for (const line of answers.trim().split('\n')) {
  const [organization = '', transStatus, eci, expected] = cells(line);
  test(`${organization} answers ${transStatus}, indicator ${eci}`, () => {
    const given = eci === '-' ? {} : { eci };
    const ares = { transStatus, authenticationValue: 'proof', ...given } as unknown as ARes;
    assert.equal(shown(reportFromAnswer({ kind: 'answered', ares }, of(organization))), expected);
  });
}

// What came instead of an answer; the report.
const troubles: [answer: DirectoryReply, expected: string][] = [
  [{ kind: 'silence', why: 'timeout' }, 'silence: unavailable U eci -'],
  [{ kind: 'silence', why: 'connection' }, 'silence: unavailable U eci -'],
  [{ kind: 'not asked', why: 'card', merchantId: '1' }, 'answer: unavailable U eci -'],
  [{ kind: 'not asked', why: 'device', merchantId: '1' }, 'answer: reject SCA_UNAVAILABLE U eci -'],
  [{ kind: 'error', why: 'garbage' }, 'answer: unavailable U eci -'],
  [{ kind: 'error', why: 'provider-error' }, 'answer: unavailable U eci -'],
  [{ kind: 'error', why: 'unusable' }, 'answer: reject SCA_UNAVAILABLE U eci -'],
  [
    { kind: 'error', why: 'protocol-error', errorCode: '203' },
    'answer: reject SCA_UNAVAILABLE U eci -',
  ],
  [
    { kind: 'error', why: 'protocol-error', errorCode: '305' },
    'answer: reject SCA_UNAVAILABLE U eci -',
  ],
  [{ kind: 'error', why: 'protocol-error', errorCode: '405' }, 'answer: unavailable U eci -'],
  [{ kind: 'error', why: 'protocol-error' }, 'answer: unavailable U eci -'],
];
for (const [answer, expected] of troubles) {
  test(`instead of an answer: ${JSON.stringify(answer)}`, () => {
    assert.equal(shown(reportFromAnswer(answer, of('VISA'))), expected);
  });
}

test('for an unlisted card error 305 means not enrolled, and the policy decides', () => {
  const outside = { kind: 'error', why: 'protocol-error', errorCode: '305' } as const;
  const wrong = { ...outside, errorCode: '203' };
  const untold = of('VISA', 'ASKING', { untold: true });
  assert.equal(shown(reportFromAnswer(outside, untold)), 'answer: unavailable U eci -');
  assert.equal(shown(reportFromAnswer(wrong, untold)), 'answer: reject SCA_UNAVAILABLE U eci -');
});

// transStatus, challengeCancel; the report.
const results = `
  Y | -  | result: authorize true Y eci 05 proof
  N | -  | result: reject SCA_FAILED N eci 07 proof
  N | 01 | result: reject CANCELLED_BY_CUSTOMER N eci 07 proof
  U | 04 | result: reject SCA_TIMEOUT U eci 07 proof
  U | -  | result: unavailable U eci 07 proof
`;
for (const line of results.trim().split('\n')) {
  const [transStatus, cancel, expected] = cells(line);
  test(`a result of ${transStatus}, cancelled ${cancel}`, () => {
    const given = cancel === '-' ? {} : { challengeCancel: cancel };
    const rreq = { transStatus, authenticationValue: 'proof', ...given } as unknown as RReq;
    const news = reportFromResult(rreq, of('VISA', 'CHALLENGE'));
    assert.equal(shown(news), expected);
    assert.equal(news.facts.challengeCancel, cancel === '-' ? null : cancel);
  });
}

test('silence after a challenge is a time-out, silence of a server is unavailable', () => {
  const silent = (state: string) => shown(reportFromTimeout(of('VISA', state)));
  assert.equal(silent('ASKING'), 'silence: unavailable U eci -');
  assert.equal(silent('CHALLENGE'), 'silence: reject SCA_TIMEOUT - eci -');
  assert.equal(silent('WAITING'), 'silence: reject SCA_TIMEOUT - eci -');
});

function cells(line: string): string[] {
  return line.split('|').map((cell) => cell.trim());
}
