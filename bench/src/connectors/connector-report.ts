// The lines of the report about connectors: the cost of a card payment through each of them,
// divided by that of one through the plain protocol.

import type { CpuCost } from '../cpu/cpu-time.ts';
import type { PaymentsMeasured } from '../measure.ts';
import { median } from '../numbers.ts';
import { row, wholeNumber } from '../text/table.ts';
import type { ConnectorMeasured } from './connectors.ts';

/** What a payment through a connector may cost. */
const goal = 1.3;

export interface ConnectorSummary {
  readonly name: string;
  readonly perSecond: number;
  readonly plainMs: number | undefined;
  readonly throughMs: number | undefined;
  /** Undefined if processor times are unknown. */
  readonly ratio: number | undefined;
}

/** Rates are medians. Processor time is the mean of all windows: single ones differ much. */
export function summarizeConnector(measured: ConnectorMeasured): ConnectorSummary {
  const { name, plain, through } = measured;
  const [plainMs, throughMs] = [meanMs(plain), meanMs(through)];
  return {
    name,
    perSecond: median(through.map(({ perSecond }) => perSecond)),
    plainMs,
    throughMs,
    ratio: plainMs === undefined || throughMs === undefined ? undefined : throughMs / plainMs,
  };
}

/** Of the gateway and its PostgreSQL. */
function meanMs(windows: readonly PaymentsMeasured[]): number | undefined {
  const costs = windows.flatMap(({ cpu }) => cpu ?? []);
  if (costs.length === 0 || costs.length < windows.length) return undefined;
  const own = ({ gatewayMs, postgresMs }: CpuCost): number => gatewayMs + postgresMs;
  return costs.reduce((sum, cost) => sum + own(cost), 0) / costs.length;
}

export function connectorLines(all: readonly ConnectorMeasured[]): string[] {
  if (all.length === 0) return ['no connectors'];
  return [
    row('', 'payments/s', 'plain', 'through', 'ratio'),
    ...all.map(summarizeConnector).map(({ name, perSecond, plainMs, throughMs, ratio }) => {
      const [plain, through] = [plainMs, throughMs].map((ms) => `${ms?.toFixed(2) ?? '–'} ms`);
      const verdict = ratio === undefined ? '–' : `${ratio.toFixed(2)}${note(ratio)}`;
      return row(name, wholeNumber(perSecond), plain ?? '', through ?? '', verdict);
    }),
  ];
}

const note = (ratio: number): string => (ratio <= goal ? '' : ` (over ${goal})`);
