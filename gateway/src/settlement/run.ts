// A run settles what is due for one merchant. Its steps are fixed when it begins, and its progress
// is stored after every page, so that any node can continue it.

import type { Instant } from '../core/clock.ts';
import { table } from '../journal/table.ts';
import type { SettlementRules } from '../merchants/settlement-rules.ts';
import { dueBefore, type SettlementMoment } from './calendar/calendar.ts';
import type { LocalDate } from './calendar/local-time.ts';

/** Payments of some methods, captured in a period. */
export interface ScanStep {
  /** These methods; with `isRest` all except these. */
  readonly methods: readonly string[];
  readonly isRest: boolean;
  readonly from: Instant;
  /** Captured before this instant: due. */
  readonly before: Instant;
}

export interface Run {
  readonly merchantId: string;
  readonly runId: string;
  readonly version: number;
  readonly settlementDate: LocalDate;
  /** Payments that are due at this time or earlier are settled. */
  readonly until: Instant;
  readonly steps: readonly ScanStep[];
  /** Scans first, then the payments that wait, then the batches are closed. */
  readonly step: number;
  /** Where the step continues: the last transfer, or the last payment that waits. */
  readonly afterId: string;
  readonly examined: number;
  readonly settled: number;
  /** How many payments wait for the next run. */
  readonly postponed: number;
  readonly leaseUntil: Instant;
  readonly startedAt: Instant;
  readonly finishedAt: Instant | null;
}

export const runs = table<Run>('settlement_runs', {
  columns: {
    merchantId: 'text',
    runId: 'uuid',
    version: 'integer',
    settlementDate: 'text',
    until: 'timestamptz',
    steps: 'jsonb',
    step: 'integer',
    afterId: 'uuid',
    examined: 'integer',
    settled: 'integer',
    postponed: 'integer',
    leaseUntil: 'timestamptz',
    startedAt: 'timestamptz',
    finishedAt: 'timestamptz',
  },
  key: ['merchantId', 'runId'],
  hasOwnId: true,
  version: 'version',
  mutable: [
    'version',
    'step',
    'afterId',
    'examined',
    'settled',
    'postponed',
    'leaseUntil',
    'finishedAt',
  ],
  unique: [
    {
      name: 'settlement_runs_one_running',
      columns: ['merchantId'],
      when: (row) => row['finishedAt'] === null,
    },
  ],
});

/** By method, and `*` for the rest: everything captured before it has been examined. */
export type Cursors = Readonly<Record<string, Instant>>;

export interface CursorRow {
  readonly merchantId: string;
  /** The latest time of settlement for which a run began. */
  readonly dueAt: Instant;
  readonly cursors: Cursors;
}

export const cursorRows = table<CursorRow>('settlement_cursors', {
  columns: { merchantId: 'text', dueAt: 'timestamptz', cursors: 'jsonb' },
  key: ['merchantId'],
  mutable: ['dueAt', 'cursors'],
  upsert: true,
});

/**
 * Why a due payment was not settled: an operation is in progress, it changed at the same moment,
 * the balance does not cover its fee, or a defect.
 */
export type WaitingReason = 'OPERATION' | 'CHANGED' | 'FUNDS' | 'DEFECT';

export interface WaitingPayment {
  readonly merchantId: string;
  readonly paymentId: string;
  readonly reason: WaitingReason;
  readonly capturedAt: Instant;
  readonly since: Instant;
}

export const waitingPayments = table<WaitingPayment>('settlement_waiting', {
  columns: {
    merchantId: 'text',
    paymentId: 'uuid',
    reason: 'text',
    capturedAt: 'timestamptz',
    since: 'timestamptz',
  },
  key: ['merchantId', 'paymentId'],
  mutable: ['reason'],
  upsert: true,
});

const REST = '*';

/**
 * One scan for all methods that follow the merchant, and one for each other delay. A method whose
 * own delay was removed is scanned again from where its own scans ended.
 */
export function scanSteps(
  rules: SettlementRules,
  cursors: Cursors,
  { until }: Pick<SettlementMoment, 'until'>,
): ScanStep[] {
  const exceptions = Object.entries(rules.methods)
    .map(([method, { afterDays }]) => ({ method, afterDays }))
    .filter(({ afterDays }) => afterDays !== rules.afterDays);
  const exceptionNames = exceptions.map(({ method }) => method).sort();
  const examined = (name: string): Instant => cursors[name] ?? cursors[REST] ?? 0;
  const merged = Object.keys(cursors).filter((name) => !exceptionNames.includes(name));
  const rest: ScanStep = {
    methods: exceptionNames,
    isRest: true,
    from: Math.min(examined(REST), ...merged.map(examined)),
    before: dueBefore(rules, rules.afterDays, until),
  };
  const others = [...Map.groupBy(exceptions, ({ afterDays }) => afterDays)].map(
    ([afterDays, group]) => {
      const names = group.map(({ method }) => method).sort();
      const from = Math.min(...names.map(examined));
      return { methods: names, isRest: false, from, before: dueBefore(rules, afterDays, until) };
    },
  );
  return [rest, ...others];
}

/** The cursors after all steps. They may go back, which only costs time. */
export function cursorsAfter(steps: readonly ScanStep[]): Cursors {
  return Object.fromEntries(
    steps.flatMap(({ methods, isRest, before }) =>
      (isRest ? [REST] : methods).map((name) => [name, before] as const),
    ),
  );
}
