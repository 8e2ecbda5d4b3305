// Tests of the circuit breaker at each boundary: the number of failures, the window, the pause, and
// the single trial call.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { handClock } from '../../core/testing/hand-clock.ts';
import {
  createBreaker,
  FAILURE_WINDOW_MS,
  type BreakerState,
  type CallResult,
} from './circuit-breaker.ts';

const FAILURES = 3;
const PAUSE_MS = 5000;
const TRIAL_LIMIT_MS = 60_000;

function setUp() {
  const clock = handClock();
  const states: BreakerState[] = [];
  const settings = { failures: FAILURES, pauseMs: PAUSE_MS, trialLimitMs: TRIAL_LIMIT_MS };
  const breaker = createBreaker(settings, clock.monotonicMs, (state) => states.push(state));
  const start = () => {
    const finish = breaker.startCall();
    assert.ok(finish, 'the call is allowed');
    return finish;
  };
  const call = (...results: CallResult[]): void => results.forEach((result) => start()(result));
  return { clock, states, breaker, start, call };
}

/** A breaker that has just opened. */
function opened() {
  const fixture = setUp();
  fixture.call('failed', 'failed', 'failed');
  assert.deepEqual(fixture.states.splice(0), ['open']);
  return fixture;
}

test('stays closed after one failure less than the limit, and opens at the limit', () => {
  const { breaker, call, states } = setUp();
  call('failed', 'failed');
  assert.ok(breaker.allowedCalls() > 0);
  assert.deepEqual(states, []);
  call('failed');
  assert.equal(breaker.allowedCalls(), 0);
  assert.equal(breaker.startCall(), undefined);
  assert.deepEqual(states, ['open']);
});

test('an answer ends the series of failures', () => {
  const { call, states } = setUp();
  call('failed', 'failed', 'answered', 'failed', 'failed');
  assert.deepEqual(states, []);
  call('failed');
  assert.deepEqual(states, ['open']);
});

test('an unreadable answer neither counts as a failure nor ends a series', () => {
  const { call, states } = setUp();
  call('unclear', 'unclear', 'unclear', 'unclear');
  assert.deepEqual(states, []);
  call('failed', 'unclear', 'failed', 'unclear', 'failed');
  assert.deepEqual(states, ['open']);
});

test('failures within the window count, after a longer time a new series begins', () => {
  const within = setUp();
  for (const result of ['failed', 'failed', 'failed'] as const) {
    within.call(result);
    within.clock.advance(FAILURE_WINDOW_MS);
  }
  assert.deepEqual(within.states, ['open']);
  const beyond = setUp();
  for (let failures = 0; failures < 10; failures += 1) {
    beyond.call('failed');
    beyond.clock.advance(FAILURE_WINDOW_MS + 1);
  }
  assert.deepEqual(beyond.states, []);
});

test('is open until the end of the pause, to the millisecond', () => {
  const { clock, breaker } = opened();
  clock.advance(PAUSE_MS - 1);
  assert.equal(breaker.allowedCalls(), 0);
  assert.equal(breaker.startCall(), undefined);
  clock.advance(1);
  assert.ok(breaker.allowedCalls() > 0);
});

test('after the pause one caller of two makes the trial call', () => {
  const { clock, breaker, start, states } = opened();
  clock.advance(PAUSE_MS);
  assert.equal(breaker.allowedCalls(), 1);
  const trial = start();
  assert.deepEqual(states, ['half-open']);
  assert.equal(breaker.allowedCalls(), 0);
  assert.equal(breaker.startCall(), undefined);
  trial('answered');
  assert.deepEqual(states, ['half-open', 'closed']);
  assert.ok(breaker.allowedCalls() > 0);
});

for (const result of ['failed', 'unclear'] as const) {
  test(`a trial call that is ${result} opens it for another pause`, () => {
    const { clock, breaker, call, states } = opened();
    clock.advance(PAUSE_MS);
    call(result);
    assert.deepEqual(states, ['half-open', 'open']);
    clock.advance(PAUSE_MS - 1);
    assert.equal(breaker.allowedCalls(), 0);
    clock.advance(1);
    call('answered');
    assert.deepEqual(states, ['half-open', 'open', 'half-open', 'closed']);
  });
}

test('counts from zero after it has closed again', () => {
  const { clock, call, states } = opened();
  clock.advance(PAUSE_MS);
  call('answered', 'failed', 'failed');
  assert.deepEqual(states, ['half-open', 'closed']);
  call('failed');
  assert.deepEqual(states, ['half-open', 'closed', 'open']);
});

test('results of calls that started before the last change do not count', () => {
  const { clock, start, call, states, breaker } = setUp();
  const slow = Array.from({ length: 7 }, start);
  call('failed', 'failed', 'failed');
  slow[0]?.('answered');
  assert.equal(breaker.allowedCalls(), 0);
  slow[1]?.('failed');
  clock.advance(PAUSE_MS);
  const trial = start();
  slow[2]?.('answered');
  slow[3]?.('failed');
  assert.deepEqual(states, ['open', 'half-open']);
  trial('answered');
  for (const late of slow.slice(4)) late('failed');
  assert.deepEqual(states, ['open', 'half-open', 'closed']);
});

test('a trial call without a result prevents the next one for a limited time only', () => {
  const { clock, breaker, start, states } = opened();
  clock.advance(PAUSE_MS);
  const lost = start();
  clock.advance(TRIAL_LIMIT_MS - 1);
  assert.equal(breaker.startCall(), undefined);
  clock.advance(1);
  const second = start();
  lost('failed');
  assert.equal(breaker.startCall(), undefined);
  second('answered');
  assert.equal(states.at(-1), 'closed');
});
