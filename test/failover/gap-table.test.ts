// Tests of the figures of failover runs: median, longest gap, and the verdict against the goal.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gapTable, lateGaps, type Gap } from './gap-table.ts';

const gap = (scenario: string, seconds: number, goalSeconds = 10): Gap => ({
  scenario,
  seconds,
  goalSeconds,
  machineLoad: seconds / 10,
  outages: [1, 1],
});

test('each scenario and version of Patroni has one row', () => {
  const kills = [6.1, 9.9, 7.3].map((seconds) => gap('kill-primary', seconds));
  const switches = [gap('switchover', 2.5, 3), gap('switchover', 3, 3)];
  const table = gapTable([
    { patroni: '3.0.2', gaps: [...kills, ...switches] },
    { patroni: '4.1.5', gaps: [gap('kill-primary', 21, 24)] },
  ]);
  assert.deepEqual(table.split('\n'), [
    'scenario      Patroni  runs  median  longest  goal  load  verdict',
    'kill-primary  3.0.2    3     7.3 s   9.9 s    10 s  1.0   reached',
    'switchover    3.0.2    2     2.8 s   3.0 s    3 s   0.3   MISSED',
    'kill-primary  4.1.5    1     21.0 s  21.0 s   24 s  2.1   reached',
  ]);
});

test('a run that takes as long as its goal is late', () => {
  const gaps = [gap('switchover', 2.99, 3), gap('switchover', 3, 3)];
  assert.deepEqual(lateGaps({ patroni: '3.0.2', gaps }), [
    'switchover with Patroni 3.0.2: 3.0 s, the goal is 3 s',
  ]);
});
