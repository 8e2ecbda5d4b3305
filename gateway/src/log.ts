// The log of a process: one JSON object per line. It uses the real time, even when the clock of a
// sandbox was moved.

import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { isoTime, systemClock } from './core/clock.ts';

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
