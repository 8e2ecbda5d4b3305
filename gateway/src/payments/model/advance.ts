// The only file that changes a payment's status and version. A change of status is one row of the
// transition table, one version further, with exactly one event. Steps that merchants are not
// notified of increase the version without an event.

import type { Instant } from '../../core/clock.ts';
import { rejectReasons } from '../../methods/registry.ts';
import { eventRow, type EventFacts, type EventRow } from '../../events/event.ts';
import { amountOf, isVerification, type Payment } from './payment.ts';
import type { PaymentSubject } from './payment.guards.ts';
import { nextPaymentStatus, type PaymentTrigger } from './payment.states.ts';
import type { Transaction } from './transaction.ts';

/** The fields that a change sets besides the status. */
export type PaymentFacts = Partial<
  Omit<Payment, 'merchantId' | 'paymentId' | 'version' | 'status' | 'sequence' | 'updatedAt'>
>;

export interface ChangeContext extends Partial<Omit<PaymentSubject, 'payment'>> {
  readonly at: Instant;
  readonly eventId: string;
  /** A change of a transaction that keeps the payment's status; the event describes it. */
  readonly transaction?: Transaction;
}

interface PaymentChange {
  readonly payment: Payment;
  /** Absent for a verification payment: its tokenization has its own events. */
  readonly event?: EventRow;
}

export function advance(
  before: Payment,
  on: PaymentTrigger,
  facts: PaymentFacts,
  moment: ChangeContext,
): PaymentChange {
  return withEvent(advanceWithoutEvent(before, on, facts, moment), moment);
}

/** Applies a row of the table that keeps the status and has no event. */
export function advanceWithoutEvent(
  before: Payment,
  on: PaymentTrigger,
  facts: PaymentFacts,
  moment: Omit<ChangeContext, 'eventId'>,
): Payment {
  const subject = { attempts: [], ...moment, payment: before };
  const status = nextPaymentStatus(before.status, on, subject);
  return { ...bumpVersion(before), ...facts, status, updatedAt: moment.at };
}

/** Increases the version because something next to the payment changes: an attempt, a deadline. */
export function bumpVersion(before: Payment): Payment {
  return { ...before, version: before.version + 1 };
}

/** A change of a transaction only: one version and one event further, same status. */
export function recordTransactionChange(
  before: Payment,
  facts: PaymentFacts,
  moment: ChangeContext,
): PaymentChange {
  return withEvent({ ...bumpVersion(before), ...facts, updatedAt: moment.at }, moment);
}

/** News about an alias that was registered with this payment: one event, same status. */
export function recordAliasChange(
  before: Payment,
  aliasStatus: string,
  { at, eventId }: Pick<ChangeContext, 'at' | 'eventId'>,
): PaymentChange {
  const sequence = before.sequence + 1;
  const payment: Payment = { ...bumpVersion(before), sequence, updatedAt: at };
  const facts = eventFacts(payment, { at, eventId });
  const named = { ...facts, event: 'ALIAS_STATUS', status: aliasStatus } as const;
  const event = eventRow(named);
  return { payment, event };
}

export type NewPayment = Omit<
  Payment,
  'version' | 'status' | 'sequence' | 'updatedAt' | 'hasNotifyUrl'
>;

/** Specification section 3, first row: a payment is registered as NEW. */
export function registerPayment(
  fresh: NewPayment,
  eventId: string,
  hasNotifyUrl = false,
): PaymentChange {
  const payment: Payment = {
    ...fresh,
    version: 1,
    status: 'NEW',
    sequence: 0,
    hasNotifyUrl,
    updatedAt: fresh.createdAt,
  };
  return withEvent(payment, { at: fresh.createdAt, eventId });
}

/** Counts the event of a change. */
function withEvent(changed: Payment, moment: ChangeContext): PaymentChange {
  const payment = { ...changed, sequence: changed.sequence + 1 };
  if (isVerification(payment)) return { payment };
  return { payment, event: eventRow(eventFacts(payment, moment)) };
}

/**
 * The event of a change of a transaction has its type and status; a refund is reported as one, also
 * in fields of its own.
 */
function eventFacts(payment: Payment, moment: ChangeContext): EventFacts {
  const { at, eventId, transaction } = moment;
  const { status, rejectCode } = transaction ?? payment;
  const shared = {
    eventId,
    occurredAt: at,
    merchantId: payment.merchantId,
    paymentId: payment.paymentId,
    sequence: payment.sequence,
    amount: amountOf(transaction ?? payment),
    status,
    method: payment.method,
    channel: payment.channel,
    transKind: payment.transKind,
    transType: payment.transType,
    transId: transaction?.transId ?? moment.transId ?? null,
    rejectCode,
    rejectInfo: rejectCode === null ? null : rejectReasons[rejectCode].info,
    extOrderId: payment.extOrderId,
  };
  if (!transaction) return { ...shared, event: 'PAYMENT_STATUS' };
  const { type: transType, transId: refundId, subpaymentId, extRefundId } = transaction;
  if (transType !== 'REFUND') return { ...shared, event: 'TRANSACTION_STATUS', transType };
  const refund = { refundStatus: status, refundId, subpaymentId, extRefundId };
  return { ...shared, event: 'REFUND_STATUS', ...refund };
}
