// Outbound events (specification section 6): one row per committed change, with the exact bytes
// that will be sent. Fields are in the order in which they are signed; a field without a value is
// absent.

import { defect } from '../core/assert.ts';
import { isoTime, type Instant } from '../core/clock.ts';
import { formatAmount, type Money } from '../core/money.ts';
import { table, typed, type RowOf } from '../journal/table.ts';

export const eventFields = [
  'event',
  'eventId',
  'occurredAt',
  'merchantId',
  'paymentId',
  'status',
  'method',
  'channel',
  'transKind',
  'currency',
  'amount',
  'transType',
  'transId',
  'refundStatus',
  'refundId',
  'subpaymentId',
  'tokenizerId',
  'sequence',
  'rejectCode',
  'extRefundId',
  'extOrderId',
  'rejectInfo',
] as const;

export type EventName =
  | 'PAYMENT_STATUS'
  | 'TRANSACTION_STATUS'
  | 'REFUND_STATUS'
  | 'TOKENIZATION_STATUS'
  | 'ALIAS_STATUS'
  | 'TEST';

export const events = table('events', {
  columns: {
    merchantId: 'text',
    eventId: 'uuid',
    /** The payment, the tokenization of a TOKENIZATION_STATUS event, or the TEST event itself. */
    paymentId: 'uuid',
    sequence: 'integer',
    event: typed<EventName>('text'),
    body: 'text',
    occurredAt: 'timestamptz',
  },
  key: ['merchantId', 'eventId'],
  hasOwnId: true,
  defaulted: ['commit_xid'],
  unique: [{ name: 'events_one_per_sequence', columns: ['merchantId', 'paymentId', 'sequence'] }],
});

export type EventRow = RowOf<typeof events>;

export interface EventFacts {
  readonly event: EventName;
  readonly eventId: string;
  readonly occurredAt: Instant;
  readonly merchantId: string;
  /** Absent for the tokenization of a card without a payment. */
  readonly paymentId: string | null;
  readonly sequence: number;
  readonly amount?: Money;
  readonly status: string;
  readonly method?: string | null;
  /** Absent only in a test event. */
  readonly channel?: string;
  readonly transKind?: string;
  readonly transType?: string;
  readonly transId?: string | null;
  readonly refundStatus?: string;
  readonly refundId?: string;
  readonly subpaymentId?: string | null;
  readonly extRefundId?: string | null;
  readonly tokenizerId?: string;
  readonly rejectCode?: string | null;
  readonly rejectInfo?: string | null;
  readonly extOrderId?: string | null;
}

/** An event with a tokenizerId is counted with the events of the tokenization. */
export function eventRow(facts: EventFacts): EventRow {
  const values: Record<string, string | number | null> = {
    ...facts,
    occurredAt: isoTime(facts.occurredAt),
    currency: facts.amount?.currency ?? null,
    amount: facts.amount ? formatAmount(facts.amount) : null,
  };
  const message: Record<string, string | number> = {};
  for (const field of eventFields) {
    const value = values[field];
    if (value !== null && value !== undefined) message[field] = value;
  }
  const { merchantId, eventId, sequence, event, occurredAt } = facts;
  const body = JSON.stringify(message);
  const paymentId = facts.tokenizerId ?? facts.paymentId ?? ownSubject(facts);
  return { merchantId, eventId, paymentId, sequence, event, body, occurredAt };
}

/** A test event belongs to no payment. */
function ownSubject({ event, eventId }: EventFacts): string {
  return event === 'TEST' ? eventId : defect('an event has a subject');
}
