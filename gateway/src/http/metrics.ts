// The gateway's metrics, as Prometheus text at /metrics. Labels are closed sets: no ids, no
// addresses, nothing a caller can choose.

import { Counter, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  const make = maker([registry]);
  return { registry, ...outgoingMetrics(make), ...rateMetrics(make), ...ownMetrics(make) };
}

type Maker = ReturnType<typeof maker>;

function maker(registers: Registry[]) {
  return {
    counter: <L extends string>(labelNames: L[], name: string, help: string) =>
      new Counter({ name, help, labelNames, registers }),
    gauge: <L extends string>(labelNames: L[], name: string, help: string) =>
      new Gauge({ name, help, labelNames, registers }),
    histogram: <L extends string>(labelNames: L[], buckets: number[], name: string, help: string) =>
      new Histogram({ name, help, labelNames, buckets, registers }),
  };
}

/** Calls to providers and deliveries of events. */
function outgoingMetrics({ counter, gauge, histogram }: Maker) {
  return {
    outcomes: counter(
      ['provider', 'verb', 'outcome'],
      'bramka_provider_outcomes_total',
      'Answers of providers.',
    ),
    providerCalls: gauge(
      ['provider'],
      'bramka_provider_calls_in_progress',
      'Calls to providers without an answer yet.',
    ),
    providerBreaker: gauge(
      ['provider'],
      'bramka_provider_breaker_state',
      'Circuit breaker of a provider: 0 closed, 1 half-open, 2 open.',
    ),
    providerRefusals: counter(
      ['provider', 'reason'],
      'bramka_provider_calls_refused_total',
      'Calls not made because of the limit of calls or an open circuit breaker.',
    ),
    deliveries: counter(
      ['result', 'cause'],
      'bramka_deliveries_total',
      'Attempts to deliver an event, by result and what decided it.',
    ),
    deliveryLag: histogram(
      [],
      [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 120],
      'bramka_delivery_lag_seconds',
      'Time from the commit of an event to its first attempt.',
    ),
    deliveriesInFlight: gauge(
      [],
      'bramka_deliveries_in_flight',
      'Events sent by this node and not answered yet.',
    ),
    eventQueue: gauge(
      [],
      'bramka_event_queue',
      'Events that are not finished, counted up to 100000.',
    ),
    eventQueueAge: gauge(
      [],
      'bramka_event_queue_oldest_seconds',
      'Age of the oldest of these events.',
    ),
    receiversUnhealthy: gauge(
      [],
      'bramka_receivers_unhealthy',
      'Receivers of merchants whose last delivery was not accepted.',
    ),
  };
}

/** How many authorizations succeed. */
function rateMetrics({ gauge }: Maker) {
  return {
    successRatio: gauge(
      ['provider', 'organization', 'window'],
      'bramka_authorization_success_ratio',
      'Share of the authorizations of the last hour or day that were approved, from 0 to 1.',
    ),
    finishedAuthorizations: gauge(
      ['provider', 'organization', 'window'],
      'bramka_authorizations_finished',
      'Authorizations that finished in the last hour or day.',
    ),
  };
}

function ownMetrics({ counter, gauge, histogram }: Maker) {
  return {
    requests: histogram(
      ['route', 'method', 'status'],
      [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
      'bramka_http_request_seconds',
      'Time to answer a request.',
    ),
    batchSize: histogram(
      [],
      [1, 2, 4, 8, 16, 32, 64],
      'bramka_journal_batch_entries',
      'Entries committed together.',
    ),
    payments: counter(['status'], 'bramka_payment_status_total', 'Payments that reached a status.'),
    alarms: counter(['alarm'], 'bramka_alarms_total', 'Conditions that an operator must check.'),
    jobs: counter(['job', 'result'], 'bramka_job_runs_total', 'Runs of background jobs.'),
    inFlight: gauge([], 'bramka_http_requests_in_flight', 'Requests being answered.'),
    eventStreams: gauge([], 'bramka_event_streams', 'Open event streams of merchants.'),
    trustFileFailed: gauge(
      ['file'],
      'bramka_wallet_trust_file_failed',
      'Whether the last change of a file with wallet roots or keys could not be loaded.',
    ),
    trustFileExpiry: gauge(
      ['file'],
      'bramka_wallet_trust_file_expiry_timestamp_seconds',
      'When the last root in a file with wallet roots expires.',
    ),
    walletCredentials: gauge(
      ['kind', 'state'],
      'bramka_wallet_credentials',
      'Wallet credentials by state; EXPIRES_SOON, EXPIRED and OVERDUE need the operator.',
    ),
  };
}
