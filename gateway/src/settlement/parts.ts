// The dependencies of settlement; the composition root provides them.

import { feeSchedule, type FeeSchedule } from '../fees/fee-rule.store.ts';
import type { PaymentParts } from '../payments/processing/parts.ts';
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

interface SettlementStores {
  readonly runStore: RunStore;
  readonly batchStore: BatchStore;
  /** The fee rules as they are now; one schedule for each page. */
  readonly loadFees: () => FeeSchedule;
}

export interface SettlementParts extends Pick<PaymentParts, OfPayments>, SettlementStores {}

export function settlementStores(database: Queryable): SettlementStores {
  return {
    runStore: sqlRunStore(database),
    batchStore: sqlBatchStore(database),
    loadFees: () => feeSchedule(database),
  };
}
