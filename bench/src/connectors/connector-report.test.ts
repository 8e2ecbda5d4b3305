// The report about connectors: means of processor times and their ratio.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PaymentsMeasured } from '../measure.ts';
import { connectorLines, summarizeConnector } from './connector-report.ts';

function window(perSecond: number, gatewayMs: number, postgresMs: number): PaymentsMeasured {
  const latency = { p50Ms: 1, p99Ms: 2 };
  const cpu = { gatewayMs, postgresMs, driverMs: 9, busy: 2, othersBusy: 0 };
  return { perSecond, answer: latency, completed: latency, cpu };
}

const plain = [window(900, 0.5, 0.5), window(1000, 0.75, 0.25)];

test('the cost is that of the gateway and PostgreSQL, without the load', () => {
  const through = [window(800, 0.5, 0.5), window(700, 1, 0.5), window(600, 0.75, 0.5)];
  const { ratio, ...rest } = summarizeConnector({ name: 'a', plain, through });
  assert.deepEqual(rest, { name: 'a', perSecond: 700, plainMs: 1, throughMs: 1.25 });
  assert.equal(ratio, 1.25);
});

test('a window without processor time leaves the ratio unknown', () => {
  const through = [{ ...window(800, 1, 1), cpu: undefined }];
  assert.equal(summarizeConnector({ name: 'a', plain, through }).ratio, undefined);
});

test('a ratio over the goal is marked', () => {
  const lines = (gatewayMs: number): string =>
    connectorLines([{ name: 'a', plain, through: [window(800, gatewayMs, 0.5)] }]).at(-1) ?? '';
  assert.match(lines(0.8), /^a +800 +1\.00 ms +1\.30 ms +1\.30$/);
  assert.match(lines(0.81), /1\.31 \(over 1\.3\)$/);
});
