// The clock that is injected into all code that needs the time. Time enters SQL as a parameter, so
// a simulated clock moves the whole gateway.

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number;

export interface Clock {
  now(): Instant;
  /** The actual time, even when the clock of a sandbox was moved; for times that others compare. */
  realNow(): Instant;
  /** Resolves after the given time on this clock, or at once when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Monotonic: for measuring and for caches, never stored in rows. */
  readonly monotonicMs: () => number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  realNow: () => Date.now(),
  monotonicMs: () => performance.now(),
  // By hand: that of `timers/promises` makes an exception, 8 µs, whenever a provider answers.
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal?.addEventListener('abort', done, { once: true });
    }),
};

/** Calls `run` once after real time, even while the clock is frozen; limits network calls. */
export function startTimer(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/** How a movable clock differs from the clock below it. */
export interface ClockState {
  readonly offsetMs: number;
  /** The instant at which the clock is frozen; null while it runs. */
  readonly frozenAt: Instant | null;
}

export interface MovableClock {
  readonly clock: Clock;
  readonly set: (state: ClockState) => void;
  readonly state: () => ClockState;
}

/** A clock whose time can be moved and frozen. Sleeping and measuring still use the base clock. */
export function movableClock(base: Clock): MovableClock {
  let state: ClockState = { offsetMs: 0, frozenAt: null };
  return {
    clock: {
      now: () => timeOf(state, base.now()),
      realNow: () => base.realNow(),
      sleep: (ms, signal) => base.sleep(ms, signal),
      monotonicMs: base.monotonicMs,
    },
    set: (next) => (state = next),
    state: () => state,
  };
}

/** The time that a clock in this state shows. */
export function timeOf({ offsetMs, frozenAt }: ClockState, baseNow: Instant): Instant {
  return frozenAt ?? baseNow + offsetMs;
}

let lastFormatted = { at: NaN, text: '' };

/** ISO 8601 in UTC with milliseconds: the format of all times in the API. */
export function isoTime(at: Instant): string {
  // Rows that are written together often contain the same time several times.
  if (at !== lastFormatted.at) lastFormatted = { at, text: new Date(at).toISOString() };
  return lastFormatted.text;
}
