// A clock that stands still until a test moves it.

import type { Clock } from '@bramka/gateway/core/clock.ts';

export interface HandClock extends Clock {
  advance(ms: number): void;
  /** How many sleepers wait. */
  sleeping(): number;
}

export function handClock(start = Date.parse('2026-03-01T12:00:00Z')): HandClock {
  let now = start;
  let sleepers: { at: number; wake: () => void }[] = [];
  return {
    now: () => now,
    monotonicMs: () => now - start,
    sleeping: () => sleepers.length,
    sleep: (ms) => new Promise((wake) => sleepers.push({ at: now + ms, wake })),
    advance(ms) {
      now += ms;
      for (const sleeper of sleepers.filter(({ at }) => at <= now)) sleeper.wake();
      sleepers = sleepers.filter(({ at }) => at > now);
    },
  };
}
