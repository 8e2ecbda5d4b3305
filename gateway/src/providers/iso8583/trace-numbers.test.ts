// Tests of the numbers of an operation: they follow from its attempt, and tell operations apart.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uuidV7 } from '../../core/id.ts';
import { seededRandom } from '../../core/testing/seeded-random.ts';
import { traceNumbersOf } from './trace-numbers.ts';

const at = Date.parse('2026-03-01T12:34:56.789Z');
const random = seededRandom(1);
const newId = (): string => uuidV7(at, random(10));

test('the numbers of an attempt never change', () => {
  const attemptId = '0198c5d1-7b2a-7000-8000-000000000001';
  assert.deepEqual(traceNumbersOf(attemptId), traceNumbersOf(attemptId));
  // Stored payments are found at the host by these: another derivation would lose them.
  assert.deepEqual(traceNumbersOf(attemptId), {
    stan: '403358',
    rrn: 'GV9ASQNRBU0K',
    sentAt: '0820045136',
    localTime: '250820045136',
  });
});

test('the times are those of the attempt', () => {
  const { sentAt, localTime } = traceNumbersOf(newId());
  assert.deepEqual([sentAt, localTime], ['0301123456', '260301123456']);
});

test('each operation has its own reference, and its reversal another one', () => {
  const all = Array.from({ length: 10_000 }, newId).flatMap((id) => [
    traceNumbersOf(id),
    traceNumbersOf(id, 'undo'),
  ]);
  assert.equal(new Set(all.map(({ rrn }) => rrn)).size, all.length);
  for (const { stan, rrn } of all) {
    assert.match(stan, /^(?!000000)\d{6}$/);
    assert.match(rrn, /^[0-9A-Z]{12}$/);
  }
});
