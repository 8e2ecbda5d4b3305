// An outage is told once at its begin and once at its end, whatever it costs in between.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConnectionLost } from '../errors.ts';
import { createOutage } from './outage.ts';

function rig() {
  const time = { ms: 0 };
  const told: string[] = [];
  const outage = createOutage({
    monotonicMs: () => time.ms,
    onBegin: (reason) => told.push(`begin: ${reason}`),
    onEnd: (lastedMs, losses) => told.push(`end: ${lastedMs} ms, ${losses} losses`),
  });
  const lose = (why = 'refused') => outage.lost(new ConnectionLost(new Error(why)));
  return { time, told, outage, lose };
}

test('many losses are one outage, told with its reason, its length and their number', () => {
  const { time, told, outage, lose } = rig();
  time.ms = 100;
  lose('first');
  lose('second');
  outage.confirm('third');
  assert.equal(outage.isOn, true);
  time.ms = 4_100;
  outage.over();
  outage.over();
  assert.deepEqual(told, ['begin: first', 'end: 4000 ms, 2 losses']);
  assert.equal(outage.isOn, false);
});

test('the reason is the innermost cause that says something', () => {
  const { told, outage } = rig();
  const each = [new Error('connect ECONNREFUSED ::1'), new Error('connect ECONNREFUSED 127.0.0.1')];
  outage.lost(new ConnectionLost(new AggregateError(each, '')));
  assert.deepEqual(told, ['begin: connect ECONNREFUSED ::1']);
});

test('what still fails after an outage is no new one, but is looked into', () => {
  const { time, told, outage, lose } = rig();
  lose();
  outage.over();
  time.ms = 9_999;
  lose('late');
  assert.equal(told.length, 2);
  assert.deepEqual([outage.isOn, outage.needsCheck], [false, true]);
  outage.over();
  assert.equal(outage.needsCheck, false);
  lose('late again');
  outage.confirm('database unreachable');
  assert.deepEqual(told.slice(2), ['begin: database unreachable']);
});

test('a loss long after an outage begins another', () => {
  const { time, told, outage, lose } = rig();
  lose();
  outage.over();
  time.ms = 10_000;
  lose('again');
  assert.deepEqual(told.slice(2), ['begin: again']);
});

test('each outage counts, so that connections from before it are replaced', () => {
  const { time, outage, lose } = rig();
  assert.equal(outage.count, 0);
  lose();
  lose();
  assert.equal(outage.count, 1);
  outage.over();
  assert.equal(outage.count, 1);
  time.ms = 20_000;
  lose();
  assert.equal(outage.count, 2);
});
