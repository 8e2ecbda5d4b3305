// The charges of the simulated acquirer: the table definition for the journal, and the read queries
// on SQL and in memory.

import type { Memory } from '@bramka/gateway/journal/memory-committer.ts';
import { selectList, table } from '@bramka/gateway/journal/table.ts';
import { statement, type Queryable } from '@bramka/gateway/storage/database.ts';
import type { Charge } from './charge.ts';

/** The constraint that allows one operation per attempt id. */
export const ONE_PER_ATTEMPT = 'charges_pkey';

/**
 * The primary key in the database is the attempt id alone. After a lost commit the journal looks
 * for the row it inserted. Another operation may have used the same attempt id, so the lookup
 * includes the reference.
 */
export const chargeTable = table<Charge>('sandbox.charges', {
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
  },
  key: ['attemptId', 'reference'],
  mutable: ['authorizedMinor', 'capturedMinor', 'refundedMinor', 'result', 'version'],
  version: 'version',
  unique: [{ name: ONE_PER_ATTEMPT, columns: ['attemptId'] }],
});

export interface ChargeStore {
  find(attemptId: string): Promise<Charge | undefined>;
  /** Reads both rows in one query. */
  findBoth(
    attemptId: string,
    originalAttemptId: string,
  ): Promise<{ own: Charge | undefined; original: Charge | undefined }>;
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
   where attempt_id in ($1::uuid, $2::uuid)`,
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

export function sqlChargeStore(database: Queryable): ChargeStore {
  return {
    find: async (attemptId) => (await database.run<Charge>(find, [attemptId]))[0],
    findBoth: async (attemptId, originalAttemptId) =>
      pair(
        await database.run<Charge>(findBoth, [attemptId, originalAttemptId]),
        attemptId,
        originalAttemptId,
      ),
    ofPayment: (paymentId) => database.run<Charge>(ofPayment, [paymentId]),
    hasNetworkId: async (merchantId, id) =>
      (await database.run<Charge>(ofNetworkId, [merchantId, id])).length > 0,
  };
}

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
