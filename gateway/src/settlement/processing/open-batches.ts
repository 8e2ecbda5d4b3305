// The open batches of a run. A batch is opened by the entry of its first payment, so there is never
// a batch without items.

import type { Instant } from '../../core/clock.ts';
import type { Batch } from '../batch.ts';
import type { BatchKey } from '../batch.store.ts';
import type { SettlementParts } from '../parts.ts';
import type { Run } from '../run.ts';

export interface FoundBatch {
  readonly batch: Batch;
  /** The batch does not exist yet: the entry that uses it inserts it. */
  readonly isNew: boolean;
}

export interface OpenBatches {
  /** The batch if it is known to be open; undefined: find it first. */
  known(key: BatchKey): Batch | undefined;
  find(key: BatchKey, at: Instant): Promise<FoundBatch>;
  /** The entry with this batch was committed. */
  remember(batch: Batch): void;
  /** Another node has closed or opened batches: all must be found again. */
  forget(): void;
}

export function openBatches({ batchStore, ids }: SettlementParts, run: Run): OpenBatches {
  const open = new Map<string, Batch>();
  const nameOf = ({ payeeId, currency }: BatchKey): string => `${payeeId} ${currency}`;
  return {
    known: (key) => open.get(nameOf(key)),
    async find(key, at) {
      const existing = open.get(nameOf(key)) ?? (await batchStore.openBatch(key));
      if (existing) {
        open.set(nameOf(key), existing);
        return { batch: existing, isNew: false };
      }
      const { merchantId, payeeId, currency } = key;
      const { settlementDate } = run;
      const batch: Batch = {
        merchantId,
        batchId: ids.next(),
        version: 1,
        payeeId,
        currency,
        settlementDate,
        number: (await batchStore.lastNumber(key, settlementDate)) + 1,
        status: 'OPEN',
        account: null,
        payoutMinor: null,
        withheldMinor: null,
        openedAt: at,
        closedAt: null,
      };
      return { batch, isNew: true };
    },
    remember: (batch) => void open.set(nameOf(batch), batch),
    forget: () => open.clear(),
  };
}
