// The charges of the simulated acquirer: the table definition for the journal, and the read
// queries.

import { selectList, table, type ColumnsOf } from '@bramka/gateway/journal/table.ts';
import { batchLookups } from '@bramka/gateway/storage/batch-lookups.ts';
import { statement, type Queryable } from '@bramka/gateway/storage/database.ts';
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

const nothing: Pair = { own: undefined, original: undefined };

export interface ChargeStore {
  find(attemptId: string): Promise<Charge | undefined>;
  /** Reads both rows in one query. */
  findBoth(attemptId: string, originalAttemptId: string): Promise<Pair>;
  /**
   * In order of creation. There is no index for this query: it serves tests and manual inspection.
   */
  ofPayment(paymentId: string): Promise<Charge[]>;
  /** Whether an approved authorization of the merchant has this network transaction id. */
  hasNetworkId(merchantId: string, networkTransactionId: string): Promise<boolean>;
}

const find = statement(
  'sandbox.charge.find',
  `select ${selectList(chargeTable)} from sandbox.charges where attempt_id = $1::uuid`,
);
const findBoth = statement(
  'sandbox.charge.find-both',
  `select ${selectList(chargeTable)} from sandbox.charges
   where attempt_id = any ($1::uuid[])`,
);
const ofPayment = statement(
  'sandbox.charge.of-payment',
  `select ${selectList(chargeTable)} from sandbox.charges
   where payment_id = $1::uuid order by created_at, reference`,
);

const ofNetworkId = statement(
  'sandbox.charge.of-network-id',
  `select ${selectList(chargeTable)} from sandbox.charges
   where network_transaction_id = $2 and merchant_id = $1 and result = 'APPROVED'`,
);

/** Look-ups of concurrent operations share one statement, as their entries share a commit. */
const BATCHING = { batchSize: 64, lanes: 2, defer: setImmediate };

interface BothIds {
  readonly attemptId: string;
  readonly originalAttemptId: string;
}

async function findPairs(database: Queryable, ids: readonly BothIds[]): Promise<Pair[]> {
  const all = ids.flatMap(({ attemptId, originalAttemptId }) => [attemptId, originalAttemptId]);
  const rows = await database.run<Charge>(findBoth, [`{${all.join(',')}}`]);
  const byId = new Map(rows.map((row) => [row.attemptId, row]));
  return ids.map(({ attemptId, originalAttemptId }) => ({
    own: byId.get(attemptId),
    original: byId.get(originalAttemptId),
  }));
}

export function sqlChargeStore(database: Queryable): ChargeStore {
  const findBatched = batchLookups<BothIds, Pair>((ids) => findPairs(database, ids), BATCHING);
  return {
    find: async (attemptId) => (await database.run<Charge>(find, [attemptId]))[0],
    findBoth: async (attemptId, originalAttemptId) =>
      (await findBatched({ attemptId, originalAttemptId })) ?? nothing,
    ofPayment: (paymentId) => database.run<Charge>(ofPayment, [paymentId]),
    hasNetworkId: async (merchantId, id) =>
      (await database.run<Charge>(ofNetworkId, [merchantId, id])).length > 0,
  };
}
