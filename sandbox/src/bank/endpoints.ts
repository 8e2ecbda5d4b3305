// The simulated banks for programs: transfers as JSON, so that a test can pay one without a
// browser.

import { Type } from 'typebox';
import { refuse } from '@bramka/gateway/core/refusals.ts';
import { endpoint } from '@bramka/gateway/http/endpoint.ts';
import { oneOf, time } from '@bramka/gateway/http/schema.ts';
import { forAnybody, text } from '../party/schemas.ts';
import type { TransferAction, TransferRow, TransferState } from './transfer.ts';
import type { Transfers } from './transfers.ts';
import { viewOf } from './view.ts';

interface Deps {
  readonly transfers: Transfers;
  /** The address of its page. */
  readonly pageOf: (row: TransferRow) => string;
}

const MAX_LISTED = 100;

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
  remoteID: text('Id of the transaction at the provider'),
});

const listTransfers = endpoint(
  {
    ...forAnybody,
    method: 'GET',
    path: '/transfers',
    summary: 'List the transfers at the simulated banks',
    description: 'The last changed ones first, at most 100.',
    reply: Type.Array(transfer),
  },
  async ({ transfers, pageOf }: Deps) =>
    (await transfers.latest(MAX_LISTED)).map((row) => viewOf(row, pageOf(row))),
);

const readTransfer = endpoint(
  {
    ...forAnybody,
    method: 'GET',
    path: '/transfers/{remoteID}',
    summary: 'Read a transfer at a simulated bank',
    params,
    reply: transfer,
    refusals: ['TRANSFER_NOT_FOUND'],
  },
  async (deps: Deps, { params: { remoteID } }) => show(deps, await deps.transfers.find(remoteID)),
);

const actOnTransfer = endpoint(
  {
    ...forAnybody,
    method: 'POST',
    path: '/transfers/{remoteID}',
    summary: 'Act as the customer at a simulated bank',
    description:
      'A transfer that has ended does not change. Provider BM notifies the gateway within a ' +
      'second; the result of provider PA is asked for.',
    params,
    body: Type.Object({ action: oneOf(actionMeanings, 'What the customer does.') }),
    reply: transfer,
    refusals: ['INVALID_REQUEST', 'TRANSFER_NOT_FOUND'],
  },
  async (deps: Deps, { params: { remoteID }, body: { action } }) =>
    show(deps, await deps.transfers.act(remoteID, action)),
);

function show({ pageOf }: Deps, row: TransferRow | undefined) {
  return row ? viewOf(row, pageOf(row)) : refuse('TRANSFER_NOT_FOUND');
}

export const bankEndpoints = [listTransfers, readTransfer, actOnTransfer];
