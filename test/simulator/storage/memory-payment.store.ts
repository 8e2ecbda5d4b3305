// Reads payments from the in-memory journal: the counterpart of payment.store.ts of the gateway.

import type { Memory } from '@bramka/gateway/journal/testing/memory-committer.ts';
import { attempts, type Attempt } from '@bramka/gateway/providers/attempt.ts';
import { recurringAgreements, type Agreement } from '@bramka/gateway/payments/model/agreement.ts';
import {
  deadlines,
  payments,
  type Deadline,
  type Payment,
} from '@bramka/gateway/payments/model/payment.ts';
import { paymentDetails, type DetailsRow } from '@bramka/gateway/payments/model/payment-details.ts';
import type { PaymentStore } from '@bramka/gateway/payments/loading/payment.store.ts';
import { refundParts, type RefundPart } from '@bramka/gateway/payments/model/refund-part.ts';
import {
  isSplit,
  subpayments,
  type Subpayment,
} from '@bramka/gateway/payments/model/subpayment.ts';
import { transactions, type Transaction } from '@bramka/gateway/payments/model/transaction.ts';

export function memoryPaymentStore(memory: Memory): PaymentStore {
  const of = <Row extends { merchantId: string; paymentId: string }>(
    rows: Row[],
    merchantId: string,
    paymentId: string,
  ) => rows.filter((row) => row.merchantId === merchantId && row.paymentId === paymentId);
  const find = (merchantId: string, paymentId: string) =>
    memory.find<Payment>(payments, { merchantId, paymentId });
  const transactionsOf = (merchantId: string, paymentId: string) =>
    of(memory.rows<Transaction>(transactions), merchantId, paymentId).sort(
      (a, b) => a.createdAt - b.createdAt || (a.transId < b.transId ? -1 : 1),
    );
  return {
    find: (...id) => Promise.resolve(find(...id)),
    details: (merchantId, paymentId) =>
      Promise.resolve(
        memory.find<DetailsRow>(paymentDetails, { merchantId, paymentId })?.details ?? {},
      ),
    consents: (merchantId, paymentId) =>
      Promise.resolve(
        memory.find<DetailsRow>(paymentDetails, { merchantId, paymentId })?.consents ?? undefined,
      ),
    transactions: (...id) => Promise.resolve(transactionsOf(...id)),
    subpayments: (...id) => Promise.resolve(subpaymentsOf(memory, ...id)),
    openAttempts: (...id) =>
      Promise.resolve(
        of(memory.rows<Attempt>(attempts), ...id).filter((row) => row.finishedAt === null),
      ),
    load(...id) {
      const payment = find(...id);
      if (!payment) return Promise.resolve(undefined);
      const attemptRows = of(memory.rows<Attempt>(attempts), ...id).sort(
        (a, b) => a.startedAt - b.startedAt || (a.attemptId < b.attemptId ? -1 : 1),
      );
      const transactionRows = transactionsOf(...id);
      const loaded = { payment, attempts: attemptRows, transactions: transactionRows };
      return Promise.resolve({ ...loaded, ...splitOf(memory, payment) });
    },
    reportable: (attemptId) => Promise.resolve(findReportable(memory, attemptId)),
    ...dueReads(memory),
    deadline: (merchantId, paymentId) =>
      Promise.resolve(memory.find<Deadline>(deadlines, { merchantId, paymentId })),
    dueDeadlines: (now, limit) =>
      Promise.resolve(
        memory
          .rows<Deadline>(deadlines)
          .filter((row) => row.dueAt <= now)
          .sort((a, b) => a.dueAt - b.dueAt)
          .slice(0, limit),
      ),
    agreement: (merchantId, paymentId) =>
      Promise.resolve(memory.find<Agreement>(recurringAgreements, { merchantId, paymentId })),
    ...orderReads(memory),
  };
}

function subpaymentsOf(memory: Memory, merchantId: string, paymentId: string): Subpayment[] {
  return memory
    .rows<Subpayment>(subpayments)
    .filter((row) => row.merchantId === merchantId && row.paymentId === paymentId)
    .sort((a, b) => (a.subpaymentId < b.subpaymentId ? -1 : 1));
}

/** The shares of a MARKETPLACE payment, and what its refunds return of them. */
function splitOf(memory: Memory, payment: Payment) {
  if (!isSplit(payment)) return {};
  const { merchantId, paymentId } = payment;
  const parts = memory.rows<RefundPart>(refundParts).filter((row) => row.paymentId === paymentId);
  return { subpayments: subpaymentsOf(memory, merchantId, paymentId), refundParts: parts };
}

function dueReads(memory: Memory): Pick<PaymentStore, 'dueAttempts' | 'unconnected'> {
  return {
    dueAttempts: (now, provider, limit) =>
      Promise.resolve(
        dueAttempts(memory, now)
          .filter((row) => row.provider === provider)
          .slice(0, limit)
          .map(({ merchantId, paymentId, attemptId }) => ({ merchantId, paymentId, attemptId })),
      ),
    unconnected(now, known) {
      const names = new Set(dueAttempts(memory, now).map(({ provider }) => provider));
      return Promise.resolve([...names].filter((name) => !known.includes(name)).sort());
    },
  };
}

/** Oldest first. */
function dueAttempts(memory: Memory, now: number): Attempt[] {
  return memory
    .rows<Attempt>(attempts)
    .filter((row) => row.checkAt !== null && row.checkAt <= now)
    .sort((a, b) => (a.checkAt as number) - (b.checkAt as number));
}

function orderReads(memory: Memory): Pick<PaymentStore, 'orderHolder' | 'searchOrder'> {
  const ofOrder = (merchantId: string, extOrderId: string): Payment[] =>
    memory
      .rows<Payment>(payments)
      .filter((row) => row.merchantId === merchantId && row.extOrderId === extOrderId);
  const success = (row: Payment) => (['COMPLETED', 'SETTLED'].includes(row.status) ? 0 : 1);
  return {
    orderHolder: (merchantId, extOrderId) =>
      Promise.resolve(ofOrder(merchantId, extOrderId).find((row) => row.holdsOrder)),
    searchOrder({ merchantId, extOrderId, since, agentId }) {
      const rows = ofOrder(merchantId, extOrderId)
        .filter((row) => row.createdAt > since && (agentId === null || row.agentId === agentId))
        .sort((a, b) => success(a) - success(b) || (a.paymentId < b.paymentId ? 1 : -1));
      return Promise.resolve(rows.map((row) => row.paymentId));
    },
  };
}

function findReportable(memory: Memory, attemptId: string): Attempt | undefined {
  return memory
    .rows<Attempt>(attempts)
    .find((one) => one.attemptId === attemptId && one.waitUntil !== null);
}
