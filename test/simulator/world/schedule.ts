// Simulated time: a queue of events. Between two events all promises that can settle have settled,
// so a seed determines the order of everything.

import type { Clock, Instant } from '@bramka/gateway/core/clock.ts';
import type { Chance } from './chance.ts';

export interface Schedule {
  readonly clock: Clock;
  readonly after: (ms: number, work: () => void) => void;
  /** Time passes without events; what was due in between happens afterwards. */
  jump(ms: number): void;
  /**
   * Runs events until the condition holds or the deadline is reached; returns false at the
   * deadline.
   */
  readonly runUntil: (done: () => boolean, deadline: Instant) => Promise<boolean>;
}

interface Planned {
  readonly at: Instant;
  /** Events of the same moment run in random order. */
  readonly tie: number;
  readonly work: () => void;
}

export const START: Instant = Date.UTC(2026, 2, 1, 12);

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export function createSchedule(chance: Chance): Schedule {
  const heap: Planned[] = [];
  let now = START;
  const after = (ms: number, work: () => void): void =>
    push(heap, { at: now + Math.ceil(ms), tie: chance.below(2 ** 30), work });
  const clock: Clock = {
    now: () => now,
    realNow: () => now,
    monotonicMs: () => now - START,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const done = (): void => {
          signal?.removeEventListener('abort', done);
          resolve();
        };
        signal?.addEventListener('abort', done);
        after(ms, done);
      }),
  };
  return {
    clock,
    after,
    jump: (ms) => {
      now += ms;
    },
    async runUntil(done, deadline) {
      await turn();
      while (!done()) {
        const next = heap[0];
        if (next === undefined || next.at > deadline) {
          now = Math.max(now, deadline);
          return false;
        }
        pop(heap);
        now = Math.max(now, next.at);
        next.work();
        await turn();
      }
      return true;
    },
  };
}

function isBefore(a: Planned, b: Planned): boolean {
  return a.at < b.at || (a.at === b.at && a.tie < b.tie);
}

function push(heap: Planned[], item: Planned): void {
  let at = heap.push(item) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!isBefore(item, heap[parent] as Planned)) break;
    heap[at] = heap[parent] as Planned;
    at = parent;
  }
  heap[at] = item;
}

function pop(heap: Planned[]): void {
  const last = heap.pop();
  if (heap.length === 0 || last === undefined) return;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    const right = heap[child + 1];
    if (right !== undefined && isBefore(right, heap[child] as Planned)) child += 1;
    if (!isBefore(heap[child] as Planned, last)) break;
    heap[at] = heap[child] as Planned;
    at = child;
  }
  heap[at] = last;
}
