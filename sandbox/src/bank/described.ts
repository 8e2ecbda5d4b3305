// Documentation of the routes in bank/server.ts and bank/pages/: the JSON API for programs, and
// what a browser gets.

import { Type } from 'typebox';
import { defect } from '@bramka/gateway/core/assert.ts';
import { endpoint, route, type Route } from '@bramka/gateway/http/endpoint.ts';
import { oneOf, time } from '@bramka/gateway/http/schema.ts';
import type { TransferAction, TransferState } from './transfer.ts';

const servedElsewhere = (): never => defect('this route is served by the simulated banks');

const actionMeanings: Readonly<Record<TransferAction, string>> = {
  open: 'Log in to the bank.',
  pay: 'Make the transfer.',
  refuse: 'Refuse the transfer.',
  abandon: 'Do nothing more; the transfer expires.',
};
const stateMeanings: Readonly<Record<TransferState, string>> = {
  WAITING: 'The customer has not logged in yet.',
  OPENED: 'The customer has logged in.',
  PAID: 'The money was transferred.',
  REFUSED: 'The customer or the bank refused.',
  CANCELLED: 'The merchant cancelled the order.',
  EXPIRED: 'Nobody paid within the validity time.',
};

const text = (description: string) => Type.String({ description });

const transfer = Type.Object({
  remoteID: text('Id of the transaction at the provider.'),
  provider: oneOf({ BM: 'Autopay.', PA: 'The second provider.' }, 'Provider of the transfer.'),
  orderID: text("Id of the gateway's attempt without hyphens."),
  bankId: Type.Integer({ description: 'Id of the bank.' }),
  bankName: text('Name of the bank.'),
  amount: text('In major units.'),
  currency: text('ISO 4217 code.'),
  description: text('What the customer sees.'),
  state: oneOf(stateMeanings, 'State of the transfer.'),
  details: Type.Optional(text('Why it ended, in the words of Autopay.')),
  refundedAmount: text('Already returned, in major units.'),
  validUntil: time('Until when the customer can pay'),
  page: text('Address of its page.'),
  back: Type.Optional(text('Once ended: where the customer returns to.')),
});

const params = Type.Object({
  remoteID: Type.String({ description: 'Id of the transaction at the provider' }),
});
const pageParams = Type.Object({
  remoteID: Type.String({ description: 'Id of the transaction at the provider' }),
  token: Type.String({ description: 'Token of the link' }),
});

const api = { access: 'open', neighbour: {}, answer: servedElsewhere } as const;

const listTransfers = endpoint({
  ...api,
  summary: 'List the transfers at the simulated banks',
  description: 'The last changed ones first, at most 100.',
  reply: Type.Array(transfer),
});
const readTransfer = endpoint({
  ...api,
  summary: 'Read a transfer at a simulated bank',
  params,
  reply: transfer,
  refusals: ['TRANSFER_NOT_FOUND'],
});
const actOnTransfer = endpoint({
  ...api,
  summary: 'Act as the customer at a simulated bank',
  description:
    'A transfer that has ended does not change. Provider BM notifies the gateway within a ' +
    'second; the result of provider PA is asked for.',
  params,
  body: Type.Object({ action: oneOf(actionMeanings, 'What the customer does.') }),
  reply: transfer,
  refusals: ['INVALID_REQUEST', 'TRANSFER_NOT_FOUND'],
});

const ERRORS = 'Errors are shown on a page, with status 400, 404, 405, 413 or 415.';
const page = { ...api, replyType: 'text/html', params: pageParams, description: ERRORS } as const;

const showPage = endpoint({
  ...page,
  summary: 'Show the page of a bank',
  reply: Type.String({
    description: 'The login, the transfer, or the form that returns to the shop.',
  }),
});
const actOnPage = endpoint({
  ...page,
  summary: 'Answer on the page of a bank',
  bodies: ['form'],
  body: Type.Object({
    do: oneOf(
      {
        login: 'Log in with the password; 1234 is correct.',
        pay: 'Make the transfer.',
        refuse: 'Refuse the transfer.',
        abandon: 'Do nothing more.',
      },
      'What the customer does.',
    ),
    password: Type.Optional(Type.String({ description: 'With do=login; 1234 is correct' })),
  }),
  reply: Type.String({ description: 'The login again, or that the customer walked away.' }),
  browserReply: 'After a change the browser is redirected (303) to the page of the transfer.',
});

export function bankDescription(prefix: string): Route[] {
  const address = `${prefix}/pay/{remoteID}/{token}`;
  return [
    route('GET', `${prefix}/transfers`, listTransfers),
    route('GET', `${prefix}/transfers/{remoteID}`, readTransfer),
    route('POST', `${prefix}/transfers/{remoteID}`, actOnTransfer),
    route('GET', address, showPage),
    route('POST', `${address}/act`, actOnPage),
  ];
}
