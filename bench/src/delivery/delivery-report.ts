// The lines of the report about notifications.

import type { CpuCost } from '../cpu/cpu-time.ts';
import { median } from '../numbers.ts';
import { millis, row, wholeNumber } from '../text/table.ts';
import type { Latency } from '../measure.ts';
import type { DeliveryMeasured, DeliveryWindow, NotifiedWindow } from './delivery.ts';

export interface DeliverySummary {
  readonly paymentsPerSecond: number;
  readonly deliveriesPerSecond: number;
  readonly lag: Latency;
  readonly ownLag: Latency;
  /** What notifications add to a payment, divided by what it costs without; undefined: unknown. */
  readonly cost: number | undefined;
  readonly silentMs: number | undefined;
  readonly addedMs: number | undefined;
  /** The parts of what is added. */
  readonly addedGatewayMs: number | undefined;
  readonly addedPostgresMs: number | undefined;
}

/**
 * Medians of rates and lags. Processor time is the mean of all windows: single ones differ so much
 * that a median of a few of them says little.
 */
export function summarizeDelivery({ silent, notified }: DeliveryMeasured): DeliverySummary {
  const middle = (of: (window: NotifiedWindow) => number) => median(notified.map(of));
  const without = meanCost(silent);
  const withThem = meanCost(notified);
  const isKnown = without !== undefined && withThem !== undefined;
  const addedMs = isKnown ? ownMs(withThem) - ownMs(without) : undefined;
  return {
    paymentsPerSecond: middle((window) => window.paymentsPerSecond),
    deliveriesPerSecond: middle((window) => window.deliveriesPerSecond),
    lag: latency(middle, 'lag'),
    ownLag: latency(middle, 'ownLag'),
    cost: addedMs === undefined || !without ? undefined : addedMs / ownMs(without),
    silentMs: without && ownMs(without),
    addedMs,
    addedGatewayMs: isKnown ? withThem.gatewayMs - without.gatewayMs : undefined,
    addedPostgresMs: isKnown ? withThem.postgresMs - without.postgresMs : undefined,
  };
}

function latency(
  middle: (of: (window: NotifiedWindow) => number) => number,
  name: 'lag' | 'ownLag',
): Latency {
  return {
    p50Ms: middle((window) => window[name].p50Ms),
    p99Ms: middle((window) => window[name].p99Ms),
  };
}

type OwnCost = Pick<CpuCost, 'gatewayMs' | 'postgresMs'>;

/** Undefined if the processor time of a window is unknown. */
function meanCost(windows: readonly DeliveryWindow[]): OwnCost | undefined {
  const costs = windows.flatMap(({ cpu }) => cpu ?? []);
  if (costs.length === 0 || costs.length < windows.length) return undefined;
  const mean = (of: (cost: CpuCost) => number): number =>
    costs.reduce((sum, cost) => sum + of(cost), 0) / costs.length;
  return {
    gatewayMs: mean(({ gatewayMs }) => gatewayMs),
    postgresMs: mean(({ postgresMs }) => postgresMs),
  };
}

/** Without the load generator. */
function ownMs({ gatewayMs, postgresMs }: OwnCost): number {
  return gatewayMs + postgresMs;
}

export function deliveryLines(measured: DeliveryMeasured): string[] {
  const summary = summarizeDelivery(measured);
  const { backlog } = measured;
  const { cost, silentMs, addedMs, ownLag } = summary;
  return [
    row('payments/s, notified', wholeNumber(summary.paymentsPerSecond), '–', '–'),
    row('  deliveries/s meanwhile', wholeNumber(summary.deliveriesPerSecond), '–', '–'),
    row('  lag p50 / p99', millis(summary.lag)),
    row('  own histogram, at most', `${bound(ownLag.p50Ms)} / ${bound(ownLag.p99Ms)} ms`),
    ...(cost !== undefined && silentMs !== undefined && addedMs !== undefined
      ? [
          row('  payment without address', `${silentMs.toFixed(2)} ms`, '–', '–'),
          row('  added by deliveries', `${addedMs.toFixed(2)} ms`, '–', cost.toFixed(2)),
          row('    in the gateway', `${summary.addedGatewayMs?.toFixed(2)} ms`, '–', '–'),
          row('    in PostgreSQL', `${summary.addedPostgresMs?.toFixed(2)} ms`, '–', '–'),
        ]
      : []),
    row(`deliveries/s, backlog`, wholeNumber(backlog.perSecond), '–', '–'),
    ...(backlog.cpu
      ? [
          row('  processor time each', `${ownMs(backlog.cpu).toFixed(3)} ms`, '–', '–'),
          row('    in the gateway', `${backlog.cpu.gatewayMs.toFixed(3)} ms`, '–', '–'),
          row('    in PostgreSQL', `${backlog.cpu.postgresMs.toFixed(3)} ms`, '–', '–'),
        ]
      : []),
  ];
}

function bound(ms: number): string {
  return Number.isFinite(ms) ? String(ms) : '–';
}
