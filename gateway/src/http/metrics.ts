// The gateway's metrics, as Prometheus text at /metrics. Labels are closed sets: no ids, no
// addresses, nothing a caller can choose.

import { Counter, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  readonly registry: Registry;
  readonly requests: Histogram<'route' | 'method' | 'status'>;
  readonly batchSize: Histogram;
  readonly payments: Counter<'status'>;
  readonly outcomes: Counter<'provider' | 'verb' | 'outcome'>;
  /** 0 closed, 1 half-open, 2 open. */
  readonly providerBreaker: Gauge<'provider'>;
  readonly providerCalls: Gauge<'provider'>;
  readonly providerRefusals: Counter<'provider' | 'reason'>;
  readonly alarms: Counter<'alarm'>;
  readonly jobs: Counter<'job' | 'result'>;
  readonly inFlight: Gauge;
  readonly eventStreams: Gauge;
  readonly trustFileFailed: Gauge<'file'>;
  /** Seconds since 1970. */
  readonly trustFileExpiry: Gauge<'file'>;
  readonly walletCredentials: Gauge<'kind' | 'state'>;
  readonly deliveries: Counter<'result' | 'cause'>;
  /** From the commit of an event to its first attempt. */
  readonly deliveryLag: Histogram;
  readonly deliveriesInFlight: Gauge;
  readonly eventQueue: Gauge;
  readonly eventQueueAge: Gauge;
  readonly receiversUnhealthy: Gauge;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    ...providerMetrics(registers),
    ...trustMetrics(registers),
    ...deliveryMetrics(registers),
    requests: new Histogram({
      name: 'bramka_http_request_seconds',
      help: 'Time to answer a request.',
      labelNames: ['route', 'method', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
      registers,
    }),
    batchSize: new Histogram({
      name: 'bramka_journal_batch_entries',
      help: 'Entries committed together.',
      buckets: [1, 2, 4, 8, 16, 32, 64],
      registers,
    }),
    payments: new Counter({
      name: 'bramka_payment_status_total',
      help: 'Payments that reached a status.',
      labelNames: ['status'],
      registers,
    }),
    alarms: new Counter({
      name: 'bramka_alarms_total',
      help: 'Conditions that an operator must check.',
      labelNames: ['alarm'],
      registers,
    }),
    jobs: new Counter({
      name: 'bramka_job_runs_total',
      help: 'Runs of background jobs.',
      labelNames: ['job', 'result'],
      registers,
    }),
    inFlight: new Gauge({
      name: 'bramka_http_requests_in_flight',
      help: 'Requests being answered.',
      registers,
    }),
    eventStreams: new Gauge({
      name: 'bramka_event_streams',
      help: 'Open event streams of merchants.',
      registers,
    }),
    walletCredentials: new Gauge({
      name: 'bramka_wallet_credentials',
      help: 'Wallet credentials by state; EXPIRES_SOON, EXPIRED and OVERDUE need the operator.',
      labelNames: ['kind', 'state'],
      registers,
    }),
  };
}

function trustMetrics(registers: Registry[]) {
  return {
    trustFileFailed: new Gauge({
      name: 'bramka_wallet_trust_file_failed',
      help: 'Whether the last change of a file with wallet roots or keys could not be loaded.',
      labelNames: ['file'],
      registers,
    }),
    trustFileExpiry: new Gauge({
      name: 'bramka_wallet_trust_file_expiry_timestamp_seconds',
      help: 'When the last root in a file with wallet roots expires.',
      labelNames: ['file'],
      registers,
    }),
  } as const;
}

function providerMetrics(registers: Registry[]) {
  return {
    outcomes: new Counter({
      name: 'bramka_provider_outcomes_total',
      help: 'Answers of providers.',
      labelNames: ['provider', 'verb', 'outcome'],
      registers,
    }),
    providerCalls: new Gauge({
      name: 'bramka_provider_calls_in_progress',
      help: 'Calls to providers without an answer yet.',
      labelNames: ['provider'],
      registers,
    }),
    providerBreaker: new Gauge({
      name: 'bramka_provider_breaker_state',
      help: 'Circuit breaker of a provider: 0 closed, 1 half-open, 2 open.',
      labelNames: ['provider'],
      registers,
    }),
    providerRefusals: new Counter({
      name: 'bramka_provider_calls_refused_total',
      help: 'Calls not made because of the limit of calls or an open circuit breaker.',
      labelNames: ['provider', 'reason'],
      registers,
    }),
  } as const;
}

function deliveryMetrics(registers: Registry[]) {
  return {
    deliveries: new Counter({
      name: 'bramka_deliveries_total',
      help: 'Attempts to deliver an event, by result and what decided it.',
      labelNames: ['result', 'cause'],
      registers,
    }),
    deliveryLag: new Histogram({
      name: 'bramka_delivery_lag_seconds',
      help: 'Time from the commit of an event to its first attempt.',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 120],
      registers,
    }),
    deliveriesInFlight: new Gauge({
      name: 'bramka_deliveries_in_flight',
      help: 'Events sent by this node and not answered yet.',
      registers,
    }),
    eventQueue: new Gauge({
      name: 'bramka_event_queue',
      help: 'Events that are not finished, counted up to 100000.',
      registers,
    }),
    eventQueueAge: new Gauge({
      name: 'bramka_event_queue_oldest_seconds',
      help: 'Age of the oldest of these events.',
      registers,
    }),
    receiversUnhealthy: new Gauge({
      name: 'bramka_receivers_unhealthy',
      help: 'Receivers of merchants whose last delivery was not accepted.',
      registers,
    }),
  } as const;
}
