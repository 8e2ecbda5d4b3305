// Tests that an outage is reported once at its start and once at its end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConnectionLost } from '../errors.ts';
import { createOutage } from './outage.ts';

function setUp() {
  const time = { ms: 0 };
  const told: string[] = [];
  const outage = createOutage({
    monotonicMs: () => time.ms,
    onBegin: (reason) => told.push(`begin: ${reason}`),
    onEnd: (lastedMs, losses) => told.push(`end: ${lastedMs} ms, ${losses} losses`),
  });
  const lose = (why = 'refused') => outage.reportLoss(new ConnectionLost(new Error(why)));
  return { time, told, outage, lose };
}

test('many losses are one outage, reported with its reason, duration and their number', () => {
  const { time, told, outage, lose } = setUp();
  time.ms = 100;
  lose('first');
  lose('second');
  outage.reportUnwritable('third');
  assert.equal(outage.isActive, true);
  time.ms = 4_100;
  outage.reportWritable();
  outage.reportWritable();
  assert.deepEqual(told, ['begin: first', 'end: 4000 ms, 2 losses']);
  assert.equal(outage.isActive, false);
});

test('the reason is the innermost cause that has a message', () => {
  const { told, outage } = setUp();
  const each = [new Error('connect ECONNREFUSED ::1'), new Error('connect ECONNREFUSED 127.0.0.1')];
  outage.reportLoss(new ConnectionLost(new AggregateError(each, '')));
  assert.deepEqual(told, ['begin: connect ECONNREFUSED ::1']);
});

test('failures shortly after an outage start no new one, but request a check', () => {
  const { time, told, outage, lose } = setUp();
  lose();
  outage.reportWritable();
  time.ms = 9_999;
  lose('late');
  assert.equal(told.length, 2);
  assert.deepEqual([outage.isActive, outage.needsCheck], [false, true]);
  outage.reportWritable();
  assert.equal(outage.needsCheck, false);
  lose('late again');
  outage.reportUnwritable('database unreachable');
  assert.deepEqual(told.slice(2), ['begin: database unreachable']);
});

test('a loss long after an outage starts another one', () => {
  const { time, told, outage, lose } = setUp();
  lose();
  outage.reportWritable();
  time.ms = 10_000;
  lose('again');
  assert.deepEqual(told.slice(2), ['begin: again']);
});

test('each outage is counted, so that connections from before it are replaced', () => {
  const { time, outage, lose } = setUp();
  assert.equal(outage.count, 0);
  lose();
  lose();
  assert.equal(outage.count, 1);
  outage.reportWritable();
  assert.equal(outage.count, 1);
  time.ms = 20_000;
  lose();
  assert.equal(outage.count, 2);
});
