// The clock of a running sandbox as `bramka doctor` reports it: a moved clock is allowed, but it
// explains expired payments and tokens.

import type { Config } from '@bramka/gateway/config.ts';
import { callSandbox } from '../api/sandbox.ts';
import { clockText, isMoved, type ClockReading } from '../clock-text.ts';
import { Failure } from '../failure.ts';
import type { Finding } from './finding.ts';

const subject = 'clock';

/** Nothing in production, or when no gateway runs. */
export async function checkClock(config: Config, url: string | undefined): Promise<Finding[]> {
  if (config.environment !== 'sandbox' || url === undefined) return [];
  try {
    const reading = await callSandbox<ClockReading>({ url }, {}, { path: '/sandbox/clock' });
    if (!isMoved(reading)) return [{ subject, ok: true, what: 'real time' }];
    const what = `MOVED: ${clockText(reading)}; \`bramka reset\` returns to real time`;
    return [{ subject, ok: true, what }];
  } catch (error) {
    // The gateway on this port is not a sandbox, although these variables describe one.
    if (error instanceof Failure) return [];
    throw error;
  }
}
