// How a payment is printed for people: its facts one below the other, its transactions as a table,
// and what can be done next.

import { numberText } from '@bramka/gateway/core/json.ts';
import { cell, table } from '../print.ts';
import type { Amount, PaymentReply, StatusReply, TransactionReply } from './merchant-client.ts';

export function amountText(amount: Amount, currency?: string): string {
  const text = numberText(amount) ?? String(amount);
  return currency === undefined ? text : `${text} ${currency}`;
}

/** `REJECTED: INSUFFICIENT_FUNDS. The account has insufficient funds.` */
export function statusText({ status, rejectCode, rejectInfo }: StatusReply): string {
  const code = rejectCode === undefined ? '' : `: ${rejectCode}`;
  return `${status}${code}${rejectInfo === undefined ? '' : `. ${rejectInfo}`}`;
}

export function stillPendingText({ paymentId, status }: StatusReply): string {
  return `payment ${paymentId} is still ${status}; stopped waiting, processing continues`;
}

export function paymentText(
  payment: PaymentReply,
  transactions: readonly TransactionReply[],
): string {
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
    ...(pendingOperation ? [['in progress', operationText(pendingOperation, money)]] : []),
    ...nextRows(payment),
  ];
  return `${table(rows)}${transactionsText(transactions)}`;
}

function cardText({ cardMask, organization }: NonNullable<PaymentReply['instrument']>): string {
  return [cardMask, organization].filter(Boolean).join(' ');
}

function operationText(
  { type, amount, since }: NonNullable<PaymentReply['pendingOperation']>,
  money: (amount: Amount) => string,
): string {
  return `${type} of ${money(amount)} since ${since}; the acquirer has not answered`;
}

/** What a payment waits for, by its dataRequest. */
const nextSteps: Readonly<Record<string, (paymentId: string) => string>> = {
  INSTRUMENT: () => 'send the instrument (PUT …/instrument)',
  CARD_CVV: () => 'send the security code (PATCH …/instrument)',
  DEVICE: () => 'send the data of the customer’s device (PATCH …)',
  CARD_3DS: (paymentId) => `the customer authenticates; bramka status ${paymentId} --wait 600`,
  CAPTURE: (paymentId) => `bramka capture ${paymentId}, or cancel it`,
};

function nextRows({ paymentId, dataRequest }: PaymentReply): string[][] {
  if (dataRequest === undefined) return [];
  return [['next', nextSteps[dataRequest]?.(paymentId) ?? `send ${dataRequest}`]];
}

function transactionsText(transactions: readonly TransactionReply[]): string {
  if (transactions.length === 0) return '';
  const rows = transactions.map((one) => [
    one.createdAt,
    one.type,
    one.rejectCode === undefined ? one.status : `${one.status}: ${one.rejectCode}`,
    amountText(one.amount, one.currency),
  ]);
  return `\n${table([['TIME', 'TRANSACTION', 'STATUS', 'AMOUNT'], ...rows])}`;
}
