// The circuit breaker of one provider on one node: after a series of failed calls no call is made
// for a while; then a single trial call shows whether the provider answers again. Time is measured
// with the monotonic clock, so a moved clock of the sandbox has no effect.

interface BreakerSettings {
  /** The breaker opens after this number of failures without an answer in between. */
  readonly failures: number;
  /** How long the breaker stays open before a trial call. */
  readonly pauseMs: number;
  /** A trial call without a result does not prevent the next one for longer than this. */
  readonly trialLimitMs: number;
}

export type BreakerState = 'closed' | 'half-open' | 'open';

/** `unclear`: there was an answer, but it was unreadable. */
export type CallResult = 'answered' | 'failed' | 'unclear';

/** A failure after a longer time than this starts a new series. */
export const FAILURE_WINDOW_MS = 60_000;

export function createBreaker(
  settings: BreakerSettings,
  monotonicMs: () => number,
  onChange: (state: BreakerState) => void,
) {
  let state: BreakerState = 'closed';
  /** Results of calls that started before the last change of the state do not count. */
  let period = 0;
  let changedAt = monotonicMs();
  let failures = 0;
  let failedAt = -Infinity;

  const enterState = (next: BreakerState): void => {
    state = next;
    period += 1;
    changedAt = monotonicMs();
    failures = 0;
    onChange(next);
  };
  const countFailure = (): void => {
    const now = monotonicMs();
    failures = now - failedAt > FAILURE_WINDOW_MS ? 1 : failures + 1;
    failedAt = now;
    if (failures >= settings.failures) enterState('open');
  };
  const record = (result: CallResult): void => {
    if (state === 'half-open') return enterState(result === 'answered' ? 'closed' : 'open');
    if (result === 'answered') failures = 0;
    if (result === 'failed') countFailure();
  };
  /** How many calls may be started now: any number, one, or none. */
  const allowedCalls = (): number => {
    if (state === 'closed') return Infinity;
    const waitMs = state === 'open' ? settings.pauseMs : settings.trialLimitMs;
    return monotonicMs() - changedAt >= waitMs ? 1 : 0;
  };
  return {
    allowedCalls,
    /** Starts a call and returns the function that takes its result; undefined: not allowed. */
    startCall(): ((result: CallResult) => void) | undefined {
      if (allowedCalls() === 0) return undefined;
      if (state !== 'closed') enterState('half-open');
      const started = period;
      return (result) => {
        if (started === period) record(result);
      };
    },
  };
}
