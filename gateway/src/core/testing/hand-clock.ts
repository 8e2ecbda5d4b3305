// A clock for tests that stands still until the test advances it.
import type { Clock } from '../clock.ts';

export interface HandClock extends Clock {
  advance(ms: number): void;
  /** The number of callers that are sleeping. */
  sleeping(): number;
}

export function handClock(start = Date.parse('2026-03-01T12:00:00Z')): HandClock {
  let now = start;
  let sleepers: { at: number; wake: () => void }[] = [];
  return {
    now: () => now,
    realNow: () => now,
    monotonicMs: () => now - start,
    sleeping: () => sleepers.length,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const sleeper = { at: now + ms, wake: resolve };
        signal?.addEventListener('abort', () => {
          sleepers = sleepers.filter((one) => one !== sleeper);
          resolve();
        });
        sleepers.push(sleeper);
      }),
    advance(ms) {
      now += ms;
      const due = sleepers.filter(({ at }) => at <= now);
      sleepers = sleepers.filter(({ at }) => at > now);
      for (const sleeper of due) sleeper.wake();
    },
  };
}
