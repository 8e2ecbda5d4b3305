// The settings of calls to providers: time limits, the limit of concurrent calls and the circuit
// breaker of each provider.

import { integer } from '../../settings/kinds.ts';
import type { Check } from '../../settings/read-settings.ts';
import { settings, type ValuesOf } from '../../settings/setting.ts';

export const guardSettings = settings('BRAMKA', {
  providerTimeoutMs: [integer(10_000, 10, 120_000), 'time limit for the answer of a provider'],
  providerMaxInFlightMs: [
    integer(60_000, 10, 3_600_000),
    'after this time an unacknowledged request is considered lost',
  ],
  providerCalls: [
    integer(1000, 1, 100_000),
    'calls in progress at one provider; others are not made',
  ],
  providerFailures: [
    integer(20, 1, 1_000_000),
    'failed calls in a row after which a provider is not called for a while',
  ],
  providerPauseMs: [integer(5000, 10, 3_600_000), 'how long a failing provider is not called'],
});

export type GuardSettings = Omit<ValuesOf<typeof guardSettings>, 'providerTimeoutMs'>;

export const checkGuard: Check<ValuesOf<typeof guardSettings>> = (values) =>
  values.providerMaxInFlightMs < values.providerTimeoutMs
    ? ['BRAMKA_PROVIDER_MAX_IN_FLIGHT_MS must be at least BRAMKA_PROVIDER_TIMEOUT_MS']
    : [];
