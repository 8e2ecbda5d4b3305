// The charges of the simulated acquirer: the table definition for the journal, and the read
// queries.

import { table, type ColumnsOf } from '@bramka/gateway/journal/table.ts';
import { batchLookups } from '@bramka/gateway/storage/batch-lookups.ts';
import type { Queryable } from '@bramka/gateway/storage/database.ts';
import { rowsWhere, rowWhere, storeOf } from '../party/queries.store.ts';
import type { Charge } from './charge.ts';

/** The constraint that allows one operation per attempt id. */
export const ONE_PER_ATTEMPT = 'charges_pkey';

/**
 * The primary key in the database is the attempt id alone. After a lost commit the journal looks
 * for the row it inserted. Another operation may have used the same attempt id, so the lookup
 * includes the reference.
 */
export const chargeTable = table('sandbox.charges', {
  columns: {
    amountMinor: 'bigint',
    authorizedMinor: 'bigint',
    capturedMinor: 'bigint',
    refundedMinor: 'bigint',
    createdAt: 'timestamptz',
    dueAt: 'timestamptz',
    version: 'integer',
    attemptId: 'uuid',
    reference: 'uuid',
    paymentId: 'uuid',
    originalAttemptId: 'uuid',
    merchantId: 'text',
    verb: 'text',
    kind: 'text',
    funding: 'jsonb',
    currency: 'text',
    result: 'text',
    rejectCode: 'text',
    authCode: 'text',
    cardLastFour: 'text',
    tokenLastFour: 'text',
    eci: 'text',
    exemption: 'text',
    networkTransactionId: 'text',
    initialTransactionId: 'text',
  } satisfies ColumnsOf<Charge>,
  key: ['attemptId', 'reference'],
  mutable: ['authorizedMinor', 'capturedMinor', 'refundedMinor', 'result', 'version'],
  version: 'version',
  unique: [{ name: ONE_PER_ATTEMPT, columns: ['attemptId'] }],
});

interface Pair {
  readonly own: Charge | undefined;
  readonly original: Charge | undefined;
}

/** Look-ups of concurrent operations share one statement, as their entries share a commit. */
const BATCHING = { batchSize: 64, lanes: 2, defer: setImmediate };

interface BothIds {
  readonly attemptId: string;
  readonly originalAttemptId: string;
}

const queries = storeOf({
  find: rowWhere<Charge, [attemptId: string]>('charge.find', chargeTable, 'attempt_id = $1::uuid'),
  withIds: rowsWhere<Charge, [attemptIds: string]>(
    'charge.find-both',
    chargeTable,
    'attempt_id = any ($1::uuid[])',
  ),
  /**
   * In order of creation. There is no index for this query: it serves tests and manual inspection.
   */
  ofPayment: rowsWhere<Charge, [paymentId: string]>(
    'charge.of-payment',
    chargeTable,
    'payment_id = $1::uuid order by created_at, reference',
  ),
  ofNetworkId: rowsWhere<Charge, [merchantId: string, networkTransactionId: string]>(
    'charge.of-network-id',
    chargeTable,
    `network_transaction_id = $2 and merchant_id = $1 and result = 'APPROVED'`,
  ),
});

export type ChargeStore = ReturnType<typeof sqlChargeStore>;

export function sqlChargeStore(database: Queryable) {
  const { find, withIds, ofPayment, ofNetworkId } = queries(database);
  const findPairs = async (ids: readonly BothIds[]): Promise<Pair[]> => {
    const all = ids.flatMap(({ attemptId, originalAttemptId }) => [attemptId, originalAttemptId]);
    const rows = await withIds(`{${all.join(',')}}`);
    const byId = new Map(rows.map((row) => [row.attemptId, row]));
    return ids.map(({ attemptId, originalAttemptId }) => ({
      own: byId.get(attemptId),
      original: byId.get(originalAttemptId),
    }));
  };
  const findBatched = batchLookups<BothIds, Pair>(findPairs, BATCHING);
  return {
    find,
    ofPayment,
    /** Reads both rows in one query. */
    findBoth: async (attemptId: string, originalAttemptId: string): Promise<Pair> =>
      (await findBatched({ attemptId, originalAttemptId })) ?? {
        own: undefined,
        original: undefined,
      },
    /** Whether an approved authorization of the merchant has this network transaction id. */
    hasNetworkId: async (merchantId: string, id: string): Promise<boolean> =>
      (await ofNetworkId(merchantId, id)).length > 0,
  };
}
