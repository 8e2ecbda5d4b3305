// Isolates the merchants, or other owners, that a job works on: what fails for one of them is an
// alarm, and the others get their turn. An outage of the database stops all.

import { isUnavailable } from '../storage/errors.ts';

export interface SkipParts {
  readonly metrics: { readonly alarms: { inc(labels: { readonly alarm: string }): void } };
  readonly log: { error(facts: object, message: string): void };
}

/** Whose work it is: the job, and the merchant or other owner that it is working on. */
interface SkipFacts {
  readonly job: string;
  readonly [id: string]: string;
}

/** Undefined: the work has failed. */
export async function skipFailing<T>(
  { metrics, log }: SkipParts,
  facts: SkipFacts,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isUnavailable(error)) throw error;
    const alarm = 'job-skipped';
    metrics.alarms.inc({ alarm });
    log.error({ alarm, err: error, ...facts }, 'a job has skipped one, and goes on with others');
    return undefined;
  }
}
