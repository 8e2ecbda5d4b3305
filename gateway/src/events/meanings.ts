// What the events, their fields and the states of their delivery mean, for the documentation.

import type { DeliveryCause, DeliveryResult } from './delivery-attempt.ts';
import type { eventFields, EventName } from './event.ts';

export const eventMeanings: Readonly<Record<EventName, string>> = {
  PAYMENT_STATUS: 'A payment was registered or changed its status.',
  TRANSACTION_STATUS: 'A transaction of a payment, other than a refund, changed its status.',
  REFUND_STATUS: 'A refund changed its status.',
  TOKENIZATION_STATUS: 'A tokenization changed its status.',
  ALIAS_STATUS: 'A BLIK alias changed its status.',
  TEST: 'A test of the address; nothing has changed.',
};

export const fieldMeanings: Readonly<Record<(typeof eventFields)[number], string>> = {
  event: 'Name of the event.',
  eventId: 'Id of the event; the same when it is sent again.',
  occurredAt: 'Time of the change, ISO 8601 in UTC.',
  merchantId: 'MID of the merchant.',
  paymentId: 'Id of the payment.',
  status:
    'New status of what the event is about: in PAYMENT_STATUS of the payment, in ' +
    'TRANSACTION_STATUS of the transaction transId, in REFUND_STATUS of the refund refundId, in ' +
    'TOKENIZATION_STATUS of the tokenization, in ALIAS_STATUS of the alias; TEST in a test event.',
  method: 'Payment method, once chosen.',
  channel: 'Channel of the payment.',
  transKind: 'AUTH, PREAUTH or ACCT_FUNDING.',
  currency: 'ISO 4217 code.',
  amount: 'Text with the decimals of the currency, such as "100.50".',
  transType:
    'TRANSACTION_STATUS: type of the transaction, such as CAPTURE. Otherwise that of the ' +
    'payment: STANDARD or MARKETPLACE.',
  transId: 'Id of the transaction.',
  refundStatus: 'REFUND_STATUS: the same as status.',
  refundId: 'Id of the refund.',
  subpaymentId: 'Id of the share of a marketplace payment.',
  tokenizerId: 'Id of the tokenization.',
  sequence: 'Number of the event within its payment: 1, 2, 3 and so on, without gaps.',
  rejectCode: 'Why the payment or the transaction failed.',
  extRefundId: "The merchant's id of the refund.",
  extOrderId: "The merchant's id of the order.",
  rejectInfo: 'The meaning of the reject code, in one sentence.',
};

export const deliveryStateMeanings = {
  PENDING: 'It is being sent, or will be sent again at nextAttemptAt.',
  ACCEPTED: 'The receiver answered with a 2xx status.',
  REFUSED: 'The receiver answered with a 4xx status other than 429. It is not sent again.',
  FAILED: 'All attempts have failed. It is not sent again.',
  NOT_SENT: 'No notification address was configured when it was to be sent.',
} as const;

export type DeliveryState = keyof typeof deliveryStateMeanings;

export const resultMeanings = {
  ACCEPTED: 'The receiver accepted the event.',
  RETRY: 'It is sent again later.',
  REFUSED: 'The receiver refused the event for good.',
  FAILED: 'The last attempt has failed.',
} as const satisfies Record<DeliveryResult, string>;

export const causeMeanings = {
  STATUS: 'The receiver answered; see httpStatus.',
  DNS: 'The name of the host was not found.',
  ADDRESS: 'The host has an address to which events are not sent.',
  CONNECT: 'The connection was refused or not possible.',
  TLS: 'The certificate or the encryption of the receiver was not accepted.',
  TIMEOUT: 'There was no complete answer within the time limit.',
  RESET: 'The receiver closed the connection before it answered.',
  PROTOCOL: 'The answer was not valid HTTP.',
  PAUSED: 'Nothing was sent. Only in attempts that version 0.2.0 recorded.',
} as const satisfies Record<DeliveryCause, string>;
