// Rows and numbers of the text report, and the comparison of processor times.

import type { CpuCost } from '../cpu/cpu-time.ts';

export function row(name: string, ...cells: string[]): string {
  return name.padEnd(26) + cells.map((cell) => cell.padStart(18)).join('');
}

export function wholeNumber(rate: number): string {
  return Math.round(rate).toLocaleString('en-US');
}

export function millis({
  p50Ms,
  p99Ms,
}: {
  readonly p50Ms: number;
  readonly p99Ms: number;
}): string {
  return `${p50Ms.toFixed(1)} / ${p99Ms.toFixed(1)} ms`;
}

export function totalMs({ gatewayMs, postgresMs, driverMs }: CpuCost): number {
  return gatewayMs + postgresMs + driverMs;
}

/** The processor time of one operation divided by that of another of the same run. */
export function costRatio(
  operation: CpuCost | undefined,
  reference: CpuCost | undefined,
): number | undefined {
  return operation && reference && totalMs(operation) / totalMs(reference);
}
