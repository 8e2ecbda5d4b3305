// Tests of the states of an authentication: every allowed transition, and that all others are
// refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../core/refusals.ts';
import { authenticationStates, newAuthentication, type Authentication } from './authentication.ts';
import { advanceAuthentication, type AuthenticationTrigger } from './authentication.states.ts';

const START = Date.parse('2026-03-01T12:00:00Z');
const range = { acsStart: null, acsEnd: null, dsStart: null, dsEnd: null, threeDSMethodURL: null };
const fresh: Authentication = newAuthentication(
  { merchantId: '10000001', paymentId: '0198c5d1-7b2a-7000-8000-000000000001' },
  '0198c5d1-7b2a-7000-8000-000000000002',
  {
    organization: 'VISA',
    messageVersion: '2.2.0',
    deviceChannel: '02',
    runsScripts: true,
    challengeInd: '01',
    exemption: null,
    range,
  },
  { fingerprintMs: 10_000, answerMs: 12_000, challengeMs: 600_000 },
  START,
);

// Columns: the state before; rows: the trigger. A dash means refused.
const matrix = `
              | FINGERPRINT | ASKING    | CHALLENGE | WAITING | DONE
  fingerprint | ASKING      | -         | -         | -       | -
  challenge   | -           | CHALLENGE | -         | -       | -
  wait        | -           | WAITING   | -         | -       | -
  answer      | -           | DONE      | -         | -       | -
  result      | -           | -         | DONE      | DONE    | -
  silence     | -           | DONE      | DONE      | DONE    | -
`;
const [head = [], ...rows] = matrix
  .replace(/^\n|\n\s*$/g, '')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()));

test('the matrix has every state', () => {
  assert.deepEqual(head.slice(1), [...authenticationStates]);
});

for (const [on = '', ...cells] of rows) {
  for (const [index, to] of cells.entries()) {
    const from = head[index + 1] as Authentication['state'];
    const trigger = on as AuthenticationTrigger;
    const take = () =>
      advanceAuthentication({ ...fresh, state: from }, trigger, {}, START + 5, null);
    if (to === '-') {
      test(`${from} refuses ${on}`, () => {
        assert.throws(take, (error) => {
          return error instanceof Refusal && error.code === 'NOT_IN_THIS_STATE';
        });
      });
    } else {
      test(`${from} becomes ${to} by ${on}`, () => {
        assert.equal(take().state, to);
      });
    }
  }
}

test('a step sets its facts, its time and the next deadline, and keeps the rest', () => {
  const facts = { acsUrl: 'https://acs.example', transStatus: 'C' } as const;
  assert.deepEqual(advanceAuthentication(fresh, 'challenge', facts, START + 5, START + 9), {
    ...fresh,
    ...facts,
    state: 'CHALLENGE',
    dueAt: START + 9,
    updatedAt: START + 5,
  });
});

test('facts cannot choose the state, the deadline or the time', () => {
  const facts = { state: 'FINGERPRINT', dueAt: 1, updatedAt: 1 } as const;
  const after = advanceAuthentication(fresh, 'answer', facts, START + 5, null);
  assert.deepEqual([after.state, after.dueAt, after.updatedAt], ['DONE', null, START + 5]);
});

test('the authentication before the step is not changed', () => {
  const before = Object.freeze({ ...fresh });
  advanceAuthentication(before, 'answer', { eci: '05' }, START + 5, null);
  assert.deepEqual(before, fresh);
});

// Channel, whether the range has a 3DS Method; the first state and its deadline.
const beginnings = `
  02 | no  | ASKING 12000
  02 | yes | FINGERPRINT 10000
  01 | no  | ASKING 12000
  01 | yes | ASKING 12000
`;
for (const line of beginnings.trim().split('\n')) {
  const [channel, method, expected] = line.split('|').map((cell) => cell.trim());
  test(`channel ${channel}, method: ${method}, begins as ${expected}`, () => {
    const threeDSMethodURL = method === 'yes' ? 'https://acs.example/method' : null;
    const setup = {
      ...fresh,
      deviceChannel: channel as '01' | '02',
      range: { ...range, threeDSMethodURL },
      runsScripts: true,
    };
    const limits = { fingerprintMs: 10_000, answerMs: 12_000, challengeMs: 600_000 };
    const made = newAuthentication(fresh, fresh.authenticationId, setup, limits, START);
    assert.equal(`${made.state} ${(made.dueAt ?? 0) - START}`, expected);
    assert.equal(made.methodCompletion, made.state === 'FINGERPRINT' ? 'N' : 'U');
  });
}
