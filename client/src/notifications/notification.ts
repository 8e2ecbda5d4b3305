// The messages that the gateway sends to merchants, as types: one for each event.

import type {
  Channel,
  PaymentMethod,
  PaymentStatus,
  RefundStatus,
  TokenizationStatus,
  TransKind,
} from '../generated/types.ts';
import type { Amount, Other } from '../values.ts';

interface AnyNotification {
  /** The same whenever the message is repeated: process each id once. */
  readonly eventId: string;
  /** Time of the change, ISO 8601 in UTC. */
  readonly occurredAt: string;
  readonly merchantId: string;
  /** Number of the event within its payment or tokenization: 1, 2, 3 and so on, without gaps. */
  readonly sequence: number;
}

interface AboutPayment extends AnyNotification {
  readonly paymentId: string;
  readonly method?: PaymentMethod | Other;
  readonly channel: Channel | Other;
  readonly transKind: TransKind | Other;
  readonly currency: string;
  readonly amount: Amount;
  /** Type of the payment, or of the transaction in TRANSACTION_STATUS. */
  readonly transType: string;
  readonly transId?: string;
  readonly subpaymentId?: string;
  readonly rejectCode?: string;
  readonly rejectInfo?: string;
  readonly extOrderId?: string;
}

/** A payment was registered or changed its status. */
export interface PaymentNotification extends AboutPayment {
  readonly event: 'PAYMENT_STATUS';
  readonly status: PaymentStatus | Other;
}

/** A transaction of a payment changed its status, which is `status`. */
export interface TransactionNotification extends AboutPayment {
  readonly event: 'TRANSACTION_STATUS';
  readonly status: string;
  readonly transId: string;
}

/** A refund changed its status, which is `status` and `refundStatus`. */
export interface RefundNotification extends AboutPayment {
  readonly event: 'REFUND_STATUS';
  readonly status: RefundStatus | Other;
  readonly refundStatus: RefundStatus | Other;
  readonly refundId: string;
  readonly extRefundId?: string;
}

/** A BLIK alias was registered or removed. */
export interface AliasNotification extends AboutPayment {
  readonly event: 'ALIAS_STATUS';
  readonly status: string;
}

/** A tokenization changed its status. */
export interface TokenizationNotification extends AnyNotification {
  readonly event: 'TOKENIZATION_STATUS';
  readonly status: TokenizationStatus | Other;
  readonly tokenizerId: string;
  /** The payment with which the card is tokenized. */
  readonly paymentId?: string;
  readonly channel: Channel | Other;
  readonly rejectCode?: string;
  readonly rejectInfo?: string;
}

/** A test of the address; nothing has changed. */
export interface TestNotification extends AnyNotification {
  readonly event: 'TEST';
  readonly status: 'TEST';
}

/**
 * Later versions of the gateway may send other events. They are verified in the same way, so give
 * every `switch` over `event` a `default` that accepts them.
 */
export type Notification =
  | PaymentNotification
  | TransactionNotification
  | RefundNotification
  | AliasNotification
  | TokenizationNotification
  | TestNotification;

/** All fields in the order in which they are sent and signed. */
export const notificationFields: readonly string[] = (
  'event eventId occurredAt merchantId paymentId status method channel transKind currency amount ' +
  'transType transId refundStatus refundId subpaymentId tokenizerId sequence rejectCode ' +
  'extRefundId extOrderId rejectInfo'
).split(' ');

/** The fields in that order, unknown ones last, as JSON. */
export function writeNotification(fields: Readonly<Record<string, unknown>>): string {
  const documented = notificationFields.filter((name) => fields[name] !== undefined);
  const others = Object.keys(fields).filter((name) => !notificationFields.includes(name));
  return JSON.stringify(
    Object.fromEntries([...documented, ...others].map((name) => [name, fields[name]])),
  );
}
