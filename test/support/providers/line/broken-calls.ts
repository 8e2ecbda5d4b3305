// Calls of an adapter while the line to its counterpart is broken.
import assert from 'node:assert/strict';
import { LONGEST_WAIT_MS, within } from '../../waiting/until.ts';
import type { Fault, Wire } from './wire.ts';

export interface Connected<A> {
  readonly adapter: A;
  readonly close: () => Promise<void>;
}

export interface Line<A> {
  readonly wire: Wire;
  readonly adapter: A;
  /** Which calls a fault hits, by their path; absent: all. */
  readonly hits?: ((path: string) => boolean) | undefined;
  /** Another adapter, with its own time limit. */
  connect(timeoutMs: number): Connected<A>;
}

const FIRST_LIMIT_MS = 250;
const LONGEST_LIMIT_MS = 64_000;

/**
 * Calls while the line has the fault, and repairs it. Calls that must time out have a short limit;
 * they are prepared and made again with a longer one until all of their requests have arrived.
 */
export async function callsWith<A, P, R>(
  line: Line<A>,
  fault: Fault,
  prepare: () => Promise<P>,
  calls: (adapter: A, prepared: P) => Promise<R>[],
): Promise<{ readonly prepared: P; readonly outcomes: R[] }> {
  const { wire } = line;
  for (let limitMs = FIRST_LIMIT_MS; limitMs <= LONGEST_LIMIT_MS; limitMs *= 2) {
    const prepared = await prepare();
    const isUnanswered = fault.answer === 'late' || fault.isIgnored;
    const own = isUnanswered ? line.connect(limitMs) : undefined;
    wire.breakWith(fault, line.hits);
    try {
      const called = Promise.all(calls(own?.adapter ?? line.adapter, prepared));
      const outcomes = await within(LONGEST_WAIT_MS, called, () => 'calls with a time limit');
      if (wire.arrived() >= outcomes.length) return { prepared, outcomes };
    } finally {
      await wire.repair();
      await own?.close();
    }
  }
  return assert.fail('each call sends a request');
}
