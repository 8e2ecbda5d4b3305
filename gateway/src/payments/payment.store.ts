// Reading payments: by id for everyone, whole for a decision, by due time for the resolver. On the
// database and, for the simulator, over the journal's memory. All writing goes through the journal.

import { isoTime, type Instant } from '../core/clock.ts';
import type { Memory } from '../journal/memory-committer.ts';
import { selectList } from '../journal/table.ts';
import { statement, type Queryable } from '../storage/database.ts';
import { attempts, type Attempt } from '../acquirers/attempt.ts';
import {
  paymentDetails,
  payments,
  type DetailsRow,
  type Loaded,
  type Payment,
  type PaymentDetails,
} from './payment.ts';
import { transactions, type Transaction } from './transaction.ts';

export interface DueAttempt {
  readonly merchantId: string;
  readonly paymentId: string;
  readonly attemptId: string;
}

export interface PaymentStore {
  find(merchantId: string, paymentId: string): Promise<Payment | undefined>;
  details(merchantId: string, paymentId: string): Promise<PaymentDetails>;
  transactions(merchantId: string, paymentId: string): Promise<Transaction[]>;
  /**
   * For a decision. The payment is read first: whatever changes after that makes the entry stale.
   */
  load(merchantId: string, paymentId: string): Promise<Loaded | undefined>;
  /** Attempts whose provider should be asked by now, oldest first. */
  dueAttempts(now: Instant, limit: number): Promise<DueAttempt[]>;
}

const byId = 'merchant_id = $1 and payment_id = $2';
const findPayment = statement(
  'payments.find',
  `select ${selectList(payments)} from payments where ${byId}`,
);
const findDetails = statement(
  'payments.details',
  `select details from payment_details where ${byId}`,
);
const findTransactions = statement(
  'payments.transactions',
  `select ${selectList(transactions)} from transactions where ${byId} order by trans_id`,
);
const findAttempts = statement(
  'payments.attempts',
  `select ${selectList(attempts)} from attempts where ${byId} order by attempt_id`,
);
const findDue = statement(
  'payments.due-attempts',
  `select merchant_id as "merchantId", payment_id as "paymentId", attempt_id as "attemptId"
   from attempts where check_at <= $1 order by check_at limit $2`,
);

export function sqlPaymentStore(database: Queryable): PaymentStore {
  const find = async (merchantId: string, paymentId: string) =>
    (await database.run<Payment>(findPayment, [merchantId, paymentId]))[0];
  const findAll = <Row>(of: typeof findPayment, merchantId: string, paymentId: string) =>
    database.run<Row>(of, [merchantId, paymentId]);
  return {
    find,
    async details(merchantId, paymentId) {
      const rows = await findAll<DetailsRow>(findDetails, merchantId, paymentId);
      return rows[0]?.details ?? {};
    },
    transactions: (merchantId, paymentId) => findAll(findTransactions, merchantId, paymentId),
    async load(merchantId, paymentId) {
      const payment = await find(merchantId, paymentId);
      if (!payment) return undefined;
      const [attemptRows, transactionRows] = await Promise.all([
        findAll<Attempt>(findAttempts, merchantId, paymentId),
        findAll<Transaction>(findTransactions, merchantId, paymentId),
      ]);
      return { payment, attempts: attemptRows, transactions: transactionRows };
    },
    dueAttempts: (now, limit) => database.run<DueAttempt>(findDue, [isoTime(now), limit]),
  };
}

export function memoryPaymentStore(memory: Memory): PaymentStore {
  const of = <Row extends { merchantId: string; paymentId: string }>(
    rows: Row[],
    merchantId: string,
    paymentId: string,
  ) => rows.filter((row) => row.merchantId === merchantId && row.paymentId === paymentId);
  const find = (merchantId: string, paymentId: string) =>
    memory.find<Payment>(payments, { merchantId, paymentId });
  const transactionsOf = (merchantId: string, paymentId: string) =>
    of(memory.rows<Transaction>(transactions), merchantId, paymentId).sort((a, b) =>
      a.transId < b.transId ? -1 : 1,
    );
  return {
    find: (...id) => Promise.resolve(find(...id)),
    details: (merchantId, paymentId) =>
      Promise.resolve(
        memory.find<DetailsRow>(paymentDetails, { merchantId, paymentId })?.details ?? {},
      ),
    transactions: (...id) => Promise.resolve(transactionsOf(...id)),
    load(...id) {
      const payment = find(...id);
      if (!payment) return Promise.resolve(undefined);
      const attemptRows = of(memory.rows<Attempt>(attempts), ...id).sort((a, b) =>
        a.attemptId < b.attemptId ? -1 : 1,
      );
      return Promise.resolve({
        payment,
        attempts: attemptRows,
        transactions: transactionsOf(...id),
      });
    },
    dueAttempts: (now, limit) =>
      Promise.resolve(
        memory
          .rows<Attempt>(attempts)
          .filter((row) => row.checkAt !== null && row.checkAt <= now)
          .sort((a, b) => (a.checkAt as number) - (b.checkAt as number))
          .slice(0, limit)
          .map(({ merchantId, paymentId, attemptId }) => ({ merchantId, paymentId, attemptId })),
      ),
  };
}
