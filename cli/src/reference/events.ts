// docs/reference/events.md: the messages to merchants, their names and fields in the order in which
// they are signed.

import { eventFields, type EventName } from '@bramka/gateway/events/event.ts';
import { code, page, plain, table } from './markdown.ts';

const eventMeanings: Readonly<Record<EventName, string>> = {
  PAYMENT_STATUS: 'A payment was registered or changed its status.',
  TRANSACTION_STATUS: 'A transaction of a payment changed its status.',
  REFUND_STATUS: 'A refund changed its status.',
  TOKENIZATION_STATUS: 'A tokenization changed its status.',
  ALIAS_STATUS: 'A BLIK alias changed its status.',
};

const fieldMeanings: Readonly<Record<(typeof eventFields)[number], string>> = {
  event: 'Name of the event.',
  eventId: 'Id of the event; the same when it is sent again.',
  occurredAt: 'Time of the change, ISO 8601 in UTC.',
  merchantId: 'MID of the merchant.',
  paymentId: 'Id of the payment.',
  status: 'Status after the change.',
  method: 'Payment method, once chosen.',
  channel: 'Channel of the payment.',
  transKind: 'AUTH, PREAUTH or ACCT_FUNDING.',
  currency: 'ISO 4217 code.',
  amount: 'Text with the decimals of the currency, such as "100.50".',
  transType: 'Type of the payment or of the transaction.',
  transId: 'Id of the transaction.',
  refundStatus: 'Status of the refund.',
  refundId: 'Id of the refund.',
  subpaymentId: 'Id of the share of a marketplace payment.',
  tokenizerId: 'Id of the tokenization.',
  sequence: 'Number of the event within its payment: 1, 2, 3 and so on, without gaps.',
  rejectCode: 'Why the payment or the transaction failed.',
  extRefundId: "The merchant's id of the refund.",
  extOrderId: "The merchant's id of the order.",
  rejectInfo: 'The meaning of the reject code, in one sentence.',
};

export function eventsPage(): string {
  return page(
    'Events',
    'Messages from the gateway to the merchant: one flat JSON object for each change. Events are ' +
      'recorded but not delivered yet.',
    table(
      ['Event', 'When'],
      Object.entries(eventMeanings).map(([name, meaning]) => [code(name), plain(meaning)]),
    ),
    '## Fields',
    'In the order in which they are sent and signed. Fields without a value are absent.',
    table(
      ['Field', 'Meaning'],
      eventFields.map((field) => [code(field), plain(fieldMeanings[field])]),
    ),
  );
}
