// Tests of the answers of a plain-protocol acquirer: the data of an approval, and reject codes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asOutcome } from '../outcome.ts';
import { readAnswer } from './messages.ts';

const ID = '0198c5d1-7b2a-7000-8000-000000000001';
const garbage = { kind: 'unknown', why: 'garbage' };
const read = (body: unknown) => readAnswer({ status: 200, body }, ID);
const about = (other: object) => ({ attemptId: ID, ...other });

test('accepts an approval with a reference', () => {
  const approved = about({ result: 'APPROVED', reference: 'r-1', authCode: 'A1' });
  assert.deepEqual(read(approved), {
    kind: 'approved',
    reference: 'r-1',
    authCode: 'A1',
    networkTransactionId: null,
  });
  const without = about({ result: 'APPROVED', reference: 'r-1' });
  assert.deepEqual(read(without), {
    kind: 'approved',
    reference: 'r-1',
    authCode: null,
    networkTransactionId: null,
  });
});

test('reads the id of the card network, as far as it can be stored', () => {
  const approved = (networkTransactionId: unknown) =>
    read(about({ result: 'APPROVED', reference: 'r-1', networkTransactionId }));
  const expected = { kind: 'approved', reference: 'r-1', authCode: null };
  for (const id of ['123456789012345', 'n'.repeat(128)]) {
    assert.deepEqual(approved(id), { ...expected, networkTransactionId: id });
  }
  for (const id of ['', 'n'.repeat(129), 'n\0', 15, null]) {
    assert.deepEqual(approved(id), { ...expected, networkTransactionId: null });
  }
});

test('a decline with an unknown code is a decline without a reason', () => {
  for (const rejectCode of ['NEW_CODE', '', 'toString', '__proto__', 42, null, undefined]) {
    const declined = about({ result: 'DECLINED', rejectCode });
    const expected = { kind: 'declined', rejectCode: 'DO_NOT_HONOR', reference: null };
    assert.deepEqual(read(declined), expected);
  }
});

test('a decline before the issuer was reached may be tried elsewhere, and no other one', () => {
  const declined = (rejectCode: string) => read(about({ result: 'DECLINED', rejectCode }));
  for (const rejectCode of ['ISSUER_UNAVAILABLE', 'PROVIDER_UNAVAILABLE']) {
    const expected = { kind: 'declined', rejectCode, reference: null, mayTryElsewhere: true };
    assert.deepEqual(declined(rejectCode), expected);
  }
  for (const rejectCode of ['DO_NOT_HONOR', 'SUSPECTED_FRAUD', 'SYSTEM_ERROR', 'SCA_REQUIRED']) {
    assert.deepEqual(declined(rejectCode), { kind: 'declined', rejectCode, reference: null });
  }
});

test('a provider that does not find an operation it should perform is an unknown outcome', () => {
  assert.deepEqual(asOutcome({ kind: 'not-found' }), garbage);
  const pending = { kind: 'pending', reference: null, customer: null } as const;
  assert.deepEqual(asOutcome(pending), pending);
});
