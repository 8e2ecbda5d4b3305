// The read queries of the charges of the simulated acquirer, in memory.

import type { Memory } from '@bramka/gateway/journal/testing/memory-committer.ts';
import { chargeTable, type ChargeStore } from '../../acquirer/acquirer.store.ts';
import type { Charge } from '../../acquirer/charge.ts';

export function memoryChargeStore(memory: Memory): ChargeStore {
  const all = (): Charge[] => memory.rows<Charge>(chargeTable);
  return {
    find: (attemptId) => Promise.resolve(all().find((row) => row.attemptId === attemptId)),
    findBoth: (attemptId, originalAttemptId) =>
      Promise.resolve(pair(all(), attemptId, originalAttemptId)),
    ofPayment: (paymentId) =>
      Promise.resolve(
        all()
          .filter((row) => row.paymentId === paymentId)
          .sort(byTime),
      ),
    hasNetworkId: (merchantId, id) =>
      Promise.resolve(
        all().some(
          (row) =>
            row.merchantId === merchantId &&
            row.networkTransactionId === id &&
            row.result === 'APPROVED',
        ),
      ),
  };
}

function pair(rows: readonly Charge[], attemptId: string, originalAttemptId: string) {
  return {
    own: rows.find((row) => row.attemptId === attemptId),
    original: rows.find((row) => row.attemptId === originalAttemptId),
  };
}

function byTime(a: Charge, b: Charge): number {
  return a.createdAt - b.createdAt || (a.reference < b.reference ? -1 : 1);
}
