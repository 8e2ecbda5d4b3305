// How a payment is printed for people: its facts one below the other, its transactions as a table,
// and what can be done next.

import type {
  Amount,
  PaymentDetails,
  PaymentState,
  Transaction,
} from '@bramka/client/src/client.ts';
import { dataRequests } from '@bramka/gateway/methods/registry.ts';
import { cell, table } from '../print.ts';

/** What all answers about a payment have. */
export type StatusFields = Omit<PaymentState, 'version' | 'statusPresentation'>;

export function amountText(amount: Amount, currency?: string): string {
  return currency === undefined ? cell(amount) : `${amount} ${currency}`;
}

/** `REJECTED: INSUFFICIENT_FUNDS. The account has insufficient funds.` */
export function statusText({ status, rejectCode, rejectInfo }: StatusFields): string {
  const code = rejectCode === undefined ? '' : `: ${rejectCode}`;
  return `${status}${code}${rejectInfo === undefined ? '' : `. ${rejectInfo}`}`;
}

export function stillPendingText({ paymentId, status, dataRequest }: StatusFields): string {
  const next = nextStep(paymentId, dataRequest);
  const rest = next === undefined ? 'processing continues' : `next: ${next}`;
  return `payment ${paymentId} is still ${status}; stopped waiting, ${rest}`;
}

export function paymentText(payment: PaymentDetails, transactions: readonly Transaction[]): string {
  const { order, instrument, pendingOperation } = payment;
  const { currency } = order;
  const money = (amount: Amount): string => amountText(amount, currency);
  const rows = [
    ['payment', payment.paymentId],
    ['status', statusText(payment)],
    ['amount', money(order.amount)],
    ...(order.extOrderId === undefined ? [] : [['order', order.extOrderId]]),
    ['method', cell(payment.method)],
    ...(instrument?.cardMask === undefined ? [] : [['card', cardText(instrument)]]),
    ['kind', payment.transKind],
    ['authorized', money(payment.authorizedAmount)],
    ['captured', money(payment.capturedAmount)],
    ['refunded', money(payment.refundedAmount)],
    ['created', payment.createdAt],
    ['changed', payment.updatedAt],
    ...(payment.status === 'NEW' ? [['valid until', payment.validUntil]] : []),
    ...(payment.holdUntil === undefined ? [] : [['held until', payment.holdUntil]]),
    ...(pendingOperation ? [['in progress', operationText(payment)]] : []),
    ...nextRows(payment),
  ];
  return `${table(rows)}${transactionsText(transactions)}`;
}

function cardText({ cardMask, organization }: NonNullable<PaymentDetails['instrument']>): string {
  return [cardMask, organization].filter(Boolean).join(' ');
}

function operationText({ customerStep, pendingOperation, order }: PaymentDetails): string {
  const { type, amount, since } = pendingOperation ?? { type: '', amount: '', since: '' };
  const rest = customerStep === 'confirm' ? CONFIRMATION : 'the provider has not answered';
  return `${type} of ${amountText(amount, order.currency)} since ${since}; ${rest}`;
}

export const CONFIRMATION =
  'the customer confirms in the bank app; in a sandbox: bramka blik accept';

/** What has to be done next, if the payment waits for something. */
export function nextStep(paymentId: string, dataRequest: string | undefined): string | undefined {
  switch (dataRequest) {
    case undefined:
      return undefined;
    case 'CARD_3DS':
      return `the customer authenticates; bramka status ${paymentId} --wait 600`;
    case 'CAPTURE':
      return `bramka capture ${paymentId}, or cancel it`;
    default:
      return dataRequests[dataRequest]?.steps[0]?.todo ?? `send ${dataRequest}`;
  }
}

function nextRows({ paymentId, dataRequest }: PaymentDetails): string[][] {
  const next = nextStep(paymentId, dataRequest);
  return next === undefined ? [] : [['next', next]];
}

function transactionsText(transactions: readonly Transaction[]): string {
  if (transactions.length === 0) return '';
  const rows = transactions.map((one) => [
    one.createdAt,
    one.type,
    one.rejectCode === undefined ? one.status : `${one.status}: ${one.rejectCode}`,
    amountText(one.amount, one.currency),
  ]);
  return `\n${table([['TIME', 'TRANSACTION', 'STATUS', 'AMOUNT'], ...rows])}`;
}
