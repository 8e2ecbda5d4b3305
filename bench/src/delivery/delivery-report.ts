// The lines of the report about notifications.

import type { CpuCost } from '../cpu/cpu-time.ts';
import { median } from '../numbers.ts';
import { millis, row, whole } from '../text/table.ts';
import type { Latency } from '../measure.ts';
import type { DeliveryMeasured, NotifiedWindow } from './delivery.ts';

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

/** Medians of the windows; the cost is the median over pairs of neighbouring windows. */
export function summarizeDelivery({ silent, notified }: DeliveryMeasured): DeliverySummary {
  const middle = (of: (window: NotifiedWindow) => number) => median(notified.map(of));
  const pairs = notified.flatMap(({ cpu }, round) => {
    const without = silent[round]?.cpu;
    return cpu && without
      ? [
          {
            silentMs: ownMs(without),
            addedMs: ownMs(cpu) - ownMs(without),
            gatewayMs: cpu.gatewayMs - without.gatewayMs,
            postgresMs: cpu.postgresMs - without.postgresMs,
          },
        ]
      : [];
  });
  const known = pairs.length === notified.length && pairs.length > 0;
  const overPairs = (of: (pair: (typeof pairs)[number]) => number) =>
    known ? median(pairs.map(of)) : undefined;
  return {
    paymentsPerSecond: middle((window) => window.paymentsPerSecond),
    deliveriesPerSecond: middle((window) => window.deliveriesPerSecond),
    lag: latency(middle, 'lag'),
    ownLag: latency(middle, 'ownLag'),
    cost: overPairs(({ silentMs, addedMs }) => addedMs / silentMs),
    silentMs: overPairs(({ silentMs }) => silentMs),
    addedMs: overPairs(({ addedMs }) => addedMs),
    addedGatewayMs: overPairs(({ gatewayMs }) => gatewayMs),
    addedPostgresMs: overPairs(({ postgresMs }) => postgresMs),
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

/** Without the load generator. */
function ownMs({ gatewayMs, postgresMs }: CpuCost): number {
  return gatewayMs + postgresMs;
}

export function deliveryLines(measured: DeliveryMeasured): string[] {
  const found = summarizeDelivery(measured);
  const { backlog } = measured;
  const { cost, silentMs, addedMs, ownLag } = found;
  return [
    row('payments/s, notified', whole(found.paymentsPerSecond), '–', '–'),
    row('  deliveries/s meanwhile', whole(found.deliveriesPerSecond), '–', '–'),
    row('  lag p50 / p99', millis(found.lag)),
    row('  own histogram, at most', `${bound(ownLag.p50Ms)} / ${bound(ownLag.p99Ms)} ms`),
    ...(cost !== undefined && silentMs !== undefined && addedMs !== undefined
      ? [
          row('  payment without address', `${silentMs.toFixed(2)} ms`, '–', '–'),
          row('  added by deliveries', `${addedMs.toFixed(2)} ms`, '–', cost.toFixed(2)),
          row('    in the gateway', `${found.addedGatewayMs?.toFixed(2)} ms`, '–', '–'),
          row('    in PostgreSQL', `${found.addedPostgresMs?.toFixed(2)} ms`, '–', '–'),
        ]
      : []),
    row(`deliveries/s, backlog`, whole(backlog.perSecond), '–', '–'),
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
