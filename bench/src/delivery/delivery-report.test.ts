// Tests of the summary of notifications: medians of rates and lags, and the mean cost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CpuCost } from '../cpu/cpu-time.ts';
import type { DeliveryMeasured } from './delivery.ts';
import { deliveryLines, summarizeDelivery } from './delivery-report.ts';

const cpu = (gatewayMs: number, postgresMs: number): CpuCost => ({
  gatewayMs,
  postgresMs,
  driverMs: 50,
  busy: 1,
  othersBusy: 0,
});
const silent = (cost: CpuCost | undefined) => ({ paymentsPerSecond: 1, cpu: cost });
const notified = (cost: CpuCost | undefined, factor: number) => ({
  paymentsPerSecond: 1000 * factor,
  deliveriesPerSecond: 3000 * factor,
  lag: { p50Ms: 10 * factor, p99Ms: 40 * factor },
  ownLag: { p50Ms: 5 * factor, p99Ms: 25 * factor },
  cpu: cost,
});
const backlog = { events: 5, perSecond: 1234, cpu: cpu(0.05, 0.03) };

/** The added time of the rounds is 0.2, 0.1 and 0.3 ms. */
const measured: DeliveryMeasured = {
  silent: [silent(cpu(0.6, 0.4)), silent(cpu(0.3, 0.2)), silent(cpu(0.6, 0.4))],
  notified: [notified(cpu(0.7, 0.5), 2), notified(cpu(0.4, 0.2), 1), notified(cpu(0.8, 0.5), 3)],
  backlog,
};

test('takes the cost from the means of all windows, without the load generator', () => {
  const { cost, silentMs, addedMs } = summarizeDelivery(measured);
  assert.equal(cost?.toFixed(6), '0.240000');
  assert.equal(addedMs?.toFixed(6), '0.200000');
  assert.equal(silentMs?.toFixed(6), '0.833333');
});

test('takes medians of rates and lags', () => {
  const { paymentsPerSecond, deliveriesPerSecond, lag, ownLag } = summarizeDelivery(measured);
  assert.deepEqual([paymentsPerSecond, deliveriesPerSecond], [2000, 6000]);
  assert.deepEqual(
    [lag, ownLag],
    [
      { p50Ms: 20, p99Ms: 80 },
      { p50Ms: 10, p99Ms: 50 },
    ],
  );
});

test('knows no cost if the processor time of a window is unknown', () => {
  const [first, ...others] = measured.silent;
  const unknown = { ...measured, silent: [{ ...first!, cpu: undefined }, ...others] };
  const { cost, addedMs } = summarizeDelivery(unknown);
  assert.deepEqual([cost, addedMs], [undefined, undefined]);
  assert.equal(deliveryLines(unknown).length, deliveryLines(measured).length - 4);
});

test('prints the lag, the bounds of the histogram and the cost', () => {
  const lines = deliveryLines(measured).map((line) => line.replace(/ {2,}/g, ' | '));
  assert.ok(lines.includes(' | lag p50 / p99 | 20.0 / 80.0 ms'), lines.join('\n'));
  assert.ok(lines.includes(' | own histogram, at most | 10 / 50 ms'));
  assert.ok(lines.includes(' | added by deliveries | 0.20 ms | – | 0.24'));
  assert.ok(lines.includes(' | in the gateway | 0.13 ms | – | –'), lines.join('\n'));
  assert.ok(lines.includes(' | in PostgreSQL | 0.07 ms | – | –'));
  assert.ok(lines.includes(' | processor time each | 0.080 ms | – | –'));
  assert.ok(lines.includes('deliveries/s, backlog | 1,234 | – | –'));
});
