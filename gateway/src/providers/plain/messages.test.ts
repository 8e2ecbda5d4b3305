// Tests of the answers of a plain-protocol acquirer: only exact ones are accepted; anything else is
// unknown, never an approval and never a decline.
import { pending } from '../outcome.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asOutcome, readAnswer } from './messages.ts';

const ID = '0198c5d1-7b2a-7000-8000-000000000001';
const garbage = { kind: 'unknown', why: 'garbage' };
const read = (body: unknown, status = 200) => readAnswer({ status, body }, ID);
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

test('keeps only text of an answer that can be stored', () => {
  const longest = 'r'.repeat(128);
  const approved = about({ result: 'APPROVED', reference: longest, authCode: 'A\0' });
  assert.deepEqual(read(approved), {
    kind: 'approved',
    reference: longest,
    authCode: null,
    networkTransactionId: null,
  });
  for (const reference of ['r\0', '', 'r'.repeat(129), 7]) {
    const declined = about({ result: 'DECLINED', rejectCode: 'LOST_CARD', reference });
    const expected = { kind: 'declined', rejectCode: 'LOST_CARD', reference: null };
    assert.deepEqual(read(declined), expected);
  }
});

test('a decline with an unknown code is a decline without a reason', () => {
  for (const rejectCode of ['NEW_CODE', '', 'toString', '__proto__', 42, null, undefined]) {
    const declined = about({ result: 'DECLINED', rejectCode });
    const expected = { kind: 'declined', rejectCode: 'DO_NOT_HONOR', reference: null };
    assert.deepEqual(read(declined), expected);
  }
});

test('accepts the answers pending and not found', () => {
  const reference = 'r-1';
  const waits = about({ result: 'PENDING', reference });
  assert.deepEqual(read(waits), { ...pending, reference });
  assert.deepEqual(read(about({ result: 'PENDING' })), pending);
  assert.deepEqual(read(about({ result: 'NOT_FOUND' })), { kind: 'not-found' });
});

test('garbage in every shape is unknown', () => {
  const shapes: unknown[] = [
    { attemptId: ID.toUpperCase(), result: 'APPROVED', reference: 'r' },
    { attemptId: `${ID} `, result: 'APPROVED', reference: 'r' },
    about({ result: 'APPROVED' }),
    about({ result: 'APPROVED', reference: null }),
    about({ result: 'APPROVED', reference: 7 }),
    about({ result: 'APPROVED', reference: ['r'] }),
    about({ result: 'APPROVED', reference: '' }),
    about({ result: 'APPROVED', reference: 'r\0' }),
    about({ result: 'APPROVED', reference: '\ud800' }),
    about({ result: 'APPROVED', reference: 'r'.repeat(129) }),
    about({ result: 'APPROVED', reference: 1e308 }),
    about({ result: 'approved', reference: 'r' }),
    about({ result: ' APPROVED', reference: 'r' }),
    about({ result: ['APPROVED'], reference: 'r' }),
    about({ result: true, reference: 'r' }),
    about({ result: null }),
    about({ result: '' }),
    about({ result: 'VOID' }),
    about({ result: { result: 'APPROVED' } }),
    Object.create({ attemptId: 'other', result: 'APPROVED' }),
  ];
  for (const body of shapes) assert.deepEqual(read(body), garbage, JSON.stringify(body));
});

test('a provider that does not find an operation it should perform is an unknown outcome', () => {
  assert.deepEqual(asOutcome({ kind: 'not-found' }), garbage);
  assert.deepEqual(asOutcome(pending), pending);
});
