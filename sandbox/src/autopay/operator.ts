// The simulated operator with Autopay's protocol: start, inquiry, cancellation, refunds and the
// list of channels. Every request is checked as Autopay checks it.

import { exactNumber } from '@bramka/gateway/core/json.ts';
import { formatAmount, money, parseAmount } from '@bramka/gateway/core/money.ts';
import { autopayBanks, type ListedBank } from '../bank/bank-list.ts';
import { hashOf } from '../bank/hash.ts';
import { BLIK_CHANNEL } from '../bank/transfer.ts';
import { cancelBlik, settleBlik } from './blik.ts';
import {
  cancelParameters,
  jsonFault,
  listParameters,
  readForm,
  readJsonRequest,
  refundParameters,
  refundStatusParameters,
  signedXml,
  statusParameters,
  xmlFault,
  type OperatorAnswer,
  type OperatorCall,
} from './requests.ts';
import { start, type OperatorParts } from './start.ts';
import { transactionListXml, transactionsOf } from './transactions.ts';

type Handler = (
  parts: OperatorParts,
  call: OperatorCall,
) => Promise<OperatorAnswer | undefined> | OperatorAnswer;

/** By verb, which faults and the documentation name. */
export const operations = {
  start: ['/payment', start],
  status: ['/webapi/transactionStatus', status],
  cancel: ['/webapi/transactionCancel', cancel],
  refund: ['/settlementapi/transactionRefund/v3', refund],
  'refund-status': ['/settlementapi/outDetails/v2', refundStatus],
  list: ['/gatewayList/v3', list],
} satisfies Readonly<Record<string, readonly [path: string, handle: Handler]>>;

const MAX_TRANSACTIONS = 50;

async function status(parts: OperatorParts, call: OperatorCall): Promise<OperatorAnswer> {
  const { service, transfers } = parts;
  const given = readForm(call, statusParameters, 'pay-bm', service);
  if (typeof given === 'string') return xmlFault(given);
  const found = await transfers.ofOrder('autopay', given.get('OrderID') ?? '');
  const rows = await Promise.all(found.map((row) => settleBlik(parts, row)));
  if (rows.length > MAX_TRANSACTIONS) return { status: 403, body: '<transaction/>' };
  const [first] = rows;
  const facts = first ?? { orderId: '', currency: '', bankId: 0, changedAt: 0 };
  return { status: 200, body: transactionListXml(facts, transactionsOf(rows), service) };
}

async function cancel(parts: OperatorParts, call: OperatorCall): Promise<OperatorAnswer> {
  const { service, transfers } = parts;
  const parameters = readForm(call, cancelParameters, 'pay-bm', service);
  if (typeof parameters === 'string') return xmlFault(parameters);
  const messageID = parameters.get('MessageID') ?? '';
  const orderId = parameters.get('OrderID');
  if (orderId === undefined || !/^[A-Za-z0-9]{32}$/.test(messageID)) {
    return xmlFault('INVALID_FORMAT');
  }
  const answer = (confirmation: string, reason: string): OperatorAnswer =>
    signedXml(
      'transaction',
      { serviceID: service.serviceId, messageID, confirmation, reason },
      service,
    );
  const rows = await transfers.ofOrder('autopay', orderId);
  if (rows.length === 0) return answer('NOTCONFIRMED', 'TRANSACTION_NOT_FOUND');
  const open = rows.filter(({ state }) => state === 'WAITING' || state === 'OPENED');
  const results = await Promise.all(
    open.map((row) =>
      row.bankId === BLIK_CHANNEL ? cancelBlik(parts, row) : transfers.cancel(row.remoteId),
    ),
  );
  const cancelled = results.filter((one) => one?.state === 'CANCELLED').length;
  if (cancelled === 0) return answer('NOTCONFIRMED', 'INCORRECT_PAYMENT_STATUS');
  return answer('CONFIRMED', cancelled === rows.length ? 'CANCELED_FULLY' : 'CANCELED_PARTIALLY');
}

async function refund(parts: OperatorParts, call: OperatorCall): Promise<OperatorAnswer> {
  const { service, transfers } = parts;
  const given = readJsonRequest(call, refundParameters, 'hash', service);
  if (typeof given === 'string') return jsonFault(given);
  const get = (name: string): string => given.get(name) ?? '';
  const messageId = get('messageId');
  const row = await transfers.find(get('remoteId'));
  if (row?.intermediary !== 'autopay') return jsonFault('TRANSACTION_NOT_FOUND');
  const asked = get('amount') || formatAmount(money(row.amountMinor, row.currency));
  const amount = parseAmount(asked, row.currency);
  if (!/^[A-Za-z0-9]{32}$/.test(messageId) || !amount.ok) return jsonFault('INVALID_FORMAT');
  const order = { intermediary: 'autopay', messageId, amountMinor: amount.money.minor } as const;
  const made = await transfers.refund({ ...order, remoteId: row.remoteId });
  if (!made) return jsonFault('TRANSACTION_NOT_IN_REFUNDABLE_STATUS');
  return signedJson(parts, messageId, {});
}

async function refundStatus(parts: OperatorParts, call: OperatorCall): Promise<OperatorAnswer> {
  const { service, transfers, clock } = parts;
  const given = readJsonRequest(call, refundStatusParameters, 'hash', service);
  if (typeof given === 'string') return jsonFault(given);
  const messageId = given.get('messageId') ?? '';
  const refund = await transfers.findRefund('autopay', messageId);
  if (!refund) return jsonFault('TRANSACTION_NOT_FOUND');
  if (clock.now() < refund.doneAt) return signedJson(parts, messageId, { status: 'PROCESSING' });
  const isDone = refund.result === 'DONE';
  const id = isDone ? { remoteOutId: refund.remoteOutId } : {};
  return signedJson(parts, messageId, { status: refund.result, ...id });
}

function signedJson(
  { service }: OperatorParts,
  messageId: string,
  fields: Readonly<Record<string, string>>,
): OperatorAnswer {
  const hash = hashOf([service.serviceId, messageId, ...Object.values(fields)], service);
  const reply = { serviceId: Number(service.serviceId), messageId, ...fields, hash };
  return { status: 200, body: JSON.stringify(reply) };
}

function list({ service, ownUrl }: OperatorParts, call: OperatorCall): OperatorAnswer {
  const parameters = readJsonRequest(call, listParameters, 'Hash', service);
  const isWrong = typeof parameters === 'string';
  const reply = {
    result: isWrong ? 'ERROR' : 'OK',
    errorStatus: isWrong ? parameters : null,
    description: isWrong ? `The request was refused: ${parameters}` : null,
    serviceID: service.serviceId,
    messageID: isWrong ? null : parameters.get('MessageID'),
    gatewayGroups: [{ type: 'PBL', title: 'Przelew internetowy', order: 1 }],
    gatewayList: isWrong ? [] : autopayBanks.map((bank, order) => channelOf(bank, order, ownUrl())),
  };
  return { status: 200, body: JSON.stringify(reply) };
}

function channelOf(bank: ListedBank, order: number, ownUrl: string) {
  const amount = (minor: bigint): unknown => exactNumber(formatAmount(money(minor, 'PLN')));
  return {
    gatewayID: bank.bankId,
    name: bank.name,
    groupType: 'PBL',
    bankName: bank.name,
    iconUrl: `${ownUrl}/icons/${bank.bankId}.svg`,
    state: bank.state,
    availableFor: 'BOTH',
    minValidityTime: 0,
    order,
    currencies: [
      { currency: 'PLN', minAmount: amount(bank.minMinor), maxAmount: amount(bank.maxMinor) },
    ],
  };
}
