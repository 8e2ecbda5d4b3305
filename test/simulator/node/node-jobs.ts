// The background jobs of a simulated node, and its metrics.

import type { PaymentParts, ProcessorParts } from '@bramka/gateway/payments/processing/parts.ts';
import { endDue } from '@bramka/gateway/payments/jobs/end-due.ts';
import { forgetCodes } from '@bramka/gateway/payments/jobs/forget-codes.ts';
import { resolveDue } from '@bramka/gateway/payments/jobs/resolve.ts';
import type { GuardParts } from '@bramka/gateway/http/guard/gate.ts';
import { startWorker } from '@bramka/gateway/worker/worker.ts';
import type { Job } from '@bramka/gateway/worker/worker.ts';
import type { Chance } from '../world/chance.ts';

const BATCH = 100;

interface JobParts {
  readonly chance: Chance;
  readonly onError: (where: string, error: unknown) => void;
}

export function startJobs(
  parts: JobParts,
  payments: PaymentParts,
  others: readonly Omit<Job, 'everyMs'>[],
): void {
  const slowestMs = parts.chance.pick([4_000, 4_000, 15_000]);
  const everyMs = parts.chance.between(500, slowestMs);
  const { clock } = payments;
  startWorker(
    [
      ...payments.providers.list.map(({ name }) => ({
        name: 'resolve',
        everyMs,
        run: () => resolveDue(payments, name, BATCH),
      })),
      { name: 'end', everyMs, run: () => endDue(payments, BATCH) },
      { name: 'forget-codes', everyMs, run: () => forgetCodes(payments, BATCH) },
      ...others.map((job) => ({ ...job, everyMs })),
    ],
    { clock, onRun: (job, result, error) => result === 'failed' && parts.onError(job, error) },
  );
}

export function silentMetrics(onAlarm: (alarm: string) => void): ProcessorParts['metrics'] {
  const silent = { inc: () => undefined };
  const alarms = { inc: ({ alarm }: { alarm: string }) => onAlarm(alarm) };
  return { payments: silent, outcomes: silent, alarms } as unknown as ProcessorParts['metrics'];
}

const gauge = { set: () => undefined, inc: () => undefined };
/** The metrics of the guard. */
export const silentGuard = {
  providerCalls: gauge,
  providerBreaker: gauge,
  providerRefusals: gauge,
} as unknown as GuardParts['metrics'];
