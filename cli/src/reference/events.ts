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
  eventId: 'Id of the message; the same when it is sent again.',
  occurredAt: 'When the change was made, ISO 8601 in UTC.',
  merchantId: 'MID of the merchant.',
  paymentId: 'Id of the payment.',
  status: 'Status after the change.',
  method: 'Payment method, once it is chosen.',
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
  sequence: 'Counts the events of one payment from 1 on, without gaps.',
  rejectCode: 'Why it ended without money.',
  extRefundId: "The merchant's id of the refund.",
  extOrderId: "The merchant's id of the order.",
  rejectInfo: 'The reject code as a sentence.',
};

export function eventsPage(): string {
  return page(
    'Events',
    'Messages from the gateway to the merchant: flat JSON, one for each committed change.',
    table(
      ['Event', 'When'],
      Object.entries(eventMeanings).map(([name, meaning]) => [code(name), plain(meaning)]),
    ),
    '## Fields',
    'In the order they stand and are signed. A field without a value is absent.',
    table(
      ['Field', 'Meaning'],
      eventFields.map((field) => [code(field), plain(fieldMeanings[field])]),
    ),
  );
}
