// A run settles what is due for one merchant. Its steps are fixed when it begins, and its progress
// is stored after every page, so that any node can continue it.

import type { Instant } from '../core/clock.ts';
import { orNull, table, typed, type RowOf } from '../journal/table.ts';
import type { SettlementRules } from '../merchants/settlement-rules.ts';
import { dueBefore, type SettlementMoment } from './calendar/calendar.ts';
import type { LocalDate } from '../core/time/local-time.ts';

/** Payments of some methods, captured in a period. */
export interface ScanStep {
  /** These methods; with `isRest` all except these. */
  readonly methods: readonly string[];
  readonly isRest: boolean;
  readonly from: Instant;
  /** Captured before this instant: due. */
  readonly before: Instant;
}

export const runs = table('settlement_runs', {
  columns: {
    merchantId: 'text',
    runId: 'uuid',
    version: 'integer',
    settlementDate: typed<LocalDate>('text'),
    /** Payments that are due at this time or earlier are settled. */
    until: 'timestamptz',
    steps: typed<readonly ScanStep[]>('jsonb'),
    /** Scans first, then the payments that wait, then the batches are closed. */
    step: 'integer',
    /** Where the step continues: the last transfer, or the last payment that waits. */
    afterId: 'uuid',
    examined: 'integer',
    settled: 'integer',
    /** How many payments wait for the next run. */
    postponed: 'integer',
    leaseUntil: 'timestamptz',
    startedAt: 'timestamptz',
    finishedAt: orNull('timestamptz'),
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

export type Run = RowOf<typeof runs>;

/** By method, and `*` for the rest: everything captured before it has been examined. */
export type Cursors = Readonly<Record<string, Instant>>;

export const cursorRows = table('settlement_cursors', {
  columns: {
    merchantId: 'text',
    /** The latest time of settlement for which a run began. */
    dueAt: 'timestamptz',
    cursors: typed<Cursors>('jsonb'),
  },
  key: ['merchantId'],
  mutable: ['dueAt', 'cursors'],
  upsert: true,
});

export type CursorRow = RowOf<typeof cursorRows>;

/**
 * Why a due payment was not settled: an operation is in progress, it changed at the same moment,
 * the balance does not cover its fee, or a defect.
 */
export type WaitingReason = 'OPERATION' | 'CHANGED' | 'FUNDS' | 'DEFECT';

export const waitingPayments = table('settlement_waiting', {
  columns: {
    merchantId: 'text',
    paymentId: 'uuid',
    reason: typed<WaitingReason>('text'),
    capturedAt: 'timestamptz',
    since: 'timestamptz',
  },
  key: ['merchantId', 'paymentId'],
  mutable: ['reason'],
  upsert: true,
});

export type WaitingPayment = RowOf<typeof waitingPayments>;

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
