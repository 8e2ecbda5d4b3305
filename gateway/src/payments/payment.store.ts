// Reading payments: by id for everyone, whole for a decision, by due time for the jobs. On the
// database here, in memory beside it for the simulator. All writing goes through the journal.

import { isoTime, type Instant } from '../core/clock.ts';
import { selectList } from '../journal/table.ts';
import { statement, type Queryable } from '../storage/database.ts';
import { attempts, type Attempt } from '../acquirers/attempt.ts';
import {
  deadlines,
  payments,
  type Deadline,
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
  /** Payments whose time has come, oldest first. */
  dueDeadlines(now: Instant, limit: number): Promise<Deadline[]>;
  /** Payments of an order: the successful one first, then the newest first. */
  searchOrder(
    merchantIds: readonly string[],
    extOrderId: string,
    since: Instant,
  ): Promise<string[]>;
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

const findDueDeadlines = statement(
  'payments.due-deadlines',
  `select ${selectList(deadlines)} from deadlines where due_at <= $1 order by due_at limit $2`,
);
const findByOrder = statement(
  'payments.by-order',
  `select payment_id as "paymentId" from payments
   where merchant_id = any ($1::text[]) and ext_order_id = $2 and created_at > $3
   order by (status in ('COMPLETED', 'SETTLED')) desc, payment_id desc limit 1000`,
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
    dueDeadlines: (now, limit) => database.run<Deadline>(findDueDeadlines, [isoTime(now), limit]),
    async searchOrder(merchantIds, extOrderId, since) {
      const list = `{${merchantIds.map((id) => `"${id}"`).join(',')}}`;
      const values = [list, extOrderId, isoTime(since)];
      const rows = await database.run<{ paymentId: string }>(findByOrder, values);
      return rows.map((row) => row.paymentId);
    },
  };
}
