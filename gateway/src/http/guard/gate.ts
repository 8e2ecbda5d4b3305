// Calls to one provider, with a limit of concurrent calls and a circuit breaker: a provider that
// hangs or fails cannot use up what the others need. The caller decides what it means when a call
// is not made.

import type { Clock } from '../../core/clock.ts';
import type { Metrics } from '../metrics.ts';
import { createBreaker, type BreakerState, type CallResult } from './circuit-breaker.ts';
import type { GuardSettings } from './guard-settings.ts';

export interface GuardParts {
  readonly settings: GuardSettings;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly metrics: Pick<Metrics, 'providerCalls' | 'providerBreaker' | 'providerRefusals'>;
  readonly log: {
    warn(facts: object, message: string): void;
  };
}

export type Gate = ReturnType<typeof createGate>;

/** The values of the metric. */
const stateNumbers: Readonly<Record<BreakerState, number>> = { closed: 0, 'half-open': 1, open: 2 };

export function createGate(provider: string, parts: GuardParts) {
  const { settings, metrics } = parts;
  const labels = { provider };
  const breaker = createBreaker(
    {
      failures: settings.providerFailures,
      pauseMs: settings.providerPauseMs,
      trialLimitMs: settings.providerMaxInFlightMs,
    },
    parts.clock.monotonicMs,
    (state) => {
      metrics.providerBreaker.set(labels, stateNumbers[state]);
      logChange(parts, provider, state);
    },
  );
  let inProgress = 0;
  const freeCalls = (): number => settings.providerCalls - inProgress;
  const isFull = (): boolean => freeCalls() <= 0;
  const track = (change: 1 | -1): void => {
    inProgress += change;
    metrics.providerCalls.set(labels, inProgress);
  };
  metrics.providerCalls.set(labels, 0);
  metrics.providerBreaker.set(labels, stateNumbers.closed);
  for (const reason of ['limit', 'breaker']) metrics.providerRefusals.inc({ ...labels, reason }, 0);

  return {
    /** How many calls may be started now; 1 if a trial call is due. */
    capacity: () => Math.max(0, Math.min(freeCalls(), breaker.allowedCalls())),
    /** Makes the call; returns `instead` at once if it must not be made. */
    async call<T>(
      send: () => Promise<T>,
      resultOf: (answer: T) => CallResult,
      instead: T,
    ): Promise<T> {
      const finish = isFull() ? undefined : breaker.startCall();
      if (!finish) {
        metrics.providerRefusals.inc({ ...labels, reason: isFull() ? 'limit' : 'breaker' });
        return instead;
      }
      track(1);
      let result: CallResult = 'failed';
      try {
        const answer = await send();
        result = resultOf(answer);
        return answer;
      } finally {
        track(-1);
        finish(result);
      }
    },
  };
}

function logChange({ log, settings }: GuardParts, provider: string, state: BreakerState): void {
  const { providerPauseMs: pauseMs } = settings;
  if (state === 'open') log.warn({ provider, pauseMs }, 'provider fails: calls are paused');
  if (state === 'closed') log.warn({ provider }, 'provider answers again');
}
