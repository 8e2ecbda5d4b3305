// A dispute of a payment: what its provider has reported, in the order in which it happened. The
// newest report is its present state, whatever the order in which reports arrive.

import { isoTime, type Instant } from '../core/clock.ts';
import type { TimeAndIds } from '../core/id.ts';
import { orNull, table, typed, type RowOf } from '../journal/table.ts';
import {
  disputeStages,
  type DisputeNews,
  type DisputeStage,
} from '../providers/provider-message.ts';

/** A report as it is stored. */
export interface DisputeReport {
  readonly stage: DisputeStage;
  readonly amountMinor: string;
  readonly currency: string;
  readonly reason: string | null;
  readonly respondUntil: string | null;
  /** When it happened, by the provider. */
  readonly at: string;
  readonly receivedAt: string;
}

export const disputes = table('disputes', {
  columns: {
    merchantId: 'text',
    disputeId: 'uuid',
    paymentId: 'uuid',
    attemptId: 'uuid',
    provider: 'text',
    reference: 'text',
    stage: typed<DisputeStage>('text'),
    amountMinor: 'bigint',
    currency: 'text',
    reason: orNull('text'),
    respondUntil: orNull('timestamptz'),
    happenedAt: 'timestamptz',
    history: typed<readonly DisputeReport[]>('jsonb'),
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
    version: 'integer',
  },
  key: ['merchantId', 'disputeId'],
  mutable: [
    ...(['stage', 'amountMinor', 'currency', 'reason', 'respondUntil', 'happenedAt'] as const),
    ...(['history', 'updatedAt', 'version'] as const),
  ],
  version: 'version',
  unique: [
    { name: 'disputes_once', columns: ['merchantId', 'paymentId', 'provider', 'reference'] },
  ],
  hasOwnId: true,
});

export type Dispute = RowOf<typeof disputes>;
export type DisputeKey = Pick<Dispute, 'merchantId' | 'paymentId' | 'provider' | 'reference'>;

/** The newest are kept: whoever can sign messages could send any number of them. */
const MAX_REPORTS = 100;

/** The dispute with this report; undefined: it was reported before. */
export function withReport(
  known: Dispute | undefined,
  provider: string,
  news: DisputeNews,
  now: TimeAndIds,
): Dispute | undefined {
  const report = reportOf(news, now.at);
  const before = known?.history ?? [];
  if (before.some((one) => isSame(one, report))) return undefined;
  const history = [...before, report].toSorted(inOrder).slice(-MAX_REPORTS);
  if (known) {
    const version = known.version + 1;
    return { ...known, ...stateAfter(history, report), history, updatedAt: now.at, version };
  }
  const { merchantId, paymentId, attemptId, reference } = news;
  return {
    merchantId,
    disputeId: now.ids.next(),
    paymentId,
    attemptId,
    provider,
    reference,
    ...stateAfter(history, report),
    history,
    createdAt: now.at,
    updatedAt: now.at,
    version: 1,
  };
}

function reportOf(news: DisputeNews, receivedAt: Instant): DisputeReport {
  const { stage, amount, reason, respondUntil, at } = news;
  return {
    stage,
    amountMinor: String(amount.minor),
    currency: amount.currency,
    reason,
    respondUntil: respondUntil === null ? null : isoTime(respondUntil),
    at: isoTime(at),
    receivedAt: isoTime(receivedAt),
  };
}

/** Apart from when it was received. */
function isSame(one: DisputeReport, other: DisputeReport): boolean {
  const names = ['stage', 'amountMinor', 'currency', 'reason', 'respondUntil', 'at'] as const;
  return names.every((name) => one[name] === other[name]);
}

/** Providers count in seconds: of two reports of one moment, the later stage is the newer one. */
function inOrder(one: DisputeReport, other: DisputeReport): number {
  const place = ({ stage }: DisputeReport): number => disputeStages.indexOf(stage);
  return Date.parse(one.at) - Date.parse(other.at) || place(one) - place(other);
}

/** A report that leaves out the reason or the time limit does not take it back. */
function stateAfter(history: readonly DisputeReport[], added: DisputeReport) {
  const newest = history.at(-1) ?? added;
  const limit = history.findLast(({ respondUntil }) => respondUntil !== null)?.respondUntil ?? null;
  return {
    stage: newest.stage,
    amountMinor: BigInt(newest.amountMinor),
    currency: newest.currency,
    reason: history.findLast(({ reason }) => reason !== null)?.reason ?? null,
    respondUntil: limit === null ? null : Date.parse(limit),
    happenedAt: Date.parse(newest.at),
  };
}
