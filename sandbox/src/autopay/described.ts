// Documentation of the routes in autopay/server.ts. The messages are those of Autopay's public
// protocol; the guide about bank transfers names them.

import { Type } from 'typebox';
import { defect } from '@bramka/gateway/core/assert.ts';
import { endpoint, route, type Route } from '@bramka/gateway/http/endpoint.ts';
import { oneOf } from '@bramka/gateway/http/schema.ts';

const servedElsewhere = (): never => defect('this route is served by autopay/server.ts');

const text = (description: string) => Type.String({ description });
const maybe = (description: string) => Type.Optional(text(description));
const hashed = (description: string): string =>
  `${description} The Hash is checked as in Autopay's protocol.`;

type Fields = Parameters<typeof Type.Object>[0];
type BmHeader = 'pay-bm' | 'pay-bm-continue-transaction-url';

function form(summary: string, description: string, header: BmHeader, fields: Fields) {
  return endpoint({
    summary,
    description: hashed(description),
    access: 'open',
    neighbour: { ownFaults: true },
    bodies: ['form'],
    headers: Type.Object({ BmHeader: oneOf({ [header]: 'For this call.' }, 'Always this.') }),
    body: Type.Object({ ...fields, Hash: text('Hash of the values and the key.') }),
    replyType: 'text/xml',
    reply: Type.String({ description: "Autopay's answer, with its hash where it has one." }),
    otherReplies: { '406': 'INVALID_FORMAT or INVALID_HASH: the request was refused.' },
    answer: servedElsewhere,
  });
}

function json(summary: string, description: string, body: Fields, reply: Fields) {
  return endpoint({
    summary,
    description: hashed(description),
    access: 'open',
    neighbour: { ownFaults: true },
    body: Type.Object(body),
    reply: Type.Object(reply),
    answer: servedElsewhere,
  });
}

const message = {
  serviceId: Type.Integer({ description: 'Id of the service.' }),
  messageId: text('Id of the message, 32 letters and digits.'),
  hash: text('Hash of the values and the key.'),
};
const faults = {
  errorStatus: maybe('Why it was refused.'),
  errorStatusCode: Type.Optional(Type.Integer({ description: 'The same as a number.' })),
  errorMessages: maybe('The same as a sentence.'),
};
const { serviceId, messageId } = message;
const answered = {
  serviceId: Type.Optional(serviceId),
  messageId: Type.Optional(messageId),
  hash: maybe('Hash of the values and the key.'),
  ...faults,
};

const order = { ServiceID: text('Id of the service.'), OrderID: text('Id of the order.') };

const start = form(
  'Start a bank transfer at the simulated operator',
  'Answers a link for the customer, or why there is none.',
  'pay-bm-continue-transaction-url',
  {
    ...order,
    Amount: text('In major units with two decimals, such as 12.50.'),
    Description: maybe('What the customer sees.'),
    GatewayID: text('Id of the bank.'),
    Currency: maybe('ISO 4217 code; absent: PLN.'),
    ValidityTime: maybe('Until when the customer can pay, in Warsaw; absent: 6 days.'),
    ReturnURL: maybe('Where the customer returns to: an address of the gateway.'),
  },
);
const status = form(
  'Ask the simulated operator for the transactions of an order',
  'An order may have several transactions.',
  'pay-bm',
  order,
);
const cancel = form(
  'Cancel an order at the simulated operator',
  'Only an order that waits for the customer is cancelled.',
  'pay-bm',
  { ...order, MessageID: text('Id of the message, 32 letters and digits.') },
);
const refund = json(
  'Order a refund at the simulated operator',
  'The same messageId orders one refund. It is made after one minute.',
  {
    ...message,
    remoteId: text('Id of the transaction.'),
    amount: Type.Optional(Type.Number({ description: 'Absent: all that is left.' })),
    currency: maybe('ISO 4217 code.'),
  },
  answered,
);
const refundStatus = json(
  'Ask the simulated operator for the result of a refund',
  'PROCESSING, then DONE or the reason why it was not made.',
  { ...message, method: text('TRANSACTION_REFUND.') },
  {
    ...answered,
    status: maybe('State of the refund.'),
    remoteOutId: maybe('With DONE: id of the outgoing transfer.'),
  },
);
const list = json(
  'List the banks of the simulated operator',
  'With state, limits and the address of the logo.',
  {
    ServiceID: Type.Integer({ description: 'Id of the service.' }),
    MessageID: text('Id of the message, 32 letters and digits.'),
    Currencies: text('Such as PLN.'),
    Language: maybe('Such as PL.'),
    Hash: text('Hash of the values and the key.'),
  },
  {
    result: text('OK or ERROR.'),
    errorStatus: Type.Optional(Type.Unknown({ description: 'With ERROR: why.' })),
    description: Type.Optional(Type.Unknown({ description: 'With ERROR: a sentence.' })),
    serviceID: maybe('As in the request.'),
    messageID: Type.Union([Type.String(), Type.Null()], {
      description: 'As in the request; null with ERROR.',
    }),
    gatewayGroups: Type.Optional(Type.Array(Type.Unknown(), { description: 'Kinds of banks.' })),
    gatewayList: Type.Optional(Type.Array(Type.Unknown(), { description: 'The banks.' })),
  },
);
const link = endpoint({
  summary: 'Open the link of a bank transfer',
  description: 'The address that the customer is sent to.',
  access: 'open',
  neighbour: {},
  params: Type.Object({
    remoteID: Type.String({ description: 'Id of the transaction at the operator' }),
    token: Type.String({ description: 'Token of the link' }),
  }),
  replyType: 'text/html',
  reply: Type.String({ description: 'Nothing.' }),
  browserReply: 'The browser is redirected (303) to the page of the bank.',
  answer: servedElsewhere,
});
const icon = endpoint({
  summary: 'Read the logo of a simulated bank',
  access: 'open',
  neighbour: {},
  params: Type.Object({ file: Type.String({ description: 'Bank id and .svg' }) }),
  replyType: 'image/svg+xml',
  reply: Type.String({ description: 'The logo.' }),
  refusals: ['ROUTE_NOT_FOUND'],
  answer: servedElsewhere,
});

export function autopayDescription(prefix: string): Route[] {
  return [
    route('POST', `${prefix}/payment`, start),
    route('POST', `${prefix}/webapi/transactionStatus`, status),
    route('POST', `${prefix}/webapi/transactionCancel`, cancel),
    route('POST', `${prefix}/settlementapi/transactionRefund/v3`, refund),
    route('POST', `${prefix}/settlementapi/outDetails/v2`, refundStatus),
    route('POST', `${prefix}/gatewayList/v3`, list),
    route('GET', `${prefix}/payment/continue/{remoteID}/{token}`, link),
    route('GET', `${prefix}/icons/{file}`, icon),
  ];
}
