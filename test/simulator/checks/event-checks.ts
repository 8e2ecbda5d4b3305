// Compares the events of an entry with the rows it wrote and with what the attempts make of a
// transaction: amount, status, reject code and ids, field by field. Amounts are formatted
// independently of the engine.

import type { Attempt } from '@bramka/gateway/providers/attempt.ts';
import { rejectReasons } from '@bramka/gateway/methods/registry.ts';
import type { RejectCode } from '@bramka/gateway/providers/reject-codes.ts';
import type { EventRow } from '@bramka/gateway/events/event.ts';
import type { Payment } from '@bramka/gateway/payments/model/payment.ts';
import type { Transaction } from '@bramka/gateway/payments/model/transaction.ts';
import { decimalsOf } from '../world/merchants.ts';
import type { Findings } from './findings.ts';
import { isOpen, name, type Key, type PaymentRows, type Step } from './payment-rows.ts';

export function checkEvents({ findings, key, before, after }: Step): void {
  const { payment } = after;
  if (!payment) return;
  const changed = changedTransactions(before, after);
  for (const transaction of changed) {
    const isSettlement = transaction.type === 'SETTLEMENT';
    const model = isSettlement ? settlementModel : modelOf(transaction, payment, after.attempts);
    const wrong = difference(model, transaction);
    findings.expect(wrong === '', 'I4 events', () => {
      return `${transaction.type} of ${name(key)} is written wrongly: ${wrong}`;
    });
  }
  checkReason(findings, key, before, after);
  const fresh = after.events.slice(before.events.length);
  const named: (string | undefined)[] = [];
  fresh.forEach((event, index) => {
    const told = JSON.parse(event.body) as Fields;
    named.push(told['transId'] as string | undefined);
    const isLast = fresh.slice(index + 1).every((later) => later.event !== 'PAYMENT_STATUS');
    const expected = expectedOf(event, told, payment, after.transactions, isLast);
    const wrong = difference(expected, told);
    findings.expect(wrong === '', 'I4 events', () => {
      return `${event.event} ${String(event.sequence)} of ${name(key)} is wrong: ${wrong}`;
    });
  });
  for (const { transId, type, status } of changed) {
    const times = named.filter((one) => one === transId).length;
    findings.expect(times === 1, 'I4 events', () => {
      return `${type} ${status} of ${name(key)} has ${String(times)} events`;
    });
  }
}

/** Why a payment ended: the acquirer's answer, or who cancelled it. */
function checkReason(findings: Findings, key: Key, before: PaymentRows, after: PaymentRows): void {
  const { payment } = after;
  if (!payment || payment.status === before.payment?.status) return;
  const { status, rejectCode } = payment;
  const open = new Set(before.attempts.filter(isOpen).map(({ attemptId }) => attemptId));
  const ended = after.attempts.find((one) => open.has(one.attemptId) && !isOpen(one));
  const reasons = { CUSTOMER_CANCEL: 'CANCELLED_BY_CUSTOMER', HOLD_EXPIRED: 'HOLD_EXPIRED' };
  const isGood = ['NEW', 'PENDING', 'COMPLETED', 'SETTLED'].includes(status);
  const isReversed = ended?.verb === 'reverse';
  const byIntent = reasons[ended?.intent as keyof typeof reasons] ?? null;
  const isAuthorized = ended?.verb === 'authorize' && status !== 'CANCELLED';
  const wanted = isGood
    ? null
    : isReversed
      ? byIntent
      : isAuthorized
        ? ended.rejectCode
        : rejectCode;
  findings.expect(rejectCode === wanted, 'I4 events', () => {
    return `${name(key)} is ${status} for ${String(rejectCode)}, not ${String(wanted)}`;
  });
  findings.expect(rejectCode !== null || isGood || status === 'CANCELLED', 'I4 events', () => {
    return `${name(key)} is ${status} without a reason`;
  });
}

type Fields = Record<string, unknown>;

/** Transactions that are new or have a new status. */
function changedTransactions(before: PaymentRows, after: PaymentRows): Transaction[] {
  const known = new Map(before.transactions.map((one) => [one.transId, one.status]));
  return after.transactions.filter(({ transId, status }) => known.get(transId) !== status);
}

/** It needs no provider; its amount is checked with its item. */
const settlementModel: Partial<Transaction> = { status: 'COMPLETED', rejectCode: null };

/** What the attempts of a transaction make of it. */
function modelOf(
  { transId }: Transaction,
  { transKind }: Payment,
  all: readonly Attempt[],
): Partial<Transaction> {
  const own = all.filter((attempt) => attempt.transId === transId);
  const first = own.find(({ intent }) => intent !== 'WITHDRAW');
  const isWithdrawn = own.some((one) => one.intent === 'WITHDRAW' && one.state === 'APPROVED');
  const authorization = transKind === 'PREAUTH' ? 'PREAUTH' : 'AUTH';
  const types = {
    authorize: authorization,
    capture: 'CAPTURE',
    adjust: 'ADJUSTMENT',
    reverse: 'REVERSAL',
    refund: 'REFUND',
    stop: authorization,
  } as const;
  if (!first) return { status: 'ERROR' };
  const { state, amountMinor, currency } = first;
  const ends = { APPROVED: 'COMPLETED', DECLINED: 'REJECTED', VOID: 'ERROR' } as const;
  const end = ends[state as keyof typeof ends];
  const status = isOpen(first) ? 'PENDING' : isWithdrawn ? 'CANCELLED' : end;
  const rejectCode = status === 'REJECTED' || status === 'ERROR' ? first.rejectCode : null;
  return { type: types[first.verb], status, amountMinor, currency, rejectCode };
}

function expectedOf(
  event: EventRow,
  told: Fields,
  payment: Payment,
  transactions: readonly Transaction[],
  isLast: boolean,
): Fields {
  const { eventId, sequence, occurredAt } = event;
  const { merchantId, paymentId, method, channel, transKind, extOrderId } = payment;
  const transaction = transactions.find(({ transId }) => transId === told['transId']);
  const isOfRefund = event.event === 'REFUND_STATUS';
  const isOfTransaction = event.event === 'TRANSACTION_STATUS' || isOfRefund;
  if (isOfTransaction && !transaction) return { transId: 'of a transaction' };
  const subject = isOfTransaction && transaction ? transaction : payment;
  // If one entry has two statuses, the first one is that of a payment that was just registered.
  const isPassed = !isOfTransaction && !isLast;
  const rejectCode: RejectCode | null = isPassed ? null : subject.rejectCode;
  return {
    event: event.event,
    eventId,
    occurredAt: new Date(occurredAt).toISOString(),
    merchantId,
    paymentId,
    status: isPassed ? 'NEW' : subject.status,
    method: method ?? undefined,
    channel,
    transKind,
    currency: subject.currency,
    amount: decimal(subject.amountMinor, decimalsOf(subject.currency)),
    transType: isOfTransaction && !isOfRefund && transaction ? transaction.type : payment.transType,
    transId: transaction?.transId,
    refundStatus: isOfRefund ? transaction?.status : undefined,
    refundId: isOfRefund ? transaction?.transId : undefined,
    subpaymentId: isOfRefund ? (transaction?.subpaymentId ?? undefined) : undefined,
    extRefundId: isOfRefund ? (transaction?.extRefundId ?? undefined) : undefined,
    sequence,
    rejectCode: rejectCode ?? undefined,
    rejectInfo: rejectCode === null ? undefined : rejectReasons[rejectCode].info,
    extOrderId: extOrderId ?? undefined,
  };
}

function decimal(minor: bigint, decimals: number): string {
  if (decimals === 0) return String(minor);
  const digits = String(minor).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** The first field that differs, or an empty string. Unexpected fields count as well. */
function difference(expected: object, actual: object): string {
  const isEvent = 'eventId' in actual;
  const names = isEvent
    ? [...Object.keys(expected), ...Object.keys(actual)]
    : Object.keys(expected);
  for (const field of names) {
    const [wanted, found] = [expected, actual].map((one) => (one as Fields)[field]);
    if (wanted !== found) return `${field} is ${String(found)}, not ${String(wanted)}`;
  }
  return '';
}
