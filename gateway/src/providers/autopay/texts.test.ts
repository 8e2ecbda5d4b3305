// Tests of the times, descriptions, ids and reasons in Autopay's messages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bankDescription } from './description.ts';
import { attemptIdOf, orderIdOf } from './ids.ts';
import { rejectCodeOfFailure, rejectCodeOfStart } from './reasons.ts';
import { warsawTime } from './warsaw-time.ts';

const times: [iso: string, time: string][] = [
  ['2026-01-15T10:00:00.999Z', '2026-01-15 11:00:00'],
  ['2026-07-15T22:30:05Z', '2026-07-16 00:30:05'],
  ['2026-12-31T23:00:00Z', '2027-01-01 00:00:00'],
  ['2026-03-29T00:59:59Z', '2026-03-29 01:59:59'],
  ['2026-03-29T01:00:00Z', '2026-03-29 03:00:00'],
  ['2026-10-25T00:59:59Z', '2026-10-25 02:59:59'],
  ['2026-10-25T01:00:00Z', '2026-10-25 02:00:00'],
];

for (const [iso, time] of times) {
  test(`${iso} is ${time} in Warsaw`, () => {
    assert.equal(warsawTime(Date.parse(iso)), time);
  });
}

const descriptions: [text: string, description: string | undefined][] = [
  ['Zamówienie 12/2026', 'Zamowienie 12 2026'],
  ['ŻÓŁĆ gęślą jaźń', 'ZOLC gesla jazn'],
  ['Größe — Æther; Ørsted', 'Grosse - AEther, Orsted'],
  ['a.b:c-d,e f', 'a.b:c-d,e f'],
  ['<b>"x" & \'y\'|z</b>', 'b x y z b'],
  ['\u0000\n\t', undefined],
  ['Оплата', undefined],
  ['', undefined],
  ['x'.repeat(200), 'x'.repeat(79)],
  [`${'x'.repeat(78)} y`, 'x'.repeat(78)],
];

for (const [text, description] of descriptions) {
  test(`the bank shows ${JSON.stringify(text.slice(0, 30))} in allowed characters`, () => {
    assert.equal(bankDescription(text), description);
  });
}

test('the order id is the attempt id without hyphens, and back', () => {
  const attemptId = '0198c5d1-7b2a-7000-8000-000000000001';
  assert.equal(orderIdOf(attemptId), '0198c5d17b2a70008000000000000001');
  assert.equal(attemptIdOf(orderIdOf(attemptId)), attemptId);
  for (const other of ['', '123', orderIdOf(attemptId).replace('c5d1', 'C5D1'), 'g'.repeat(32)]) {
    assert.equal(attemptIdOf(other), undefined);
  }
});

test('an unknown reason of a failure is a failure without a reason', () => {
  for (const name of ['NEW_REASON', '', 'toString', '__proto__']) {
    assert.equal(rejectCodeOfFailure(name), 'BANK_REJECTED');
    assert.equal(rejectCodeOfStart(name), 'SYSTEM_ERROR');
  }
});

test('a start that is refused because the order exists is asked for', () => {
  for (const name of ['MULTIPLY_PAID_TRANSACTION', 'BLOCK_PAID_TRANSACTIONS']) {
    assert.equal(rejectCodeOfStart(name), undefined);
  }
});
