// The log of a process: one JSON object per line. It uses the real time, even when the clock of a
// sandbox was moved.

import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { isoTime, systemClock, type Clock } from './core/clock.ts';
import type { Metrics } from './http/metrics.ts';
import { createOutage, type Outage } from './storage/availability/outage.ts';
import { ConnectionLost, isUnavailable } from './storage/errors.ts';
import type { WorkerParts } from './worker/worker.ts';

export function createLogger(level: string): FastifyBaseLogger {
  return pino({
    level,
    base: null,
    formatters: { level: (label) => ({ level: label }) },
    timestamp: () => `,"time":"${isoTime(systemClock.now())}"`,
    serializers: { err: plainError },
  });
}

/** Name, message and stack only: drivers put row values into other fields of their errors. */
function plainError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  return { name: error.name, message: error.message, stack: error.stack };
}

/**
 * Counts every run of a job, and logs failures and the first success after them; an outage is
 * logged elsewhere, once.
 */
export function reportJobRun(
  metrics: Pick<Metrics, 'jobs'>,
  logger: Pick<FastifyBaseLogger, 'warn' | 'error'>,
): WorkerParts['onRun'] {
  const failing = new Set<string>();
  return (job, result, error) => {
    metrics.jobs.inc({ job, result });
    if (result === 'ok') {
      if (failing.delete(job)) logger.warn({ job }, 'job runs again');
      return;
    }
    if (error instanceof ConnectionLost) return;
    failing.add(job);
    if (isUnavailable(error)) logger.warn({ job, reason: error.message }, 'job will be repeated');
    else logger.error({ job, err: error }, 'job failed');
  };
}

/** Logs two lines per outage, not one for each connection, request and job. */
export function loggedOutage(clock: Clock, logger: FastifyBaseLogger): Outage {
  return createOutage({
    monotonicMs: clock.monotonicMs,
    onBegin: (reason) => logger.error({ reason }, 'database unavailable'),
    onEnd: (lastedMs, losses) =>
      logger.warn({ seconds: Math.round(lastedMs / 100) / 10, losses }, 'database available again'),
  });
}
