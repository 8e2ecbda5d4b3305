// How long a migration works on a table, from the time that reading a sample of it takes now.

import type { Clock } from '../../core/clock.ts';
import type { Queryable } from '../database.ts';
import type { Work } from './effects/form.ts';
import type { TableSize } from './table-size.ts';

const SAMPLE_BYTES = 32 * 1024 * 1024;

interface MeasureParts {
  readonly database: Queryable;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

/** How long it takes to read the whole table, in seconds. */
export async function measureScan(
  { database, clock }: MeasureParts,
  table: string,
  { bytes }: TableSize,
): Promise<number> {
  const share = Math.min(1, SAMPLE_BYTES / Math.max(1, bytes));
  const text = `select count(*) from ${table} tablesample system (${share * 100})`;
  const beganMs = clock.monotonicMs();
  await database.run({ name: '', text });
  return (clock.monotonicMs() - beganMs) / 1000 / share;
}

/** How many times as long as counting its rows, measured: see decision 88. */
const timesScan: Partial<Record<Work, number>> = { scan: 4, index: 8 };
const ROWS_PER_SECOND_OF_BACKFILL = 8000;

/** Null: it is not estimated. */
export function secondsFor(
  work: Work | 'backfill',
  scanSeconds: number,
  { rows }: TableSize,
): number | null {
  if (work === 'backfill') return rows / ROWS_PER_SECOND_OF_BACKFILL;
  const times = timesScan[work];
  return times === undefined ? null : times * scanSeconds;
}
