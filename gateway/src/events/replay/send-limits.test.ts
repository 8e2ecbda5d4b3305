// Tests of the limits of test events and replays: per merchant, and by the number of events.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../core/refusals.ts';
import { createSendLimits } from './send-limits.ts';

function setUp(testEventsPerSecond: number, replayedEventsPerSecond: number) {
  let nowMs = 0;
  const settings = { deliveryLogDays: 30, testEventsPerSecond, replayedEventsPerSecond };
  const limits = createSendLimits(settings, () => nowMs);
  const waitOf = (call: () => void): number => {
    try {
      call();
      return 0;
    } catch (error) {
      assert.ok(error instanceof Refusal && error.code === 'TOO_MANY_REQUESTS');
      return error.retryAfterSeconds ?? 0;
    }
  };
  return {
    limits,
    pass: (ms: number) => (nowMs += ms),
    testWait: (merchantId: string) => waitOf(() => limits.takeTest(merchantId)),
    replayWait: (merchantId: string) => waitOf(() => limits.checkReplay(merchantId)),
  };
}

test('a merchant sends two test events at once, then one a second', () => {
  const { testWait, pass } = setUp(1, 0);
  assert.deepEqual([testWait('1'), testWait('1'), testWait('1'), testWait('2')], [0, 0, 1, 0]);
  pass(1000);
  assert.deepEqual([testWait('1'), testWait('1')], [0, 1]);
});

test('replays count by their events, and a large one makes the next call wait', () => {
  const { limits, replayWait, pass } = setUp(1, 100);
  limits.countReplay('1', 999);
  assert.equal(replayWait('1'), 0, 'one event is left of ten seconds');
  limits.countReplay('1', 1000);
  assert.equal(replayWait('1'), 10);
  assert.equal(replayWait('2'), 0);
  pass(9999);
  assert.equal(replayWait('1'), 1);
  pass(1);
  assert.equal(replayWait('1'), 0);
  pass(3_600_000);
  limits.countReplay('1', 1000);
  assert.equal(replayWait('1'), 1, 'no more than ten seconds are saved');
});

test('0 means no limit', () => {
  const { limits, replayWait, testWait } = setUp(0, 0);
  limits.countReplay('1', 1e6);
  assert.deepEqual([replayWait('1'), testWait('1'), testWait('1'), testWait('1')], [0, 0, 0, 0]);
});
