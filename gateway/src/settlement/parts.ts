// What settlement is made of; the composition root provides it.

import { feeSchedule, type FeeSchedule } from '../fees/fee-rule.store.ts';
import type { PaymentParts } from '../payments/parts.ts';
import type { Queryable } from '../storage/database.ts';
import { sqlBatchStore, type BatchStore } from './batch.store.ts';
import { sqlRunStore, type RunStore } from './run.store.ts';

type OfPayments =
  | 'journal'
  | 'store'
  | 'merchants'
  | 'clock'
  | 'ids'
  | 'failpoints'
  | 'metrics'
  | 'log';

export interface SettlementParts extends Pick<PaymentParts, OfPayments> {
  readonly runStore: RunStore;
  readonly batchStore: BatchStore;
  /** The fee rules as they are now; one schedule for each page. */
  readonly loadFees: () => FeeSchedule;
}

export function settlementParts(payments: PaymentParts, database: Queryable): SettlementParts {
  return {
    ...payments,
    runStore: sqlRunStore(database),
    batchStore: sqlBatchStore(database),
    loadFees: () => feeSchedule(database),
  };
}
