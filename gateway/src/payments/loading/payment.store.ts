// Reads payments: by id, completely for a decision, and by due time for the jobs. This is the SQL
// implementation; the simulator uses one in memory. All writes go through the journal.

import { isoTime, type Instant } from '../../core/clock.ts';
import { refuse } from '../../core/refusals.ts';
import { selectList } from '../../journal/table.ts';
import { statement, type Queryable, type Statement } from '../../storage/database.ts';
import { batchLookups } from '../../storage/batch-lookups.ts';
import { attempts, type Attempt } from '../../providers/attempt.ts';
import { keyArrays, loadMany } from './load-payments.store.ts';
import { searchOrder, type OrderSearch } from './search-order.store.ts';
import { recurringAgreements, type Agreement } from '../model/agreement.ts';
import { deadlines, payments, type Deadline, type Loaded, type Payment } from '../model/payment.ts';
import type { DetailsRow, PaymentDetails } from '../model/payment-details.ts';
import { refundParts, type RefundPart } from '../model/refund-part.ts';
import { isSplit, subpayments, type Subpayment } from '../model/subpayment.ts';
import { transactions, type Transaction } from '../model/transaction.ts';

export type PaymentKey = Pick<Payment, 'merchantId' | 'paymentId'>;
export type DueAttempt = Pick<Attempt, 'merchantId' | 'paymentId' | 'attemptId'>;
export type OrderHolder = Pick<Payment, 'paymentId' | 'status'>;

export interface PaymentStore {
  find(merchantId: string, paymentId: string): Promise<Payment | undefined>;
  details(merchantId: string, paymentId: string): Promise<PaymentDetails>;
  /** The consents of the creation request, as JSON text. */
  consents(merchantId: string, paymentId: string): Promise<string | undefined>;
  transactions(merchantId: string, paymentId: string): Promise<Transaction[]>;
  /** The shares of a MARKETPLACE payment, in the order of the request. */
  subpayments(merchantId: string, paymentId: string): Promise<Subpayment[]>;
  /** Attempts that the acquirer has not answered. */
  openAttempts(merchantId: string, paymentId: string): Promise<Attempt[]>;
  /** For a decision: all rows of one moment. Any change after that makes the entry stale. */
  load(merchantId: string, paymentId: string): Promise<Loaded | undefined>;
  /** Attempts about which this provider is due to be asked, oldest first. */
  dueAttempts(now: Instant, provider: string, limit: number): Promise<DueAttempt[]>;
  /** Other providers that have such attempts. */
  unconnected(now: Instant, known: readonly string[]): Promise<string[]>;
  deadline(merchantId: string, paymentId: string): Promise<Deadline | undefined>;
  /** Payments with a deadline that has passed, oldest first. */
  dueDeadlines(now: Instant, limit: number): Promise<Deadline[]>;
  /** The payment of an authorization that its provider may report by itself. */
  reportable(attemptId: string): Promise<PaymentKey | undefined>;
  /** The payment of this order that is at a provider or has succeeded. */
  orderHolder(merchantId: string, extOrderId: string): Promise<OrderHolder | undefined>;
  /** The agreement of an INITIAL payment, if there is one. */
  agreement(merchantId: string, paymentId: string): Promise<Agreement | undefined>;
  /** Payments of an order: the successful one first, then the newest first. */
  searchOrder(search: OrderSearch): Promise<string[]>;
}

const byId = 'merchant_id = $1 and payment_id = $2';
const findPayments = statement(
  'payments.find',
  `select asked.position::integer as position, found.*
   from unnest($1::text[], $2::uuid[]) with ordinality as asked(merchant_id, payment_id, position)
   cross join lateral (
     select ${selectList(payments, 'p')} from payments p
     where p.merchant_id = asked.merchant_id and p.payment_id = asked.payment_id limit 1) as found`,
);
const findDetails = statement(
  'payments.details',
  `select details from payment_details where ${byId}`,
);
const findConsents = statement(
  'payments.consents',
  `select consents from payment_details where ${byId}`,
);
const findTransactions = statement(
  'payments.transactions',
  `select ${selectList(transactions)} from transactions where ${byId}
   order by created_at, trans_id`,
);
const findSubpayments = statement(
  'payments.subpayments',
  `select ${selectList(subpayments)} from subpayments where ${byId} order by subpayment_id`,
);
/** With the version of the payment: shares of another moment are read again. */
const findShares = statement(
  'payments.shares',
  `select ${selectList(subpayments, 's')}, p.version from subpayments s
   join payments p on p.merchant_id = s.merchant_id and p.payment_id = s.payment_id
   where s.merchant_id = $1 and s.payment_id = $2 order by s.subpayment_id`,
);
const findRefundParts = statement(
  'payments.refund-parts',
  `select ${selectList(refundParts)} from refund_parts where ${byId}
   order by trans_id, subpayment_id`,
);
const findOpen = statement(
  'payments.open-attempts',
  `select ${selectList(attempts)} from attempts where ${byId} and finished_at is null
   order by started_at, attempt_id`,
);
const findDue = statement(
  'payments.due-attempts',
  `select merchant_id as "merchantId", payment_id as "paymentId", attempt_id as "attemptId"
   from attempts where provider = $2 and check_at <= $1 order by check_at limit $3`,
);
/** $2 is the provider. */
export const attemptsDue = statement(
  'payments.attempts-due',
  'select 1 from attempts where provider = $2 and check_at <= $1 order by check_at',
);
const findUnconnected = statement(
  'payments.unconnected-providers',
  `select distinct provider from attempts
   where check_at <= $1 and provider <> all ($2::text[]) order by provider`,
);

const findReportable = statement(
  'payments.reportable-attempt',
  `select merchant_id as "merchantId", payment_id as "paymentId" from attempts
   where attempt_id = $1 and wait_until is not null`,
);

const findDeadline = statement(
  'payments.deadline',
  `select ${selectList(deadlines)} from deadlines where ${byId}`,
);
const findDueDeadlines = statement(
  'payments.due-deadlines',
  `select ${selectList(deadlines)} from deadlines where due_at <= $1 order by due_at limit $2`,
);
export const deadlinesDue = statement(
  'payments.deadlines-due',
  'select 1 from deadlines where due_at <= $1 order by due_at',
);
const findHolder = statement(
  'payments.order-holder',
  `select payment_id as "paymentId", status from payments
   where merchant_id = $1 and ext_order_id = $2 and holds_order limit 1`,
);
const findAgreement = statement(
  'payments.agreement',
  `select ${selectList(recurringAgreements)} from recurring_agreements where ${byId}`,
);

type VersionedShare = Subpayment & Pick<Payment, 'version'>;
/** How often a payment that keeps changing is loaded again to get its shares of the same moment. */
const MAX_LOADS = 50;
const BATCHING = { batchSize: 64, lanes: 2, defer: setImmediate };

async function findMany(
  database: Queryable,
  keys: readonly PaymentKey[],
): Promise<(Payment | undefined)[]> {
  const rows = await database.run<Payment & { position: number }>(findPayments, keyArrays(keys));
  const found: (Payment | undefined)[] = [];
  for (const { position, ...payment } of rows) found[position - 1] = payment;
  return found;
}

/** Adds the shares of a MARKETPLACE payment, of the same moment as the payment. */
async function withShares(
  database: Queryable,
  { merchantId, paymentId }: PaymentKey,
  load: () => Promise<Loaded | undefined>,
): Promise<Loaded | undefined> {
  for (let tries = 0; tries < MAX_LOADS; tries += 1) {
    const loaded = await load();
    if (!loaded || !isSplit(loaded.payment)) return loaded;
    const [rows, parts] = await Promise.all([
      database.run<VersionedShare>(findShares, [merchantId, paymentId]),
      database.run<RefundPart>(findRefundParts, [merchantId, paymentId]),
    ]);
    const { version } = loaded.payment;
    if (rows.every((row) => row.version === version)) {
      const shares = rows.map(({ version: _version, ...share }) => share);
      return { ...loaded, subpayments: shares, refundParts: parts };
    }
  }
  return refuse('CHANGED_MEANWHILE');
}

export function sqlPaymentStore(database: Queryable): PaymentStore {
  const findBatched = batchLookups<PaymentKey, Payment>(
    (keys) => findMany(database, keys),
    BATCHING,
  );
  const loadBatched = batchLookups<PaymentKey, Loaded>(
    (keys) => loadMany(database, keys),
    BATCHING,
  );
  const find = (merchantId: string, paymentId: string) => findBatched({ merchantId, paymentId });
  const findAll = <Row>(of: Statement, merchantId: string, paymentId: string) =>
    database.run<Row>(of, [merchantId, paymentId]);
  return {
    find,
    async details(merchantId, paymentId) {
      const rows = await findAll<DetailsRow>(findDetails, merchantId, paymentId);
      return rows[0]?.details ?? {};
    },
    async consents(merchantId, paymentId) {
      const rows = await findAll<DetailsRow>(findConsents, merchantId, paymentId);
      return rows[0]?.consents ?? undefined;
    },
    transactions: (merchantId, paymentId) => findAll(findTransactions, merchantId, paymentId),
    subpayments: (merchantId, paymentId) => findAll(findSubpayments, merchantId, paymentId),
    openAttempts: (merchantId, paymentId) => findAll(findOpen, merchantId, paymentId),
    load: (merchantId, paymentId) =>
      withShares(database, { merchantId, paymentId }, () => loadBatched({ merchantId, paymentId })),
    dueAttempts: (now, provider, limit) =>
      database.run<DueAttempt>(findDue, [isoTime(now), provider, limit]),
    async unconnected(now, known) {
      const rows = await database.run<{ provider: string }>(findUnconnected, [isoTime(now), known]);
      return rows.map(({ provider }) => provider);
    },
    reportable: async (attemptId) =>
      (await database.run<PaymentKey>(findReportable, [attemptId]))[0],
    deadline: async (...id) => (await findAll<Deadline>(findDeadline, ...id))[0],
    dueDeadlines: (now, limit) => database.run<Deadline>(findDueDeadlines, [isoTime(now), limit]),
    orderHolder: async (merchantId, extOrderId) =>
      (await database.run<OrderHolder>(findHolder, [merchantId, extOrderId]))[0],
    agreement: async (...id) => (await findAll<Agreement>(findAgreement, ...id))[0],
    searchOrder: (search) => searchOrder(database, search),
  };
}
