// Tests of transitions as data, on a small table: which row applies, in which order guards refuse,
// and what happens without a row.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  hasTransition,
  nextStatus as next,
  statusesFor,
  type Guard,
  type TransitionTable,
} from './machine.ts';
import { Refusal, type RefusalCode } from './refusals.ts';

type Status = 'DRAFT' | 'SENT' | 'DONE';
type Trigger = 'send' | 'touch' | 'finish' | 'never';
type Subject = { paid: boolean; large: boolean };

const asked: string[] = [];
const guard = (name: string, refusal: RefusalCode, holds: (s: Subject) => boolean) => {
  const watched: Guard<Subject> = {
    name,
    refusal,
    holds: (subject) => {
      asked.push(name);
      return holds(subject);
    },
  };
  return watched;
};
const isPaid = guard('is paid', 'NOT_A_PREAUTHORIZATION', ({ paid }) => paid);
const isSmall = guard('is small', 'CAPTURE_EXCEEDS_AUTHORIZATION', ({ large }) => !large);

const table: TransitionTable<Status, Trigger, Subject> = [
  { from: [], on: 'never', to: 'DRAFT', only: [], source: 'nothing exists yet' },
  { from: ['DRAFT'], on: 'send', to: 'SENT', only: [], source: 'row 1' },
  { from: ['DRAFT', 'SENT'], on: 'touch', to: 'unchanged', only: [], source: 'row 2' },
  { from: ['SENT'], on: 'finish', to: 'DONE', only: [isPaid, isSmall], source: 'row 3' },
];
const wording = { noun: 'letter', operations: { finish: 'finishing' } };
const nextStatus = (rows: typeof table, status: Status, on: Trigger, subject: Subject) =>
  next(rows, status, on, subject, wording);
const good: Subject = { paid: true, large: false };

const refusedWith = (code: RefusalCode) => (error: unknown) =>
  error instanceof Refusal && error.code === code;

test('returns the status of the row', () => {
  assert.equal(nextStatus(table, 'DRAFT', 'send', good), 'SENT');
  assert.equal(nextStatus(table, 'SENT', 'finish', good), 'DONE');
});

test('keeps the status where the row says unchanged', () => {
  assert.equal(nextStatus(table, 'DRAFT', 'touch', good), 'DRAFT');
  assert.equal(nextStatus(table, 'SENT', 'touch', good), 'SENT');
});

test('refuses a transition without a row', () => {
  for (const status of ['SENT', 'DONE'] as const) {
    const send = () => nextStatus(table, status, 'send', good);
    assert.throws(send, refusedWith('NOT_IN_THIS_STATE'));
  }
  const never = () => nextStatus(table, 'DRAFT', 'never', good);
  assert.throws(never, refusedWith('NOT_IN_THIS_STATE'));
});

test('names the present status and the needed ones', () => {
  const message = (status: Status, on: Trigger) => {
    try {
      return nextStatus(table, status, on, good);
    } catch (error) {
      return error instanceof Refusal ? error.message : error;
    }
  };
  assert.equal(message('SENT', 'send'), 'The letter is SENT; send needs DRAFT.');
  assert.equal(message('DONE', 'touch'), 'The letter is DONE; touch needs DRAFT or SENT.');
  assert.equal(message('DRAFT', 'finish'), 'The letter is DRAFT; finishing needs SENT.');
  assert.deepEqual(statusesFor(table, 'touch'), ['DRAFT', 'SENT']);
});

test('checks guards in order and refuses with the code of the first that fails', () => {
  const finish = (subject: Subject) => () => nextStatus(table, 'SENT', 'finish', subject);
  const both = { paid: false, large: true };
  asked.length = 0;
  assert.throws(finish(both), refusedWith('NOT_A_PREAUTHORIZATION'));
  assert.deepEqual(asked, ['is paid'], 'no guard is asked after the first refusal');
  assert.throws(finish({ ...both, paid: true }), refusedWith('CAPTURE_EXCEEDS_AUTHORIZATION'));
});

test('says what is permitted without checking guards', () => {
  asked.length = 0;
  assert.equal(hasTransition(table, 'SENT', 'finish'), true);
  assert.equal(hasTransition(table, 'DONE', 'finish'), false);
  assert.equal(hasTransition(table, 'DRAFT', 'never'), false);
  assert.deepEqual(asked, []);
});
