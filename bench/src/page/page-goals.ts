// The goals of the payment page, and which of them a measurement misses.

import { categories, moments, type Moment, type PageMeasurement } from './measurement.ts';

export const goals = {
  /** First load with everything: page, styles, scripts, answers of the API, headers. */
  totalBytes: 60_000,
  score: 100,
  usableMs: 1_000,
} as const;

const USABLE: Moment = 'first-contentful-paint';

export function totalBytes({ files }: PageMeasurement): number {
  return files.reduce((sum, { sentBytes }) => sum + sentBytes, 0);
}

/** One sentence for each missed goal. */
export function missedGoals(measured: PageMeasurement): string[] {
  const bytes = totalBytes(measured);
  const { scores, timesMs, files } = measured;
  const origins = new Set(
    files.map(({ url }) => new URL(url).origin).filter((one) => one !== 'null'),
  );
  return [
    ...(bytes <= goals.totalBytes
      ? []
      : [`The first load is ${bytes} bytes; at most ${goals.totalBytes}.`]),
    ...categories
      .filter((name) => scores[name] < goals.score)
      .map((name) => `Lighthouse ${name} is ${scores[name]}; the goal is ${goals.score}.`),
    ...(timesMs[USABLE] < goals.usableMs
      ? []
      : [`${moments[USABLE]}: ${timesMs[USABLE]} ms; less than ${goals.usableMs} ms.`]),
    ...(origins.size <= 1 ? [] : [`Requests go to ${[...origins].join(', ')}; only one origin.`]),
  ];
}

/** The measurement with the median time until usable: single loads vary with the machine. */
export function medianOf(measured: readonly PageMeasurement[]): PageMeasurement {
  const sorted = measured.toSorted((a, b) => a.timesMs.interactive - b.timesMs.interactive);
  const median = sorted[Math.floor((sorted.length - 1) / 2)];
  if (!median) throw new Error('nothing was measured');
  return median;
}
