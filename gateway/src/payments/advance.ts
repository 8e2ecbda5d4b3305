// The only place that changes a payment's status. Each change is one row of the transition table,
// one version further, with exactly one event.

import type { Instant } from '../core/clock.ts';
import { nextStatus } from '../core/machine.ts';
import { rejectReasons, type RejectCode } from '../acquirers/reject-codes.ts';
import type { Attempt } from '../acquirers/attempt.ts';
import { eventRow, type EventRow } from '../events/event.ts';
import { amountOf, type Payment } from './payment.ts';
import { paymentTransitions, type PaymentTrigger } from './payment.states.ts';

/** What a change sets besides the status. */
export type Facts = Partial<
  Omit<Payment, 'merchantId' | 'paymentId' | 'version' | 'status' | 'sequence' | 'updatedAt'>
>;

export interface Moment {
  readonly at: Instant;
  readonly eventId: string;
  readonly transId?: string;
  /** The attempts as they are after this change, for guards. */
  readonly attempts?: readonly Attempt[];
  readonly amountMinor?: bigint;
}

export interface Advanced {
  readonly payment: Payment;
  readonly event: EventRow;
}

export function advance(
  before: Payment,
  on: PaymentTrigger,
  facts: Facts,
  moment: Moment,
): Advanced {
  const status = nextStatus(paymentTransitions, before.status, on, {
    payment: before,
    attempts: moment.attempts ?? [],
    ...(moment.amountMinor === undefined ? {} : { amountMinor: moment.amountMinor }),
  });
  const payment: Payment = {
    ...before,
    ...facts,
    status,
    version: before.version + 1,
    sequence: before.sequence + 1,
    updatedAt: moment.at,
  };
  return { payment, event: statusEvent(payment, moment) };
}

export type NewPayment = Omit<Payment, 'version' | 'status' | 'sequence' | 'updatedAt'>;

/** Specification section 3, first row: a payment is registered and NEW. */
export function register(fresh: NewPayment, eventId: string): Advanced {
  const payment: Payment = {
    ...fresh,
    version: 1,
    status: 'NEW',
    sequence: 1,
    updatedAt: fresh.createdAt,
  };
  return { payment, event: statusEvent(payment, { at: fresh.createdAt, eventId }) };
}

function statusEvent(payment: Payment, moment: Moment): EventRow {
  const code = payment.rejectCode as RejectCode | null;
  return eventRow({
    event: 'PAYMENT_STATUS',
    eventId: moment.eventId,
    occurredAt: moment.at,
    merchantId: payment.merchantId,
    paymentId: payment.paymentId,
    sequence: payment.sequence,
    amount: amountOf(payment),
    status: payment.status,
    method: payment.method,
    channel: payment.channel,
    transKind: payment.transKind,
    transType: payment.transType,
    transId: moment.transId ?? null,
    rejectCode: code,
    rejectInfo: code === null ? null : rejectReasons[code].info,
    extOrderId: payment.extOrderId,
  });
}
