// Tests of a clock that is moved and frozen: the time it shows, and that sleeping and measuring are
// real.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { handClock } from './testing/hand-clock.ts';
import { movableClock } from './clock.ts';

test('shows the time of its base until it is moved', () => {
  const base = handClock();
  const { clock, state } = movableClock(base);
  assert.equal(clock.now(), base.now());
  assert.deepEqual(state(), { offsetMs: 0, frozenAt: null });
});

test('continues from the time it was moved to', () => {
  const base = handClock();
  const { clock, set } = movableClock(base);
  set({ offsetMs: 5000, frozenAt: null });
  assert.equal(clock.now(), base.now() + 5000);
  base.advance(70);
  assert.equal(clock.now(), base.now() + 5000);
});

test('the real time is that of its base, moved or frozen', () => {
  const base = handClock();
  const { clock, set } = movableClock(base);
  for (const frozenAt of [null, 12_345]) {
    set({ offsetMs: 5000, frozenAt });
    base.advance(70);
    assert.equal(clock.realNow(), base.now());
  }
});

test('shows a fixed time while frozen, but sleeping and measuring continue', async () => {
  const base = handClock();
  const { clock, set } = movableClock(base);
  set({ offsetMs: 0, frozenAt: 12_345 });
  const startedMs = clock.monotonicMs();
  const slept = clock.sleep(100);
  base.advance(100);
  await slept;
  assert.equal(clock.now(), 12_345);
  assert.equal(clock.monotonicMs() - startedMs, 100);
});
